// Merges a code block of an answer into a file. It changes a file only if the place of every line is certain: by whole
// definitions, or by unchanged lines at both ends. Otherwise the user has to be asked.
import { isSignificant, splitLines, trimLines, type Edit } from './lines';
import { indexOf, mergeByContext } from './mergeByContext';
import { mergeDefinitions } from './mergeDefinitions';
import { isComment, isHeader, wholeFile } from './wholeFile';

/** The new text of the file, or the reason why the user has to choose the place. */
export type Merged = { kind: 'merged'; text: string } | { kind: 'same' } | { kind: 'ask'; mayBeWhole: boolean };

/** Lines such as "// ... existing code ..." that stand for omitted code. */
const comment = String.raw`(?:\/\/|\/\*|#|--|<!--|;|%|\{\/\*)`;
const omittedWords = [
  '(?:the )?(?:rest|remainder) of',
  String.raw`(?:existing|remaining|other|unchanged|previous|same)\b.*` +
    String.raw`\b(?:code|lines|methods|functions|imports|fields|as before|unchanged)\b`,
].join('|');
const omission = new RegExp(
  String.raw`^\s*${comment}?\s*(?:\.\.\.|…)(?:.*(?:\.\.\.|…))?[^\w]*$|^\s*${comment}\s*(?:\.\.\.|…)?\s*(?:${omittedWords}).*$`,
  'i',
);

export function mergeCode(text: string, code: string): Merged {
  const block = trimLines(splitLines(code));
  if (block.length === 0) return { kind: 'same' };
  if (text.trim() === '') return { kind: 'merged', text: withEnding(text, block, true) };
  const file = splitLines(text).map((line) => line.trimEnd());
  if (block.some((line) => omission.test(line))) return finish(text, mergeSegments(file, block), false);
  if (indexOf(file, block) >= 0)
    return trimLines(file).length === block.length || isInside(block) ? { kind: 'same' } : { kind: 'ask', mayBeWhole: true };
  const whole = wholeFile(file, block);
  if (whole === 'yes') return { kind: 'merged', text: withEnding(text, block, true) };
  if (whole === 'maybe') return { kind: 'ask', mayBeWhole: true };
  return finish(text, mergeDefinitions(file, block) ?? mergeByContext(file, block, 0, file.length), false);
}

/** Returns the text with the block at an offset range that the user chose. */
export function placeCode(text: string, code: string, start: number, end: number): string {
  const crlf = text.includes('\r\n');
  const body = code.replace(/\r?\n$/, '').replaceAll(/\r?\n/g, crlf ? '\r\n' : '\n');
  return text.slice(0, start) + body + text.slice(end);
}

/** Returns the text with the block after its end. */
export function appendCode(text: string, code: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const end = text === '' || text.endsWith('\n') ? '' : newline;
  return `${text}${end}${text.trim() === '' ? '' : newline}${trimLines(splitLines(code)).join(newline)}${newline}`;
}

/** Returns the code as the whole text of the file, with the line endings of the present text. */
export function replaceWhole(text: string, code: string): string {
  return withEnding(text, trimLines(splitLines(code)), true);
}

/** A block that the file contains already changes nothing, unless it could be a whole file with the rest deleted. */
function isInside(block: readonly string[]): boolean {
  return !isHeader(block.find((line) => !isComment(line)) ?? '');
}

function finish(text: string, edits: readonly Edit[] | undefined, mayBeWhole: boolean): Merged {
  if (!edits) return { kind: 'ask', mayBeWhole };
  const lines = splitLines(text);
  // From the end; what is inserted before a replaced definition comes after that.
  const ordered = edits.toReversed().toSorted((a, b) => b.start - a.start || b.end - a.end);
  for (const { start, end, lines: added } of ordered) lines.splice(start, end - start, ...added);
  const merged = withEnding(text, lines, false);
  return merged === text ? { kind: 'same' } : { kind: 'merged', text: merged };
}

/** Joins lines with the line endings of the text; a whole text ends with a newline. */
function withEnding(text: string, lines: readonly string[], endsWithNewline: boolean): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return lines.join(newline) + (endsWithNewline || text.endsWith('\n') ? newline : '');
}

/** Merges the parts between omissions, each by its unchanged lines. */
function mergeSegments(file: readonly string[], block: readonly string[]): Edit[] | undefined {
  const segments: string[][] = [[]];
  for (const line of block) {
    if (omission.test(line)) segments.push([]);
    else segments.at(-1)?.push(line);
  }
  const edits: Edit[] = [];
  let from = 0;
  for (const segment of segments.map(trimLines)) {
    if (!segment.some(isSignificant)) continue; // closing brackets between omissions
    const found = mergeByContext(file, segment, from, file.length);
    if (!found) return undefined;
    edits.push(...found);
    from = found.at(-1)?.end ?? from;
  }
  return edits.length > 0 ? edits : undefined;
}
