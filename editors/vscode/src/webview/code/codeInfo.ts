/** The info string of a code block: the language, and the file if it names one. */
export interface CodeInfo {
  language: string;
  path?: string;
}

const named = /\b(?:title|file|filename|path)=["']?([^"'\s}]+)/;
const looksLikePath = /^[\w@.-]+(?:\/[\w@.-]+)+$|^[\w-]+\.[A-Za-z]\w{0,9}$/;

/** Files without a directory are recognised by their extension: fmt.Println is no file. */
const extensions = new Set(
  [
    'astro bash bat c cc clj cljs cmake conf cpp cs css csv cxx dart ex exs fish fs go gradle graphql h hpp hs html ini java jl js json',
    'jsonc jsx kt kts less lua m md mdx mjs ml mod mts nix php pl proto ps1 py r rb rs sass scala scss sh sql sum svelte svg swift tf toml',
    'ts tsx txt vue',
    'xml yaml yml zig zsh cjs cts',
  ].flatMap((names) => names.split(' ')),
);
const quoted = /`([^`\n]+)`|\*\*([^*\n]+)\*\*/g;
const wholeLine = /^(?:#{1,6}\s+)?(?:file(?:name)?:\s*)?[`*]*([\w@./-]+)[`*]*:?$/i;
const pathComment = /^\s*(?:\/\/|#|--|;|\/\*|<!--)\s*(?:file(?:name)?:\s*)?([\w@./-]+)\s*(?:\*\/|-->)?\s*$/i;

/** Reports whether a word is the path of a file. */
function isPath(word: string): boolean {
  const name = word.replace(/:\d+$/, '');
  if (!looksLikePath.test(name) || name.startsWith('/')) return false;
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  return extension !== undefined && extensions.has(extension);
}

/** Returns the only file that the sentence before a code block names. */
export function fileBefore(text: string): string | undefined {
  const sentence = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  const words = [
    wholeLine.exec(sentence)?.[1] ?? '',
    ...[...sentence.matchAll(quoted)].map(([, code, bold]) => (code ?? bold ?? '').trim()),
  ];
  const paths = new Set(
    words
      .map((word) => word.replace(/:$/, ''))
      .filter(isPath)
      .map((path) => path.replace(/:\d+$/, '')),
  );
  const [only] = paths;
  return paths.size === 1 ? only : undefined;
}

/** Returns the file that a comment in the first line of a code block names. */
export function fileInComment(firstLine: string): string | undefined {
  const path = pathComment.exec(firstLine)?.[1] ?? '';
  return isPath(path) ? path : undefined;
}

/** Languages of commands and output, which belong in no file. */
const commandLanguages = new Set(['bash', 'sh', 'shell', 'zsh', 'console', 'shell-session', 'powershell', 'text', 'txt', 'output', '']);

const shellLanguages = new Set('bash sh shell zsh fish console shell-session powershell pwsh ps1 bat cmd'.split(' '));

/** Reports whether a block holds commands for a terminal. */
export function isShell({ language, path }: CodeInfo): boolean {
  return !path && shellLanguages.has(language.toLowerCase());
}

/** Reports whether a block is a command or output. */
export function isCommand({ language, path }: CodeInfo): boolean {
  return !path && commandLanguages.has(language.toLowerCase());
}

/**
 * Parses "go", "go src/oven.go", "go:src/oven.go", "go title=src/oven.go" and "src/oven.go". If it names no file, the sentence
 * at the end of `before`, the text before the block, may do so.
 */
export function parseInfo(info: string, before = ''): CodeInfo {
  const [head = '', ...rest] = info.trim().split(/\s+/);
  const [first = '', afterColon] = head.split(/:(.*)/);
  const path = named.exec(info)?.[1] ?? [afterColon, ...rest, first].find((word) => word && looksLikePath.test(word));
  const language = path === first ? first.slice(first.lastIndexOf('.') + 1) : first.replace(/\{.*$/, '');
  const file = path ?? (isCommand({ language }) ? undefined : fileBefore(before));
  return { language, ...(file && { path: file }) };
}
