/** A replacement in a text, by offsets. */
export interface Placed {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns the range of a text that the code replaces: the selection; else the lines from the one that equals the code's first
 * line to the one that equals its last; else the end of the text.
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

/** Returns the last line of the range: with the indentation of its first line, or any equal one. */
function endOf(lines: readonly string[], first: number, wanted: string): number {
  const indent = /^\s*/.exec(lines[first] ?? '')?.[0] ?? '';
  const exact = lines.findIndex((line, i) => i >= first && line === indent + wanted.trim());
  return exact >= 0 ? exact : lines.findIndex((line, i) => i >= first && line.trim() === wanted.trim());
}

function offsetOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
}
