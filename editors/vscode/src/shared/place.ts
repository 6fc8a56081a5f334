/** A file or folder of the workspace that a text names, with lines counted from 1. */
export interface Place {
  path: string;
  line?: number;
  endLine?: number;
}

/** Matches "src/oven.go", "src/oven.go:5", "src/oven.go:5:2", "src/oven.go:5-9", "src/oven.go#L5" and "src/oven.go#L5-L9". */
const place = /^(.+?)(?:(?::|#L?)(\d{1,7})(?::\d+)?(?:\s?[-–]\s?L?(\d{1,7})(?::\d+)?)?)?$/;
const segment = String.raw`[\p{L}\p{N}_@.()[\]+~$-]+`;
const pathLike = new RegExp(String.raw`^(?:[A-Za-z]:)?[\\/]?(?:${segment}[\\/])*${segment}[\\/]?$`, 'u');
/** Names without a folder that are files: they have an extension, or look like Makefile or LICENSE. */
const fileName = /\.[A-Za-z]\w{0,9}$|^[A-Z][a-z]+file$|^[A-Z]{4,}$/;

const longest = 300;

/** Returns the place that a text may name. Whether it exists is to be checked. */
export function parsePlace(text: string): Place | undefined {
  const [, path = '', line, endLine] = (text.length <= longest && place.exec(text.trim())) || [];
  if (!pathLike.test(path) || path.split(/[\\/]/).includes('..')) return undefined;
  if (!/[\\/]/.test(path) && !fileName.test(path)) return undefined;
  return { path, ...(line !== undefined && { line: Number(line) }), ...(endLine !== undefined && { endLine: Number(endLine) }) };
}

/** A name of the program, such as `Heat`, `oven.Heat`, `Oven::heat` or `heat()`; plain words are none. */
const symbol = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)*(?:\(\))?$/u;

/** Returns the last part of the name of a symbol that a text may name. */
export function parseSymbol(text: string): string | undefined {
  if (text.length < 3 || text.length > 100 || !symbol.test(text)) return undefined;
  if (!/[A-Z_.:#]|\(\)$/.test(text)) return undefined;
  return text.replace(/\(\)$/, '').split(/\.|::|#/).at(-1);
}
