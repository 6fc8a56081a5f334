import type { ServerEntry } from './mcpSettings';

/** Returns the entry for what the user typed: an address, or a command line with quotes; undefined if it is neither. */
export function parseTarget(text: string): ServerEntry | undefined {
  const target = text.trim();
  if (/^https?:\/\/\S+$/i.test(target)) return { url: target };
  if (target === '' || /^[a-z][a-z+.-]*:\/\//i.test(target)) return undefined;
  const words = splitWords(target);
  const [command, ...args] = words ?? [];
  return command ? { command, ...(args.length > 0 && { args }) } : undefined;
}

/** Splits a command line into words; undefined if a quote is not closed. No shell runs it, so nothing is expanded. */
function splitWords(text: string): string[] | undefined {
  const words: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const word = /^(?:[^\s'"]|'[^']*'|"[^"]*")+/.exec(rest)?.[0];
    if (word === undefined) return undefined;
    words.push(word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''));
    const after = rest.slice(word.length);
    if (after !== '' && !/^\s/.test(after)) return undefined;
    rest = after.trimStart();
  }
  return words;
}

/** Reports whether a server can have the name: it becomes a part of its tools' names. */
export function isServerName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(name) && !name.includes('__');
}

/** Returns the variable that holds the token of a server. */
export function tokenVariable(name: string): string {
  return `PTK_MCP_${name.replace(/\W/g, '_').toUpperCase()}_TOKEN`;
}

/** Returns the entry with its token in the header, as a variable: the settings hold no secret. */
export function withToken(entry: ServerEntry, name: string): ServerEntry {
  return { ...entry, headers: { ...entry.headers, Authorization: `Bearer \${${tokenVariable(name)}}` } };
}
