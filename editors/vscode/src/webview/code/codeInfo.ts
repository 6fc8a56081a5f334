/** The info string of a code block: the language, and the file if it names one. */
export interface CodeInfo { language: string; path?: string }

const named = /\b(?:title|file|filename|path)=["']?([^"'\s}]+)/;
const looksLikePath = /^[\w@.-]+(?:\/[\w@.-]+)+$|^[\w-]+\.[A-Za-z]\w{0,9}$/;

/** Parses "go", "go src/oven.go", "go:src/oven.go", "go title=src/oven.go" and "src/oven.go". */
export function parseInfo(info: string): CodeInfo {
  const [head = '', ...rest] = info.trim().split(/\s+/);
  const [first = '', afterColon] = head.split(/:(.*)/);
  const path = named.exec(info)?.[1] ?? [afterColon, ...rest, first].find((word) => word && looksLikePath.test(word));
  const language = path === first ? first.slice(first.lastIndexOf('.') + 1) : first.replace(/\{.*$/, '');
  return { language, ...(path && { path }) };
}
