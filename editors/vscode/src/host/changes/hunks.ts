// The changes of PTK in a text that the user may have changed since.
import { diffLines, linesOf, type LineEdit } from './lineDiff';

/** A file before and after the changes of PTK; undefined if there was no file, or is none. */
export interface Sides {
  before: string | undefined;
  after: string | undefined;
}

/** A change of PTK that is still in the text. */
export interface Hunk {
  /** The lines in the present text, from 0, the end exclusive; empty if lines were removed. */
  start: number;
  end: number;
  /** The lines before the change. */
  before: readonly string[];
  /** Whether the user has changed these lines since. */
  edited: boolean;
}

/** A change with its lines on all sides. */
interface Group {
  before: Span;
  after: Span;
  edits: LineEdit[];
}
interface Span {
  start: number;
  end: number;
}

/** Returns the changes of PTK that are in the present text. The user's own changes elsewhere are not among them. */
export function hunksOf(sides: Sides, present: string): Hunk[] {
  const before = linesOf(sides.before ?? '');
  const after = linesOf(sides.after ?? '');
  const now = linesOf(present);
  const groups = grouped(diffLines(before, after), diffLines(after, now));
  return groups.flatMap(({ before: old, edited, start, end }) => {
    const lines = before.slice(old.start, old.end);
    return sameLines(lines, now.slice(start, end)) ? [] : [{ start, end, before: lines, edited }];
  });
}

/** Returns the present text without those changes of PTK. */
export function withoutHunks(present: string, hunks: readonly Hunk[]): string {
  const lines = linesOf(present);
  for (const { start, end, before } of hunks.toSorted((a, b) => b.start - a.start)) lines.splice(start, end - start, ...before);
  return lines.join(present.includes('\r\n') ? '\r\n' : '\n');
}

/** Returns the sides after the user kept one of the changes: it counts as if it had always been there. */
export function keepHunk(present: string, hunks: readonly Hunk[], kept: Hunk): Sides {
  return { before: withoutHunks(present, hunks.filter((hunk) => hunk !== kept)), after: present };
}

/** Returns the sides after a later turn changed the file again; what the user changed in between is no change of PTK. */
export function joined(earlier: Sides, later: Sides): Sides {
  if (earlier.before === undefined || later.before === undefined) return { before: earlier.before, after: later.after };
  return { before: withoutHunks(later.before, hunksOf(earlier, later.before)), after: later.after };
}

/** Joins the changes of PTK with the edits of the user that touch them, and returns them with their lines in the present text. */
function grouped(changes: readonly LineEdit[], edits: readonly LineEdit[]): (Span & Pick<Group, 'before'> & { edited: boolean })[] {
  const groups: Group[] = changes.map(({ start, end, newStart, newEnd }) => ({
    before: { start, end }, after: { start: newStart, end: newEnd }, edits: [],
  }));
  for (const edit of edits) touch(groups, edit);
  let offset = 0;
  let next = 0;
  const free = edits.filter((edit) => !groups.some((group) => group.edits.includes(edit)));
  return groups.map(({ before, after, edits: own }) => {
    for (let edit = free[next]; edit && edit.end <= after.start; edit = free[++next]) offset += growth(edit);
    const start = after.start + offset;
    offset += own.reduce((sum, edit) => sum + growth(edit), 0);
    return { before, edited: own.length > 0, start, end: after.end + offset };
  });
}

/** Joins the groups that the edit of the user overlaps. */
function touch(groups: Group[], edit: LineEdit): void {
  const first = groups.findIndex(({ after }) => overlaps(after, edit));
  if (first < 0) return;
  const last = groups.findLastIndex(({ after }) => overlaps(after, edit));
  const [head, tail] = [groups[first] as Group, groups[last] as Group];
  // Lines outside of the changes are the same before and after.
  const more = Math.max(0, head.after.start - edit.start);
  const further = Math.max(0, edit.end - tail.after.end);
  groups.splice(first, last - first + 1, {
    before: { start: head.before.start - more, end: tail.before.end + further },
    after: { start: head.after.start - more, end: tail.after.end + further },
    edits: [...groups.slice(first, last + 1).flatMap((group) => group.edits), edit],
  });
}

/** Reports whether two spans have a line in common, or one is a point within the other. */
function overlaps(a: Span, b: Span): boolean {
  if (a.start === a.end && b.start === b.end) return a.start === b.start;
  return a.start < b.end && b.start < a.end;
}

function growth({ start, end, newStart, newEnd }: LineEdit): number {
  return newEnd - newStart - (end - start);
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i]);
}
