// Reverts hunks of a unified diff in a text.
import type { FromView } from '../../shared/messages';
import type { ApproveParams, ApproveResult } from '../../shared/protocol';

interface Hunk {
  /** The first line in the new text, counted from 0. */
  at: number;
  before: string[];
  after: string[];
}

/** Returns the user's answer in the chat, with the files of which hunks are left out. */
export function approveResult(
  question: ApproveParams,
  { decision, scope, feedback, leftOut }: Extract<FromView, { kind: 'approve' }>,
): ApproveResult {
  const files = (question.diff ?? []).flatMap(({ uri, newText, unified }, i) => {
    const hunks = leftOut?.[i] ?? [];
    return hunks.length > 0 ? [{ uri, newText: revertHunks(newText, unified, hunks) }] : [];
  });
  const given = { decision, ...(scope && { scope }), ...(feedback && { feedback }) };
  return { ...given, ...(decision !== 'reject' && files.length > 0 && { files }) };
}

/** Returns both sides of an applied change: whole texts, or the hunks only if the file has changed since. */
export function sidesOf(present: string, unified: string): { before: string; after: string; whole: boolean } {
  const after = unified.includes('\r') ? present : present.replaceAll('\r\n', '\n');
  try {
    return { before: revertHunks(after, unified), after, whole: true };
  } catch {
    const hunks = parseHunks(unified);
    const excerpts = (side: 'before' | 'after') => hunks.map((hunk) => hunk[side].join('')).join('⋯\n');
    return { before: excerpts('before'), after: excerpts('after'), whole: false };
  }
}

/** Returns the new text with those hunks, counted from 0, reverted; without `hunks` all are reverted. */
export function revertHunks(newText: string, unified: string, hunks?: readonly number[]): string {
  const lines = splitLines(newText);
  const chosen = parseHunks(unified).filter((_, i) => hunks?.includes(i) ?? true);
  for (const { at, before, after } of chosen.toReversed()) {
    const removed = lines.splice(at, after.length, ...before);
    if (removed.join('') !== after.join('')) throw new Error('the diff does not fit the text');
  }
  return lines.join('');
}

/** Splits a text into lines with their line endings. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function parseHunks(unified: string): Hunk[] {
  const hunks: Hunk[] = [];
  let mark = '';
  for (const line of splitLines(unified)) {
    const head = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    const hunk = hunks.at(-1);
    // The header of a hunk without new lines has the number of the line before.
    if (head) hunks.push({ at: Number(head[1]) - (head[2] === '0' ? 0 : 1), before: [], after: [] });
    else if (hunk && line.startsWith('\\')) eachSide(hunk, mark, (side) => side.push(side.pop()?.replace(/\n$/, '') ?? ''));
    else if (hunk) eachSide(hunk, (mark = line.charAt(0)), (side) => side.push(line.slice(1)));
  }
  return hunks;
}

/** Calls f for each side of the hunk that a line with this mark belongs to. */
function eachSide(hunk: Hunk, mark: string, f: (side: string[]) => void): void {
  if (mark !== '+') f(hunk.before);
  if (mark !== '-') f(hunk.after);
}
