/** A replacement of lines; `end` is exclusive. */
export interface Edit {
  start: number;
  end: number;
  lines: readonly string[];
}

/** Returns the indentation of a line. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** Splits a text into lines without line endings; a final newline adds no line. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Removes blank lines at both ends, and spaces at the ends of lines. */
export function trimLines(lines: readonly string[]): string[] {
  const trimmed = lines.map((line) => line.trimEnd());
  const first = trimmed.findIndex((line) => line !== '');
  return first < 0 ? [] : trimmed.slice(first, trimmed.findLastIndex((line) => line !== '') + 1);
}

/** Returns the shortest indentation of the lines that are not blank. */
export function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => !isBlank(line)).map(indentOf);
  return indents.reduce((shortest, indent) => (indent.length < shortest.length ? indent : shortest), indents[0] ?? '');
}

/** Replaces the indentation `from` of all lines by `to`; undefined if a line has another indentation. */
export function reindent(lines: readonly string[], from: string, to: string): string[] | undefined {
  const result = lines.map((line) => (isBlank(line) ? '' : line.startsWith(from) ? to + line.slice(from.length) : undefined));
  return result.includes(undefined) ? undefined : (result as string[]);
}

/** Reports whether a line says something by itself: a brace, a keyword or a number does not. */
export function isSignificant(line: string): boolean {
  const words = line.match(/[\p{L}_]\w{2,}/gu) ?? [];
  return words.some((word) => !trivialWords.has(word.toLowerCase()));
}

const trivialWords = new Set(
  [
    'else end try finally return break continue default done esac then pass nil null none true false err public private begin for',
    'while catch except',
  ].flatMap((words) => words.split(' ')),
);
