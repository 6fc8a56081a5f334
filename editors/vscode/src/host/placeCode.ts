/** A piece of a text, by offsets, and what shall stand there. */
export interface Placed {
  start: number;
  end: number;
  text: string;
}

/**
 * Finds the piece of a text that code is meant to take the place of: what is selected; else the lines from the one that
 * begins as the code does to the one that ends as it does; else, where the code is no piece of the text, its end.
 */
export function placeCode(text: string, code: string, selected?: { start: number; end: number }): Placed {
  const body = code.endsWith('\n') ? code : `${code}\n`;
  if (selected) return { ...selected, text: code.replace(/\n$/, '') };
  const lines = text.split('\n');
  const wanted = body.trim().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && line.trim() === wanted[0]?.trim());
  const last = first < 0 ? -1 : endOf(lines, first, wanted.at(-1) ?? '');
  if (last < 0)
    return { start: text.length, end: text.length, text: text.trim() === '' ? body : `${text.endsWith('\n') ? '' : '\n'}\n${body}` };
  const start = offsetOf(lines, first);
  const end = offsetOf(lines, last + 1);
  return { start, end: Math.min(end, text.length), text: end > text.length ? body.replace(/\n$/, '') : body };
}

/** The line that ends the piece: as far in as its beginning, or simply the same. */
function endOf(lines: readonly string[], first: number, wanted: string): number {
  const indent = /^\s*/.exec(lines[first] ?? '')?.[0] ?? '';
  const exact = lines.findIndex((line, i) => i >= first && line === indent + wanted.trim());
  return exact >= 0 ? exact : lines.findIndex((line, i) => i >= first && line.trim() === wanted.trim());
}

function offsetOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
}
