/** A replacement in a text, by offsets. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** Returns the replacement of whole lines that makes `after` of `before`. */
export function difference(before: string, after: string): Replacement {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let rest = 0;
  while (rest < shorter - same && before.at(-1 - rest) === after.at(-1 - rest)) rest++;
  const start = same === 0 ? 0 : before.lastIndexOf('\n', same - 1) + 1;
  const newline = before.indexOf('\n', before.length - rest);
  const kept = newline < 0 || rest === 0 ? 0 : before.length - newline - 1;
  return { start, end: before.length - kept, text: after.slice(start, after.length - kept) };
}
