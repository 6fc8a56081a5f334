import { commonIndent, indentOf, isSignificant, reindent, type Edit } from './lines';

/** Replaces the lines between the unchanged lines at both ends of the block. */
export function mergeByContext(file: readonly string[], block: readonly string[], from: number, to: number): Edit[] | undefined {
  const lines = aligned(file, block);
  if (!lines) return undefined;
  const start = anchor(file, lines, from, to);
  if (!start) return undefined;
  const end = anchorEnd(file, lines, start.at + start.length, to);
  if (!end) return undefined;
  const kept = Math.min(end.length, lines.length - start.length);
  const edit = { start: start.at + start.length, end: end.at + end.length - kept, lines: lines.slice(start.length, lines.length - kept) };
  const removed = edit.end - edit.start;
  return removed < 0 || removed > 2 * edit.lines.length + 10 ? undefined : [edit];
}

/** Returns the block with the indentation of the file. */
function aligned(file: readonly string[], block: readonly string[]): readonly string[] | undefined {
  const first = block[0] ?? '';
  if (file.includes(first)) return block;
  const indents = new Set(file.filter((line) => line.trim() === first.trim()).map(indentOf));
  const [indent] = indents;
  return indents.size === 1 && indent !== undefined ? reindent(block, commonIndent(block), indent) : undefined;
}

interface Anchor {
  at: number;
  length: number;
}

/** Finds the only place of the longest run of lines at the start of the block that the file has. */
function anchor(file: readonly string[], block: readonly string[], from: number, to: number): Anchor | undefined {
  const places = file
    .flatMap((_, at) => (at >= from && at < to ? [{ at, length: run(file, block, at, to) }] : []))
    .filter(({ length }) => length > 0);
  const longest = Math.max(0, ...places.map(({ length }) => length));
  const best = places.filter(({ length }) => length === longest);
  const [only] = best;
  return best.length === 1 && only && block.slice(0, longest).some(isSignificant) ? only : undefined;
}

/** Like [anchor], for the end of the block: finds the only place after `from`. */
function anchorEnd(file: readonly string[], block: readonly string[], from: number, to: number): Anchor | undefined {
  const backwards = file.slice(0, to).toReversed();
  // The unchanged lines at both ends may overlap if the block only removes lines.
  const found = anchor(backwards, block.toReversed(), 0, backwards.length);
  if (!found) return undefined;
  const at = to - found.at - found.length;
  return at + found.length >= from ? { at, length: Math.min(found.length, at + found.length - from) } : undefined;
}

function run(file: readonly string[], block: readonly string[], at: number, to: number): number {
  let length = 0;
  while (length < block.length && at + length < to && file[at + length] === block[length]) length++;
  return length;
}

export function indexOf(file: readonly string[], block: readonly string[]): number {
  return file.findIndex((_, at) => run(file, block, at, file.length) === block.length);
}
