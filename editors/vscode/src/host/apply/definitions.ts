// Finds the definitions in a text: functions, types, classes and the like, by their first lines and their indentation. It
// knows no language exactly, so it gives up on anything doubtful.
import { indentOf, isBlank } from './lines';

/** A definition by its lines, counted from 0; `end` is exclusive. */
export interface Definition {
  /** The kind and name, such as "func Heat". */
  key: string;
  /** The first line of its comments and decorators; the same as `head` if it has none. */
  start: number;
  /** The line with the name. */
  head: number;
  end: number;
}

const modifierWords = [
  'export|default|declare|public|private|protected|internal|static|final|abstract|async|override|readonly|inline|virtual|const|unsafe',
  String.raw`open|sealed|partial|local|extern|pub(?:\([^)]*\))?`,
].join('|');
const modifiers = String.raw`(?:(?:${modifierWords})\s+)*`;
const typeWords = 'class|interface|enum|struct|trait|union|protocol|extension|record|object|type|mod|module|namespace';

/** The forms of first lines, with the kind if it is not in the text; the last group is the name. */
const forms: readonly (readonly [kind: string, form: RegExp])[] = [
  ['func', /^func\s+\(\s*(?:\w+\s+)?\*?(\w+)(?:\[[^\]]*\])?\s*\)\s*(\w+)/],
  ['func', new RegExp(String.raw`^${modifiers}(?:function\s*\*?|func|fun|fn|def|sub)\s+(?:<[^>]*>\s*)?([\w.:?!=$]+)`)],
  [
    'type',
    new RegExp(
      String.raw`^${modifiers}(?:${typeWords})\s+(\w[\w.:]*)`,
    ),
  ],
  ['impl', /^impl(?:<[^>]*>)?\s+([^{]+)/],
  ['value', new RegExp(String.raw`^${modifiers}(?:const|let|var|val|static)\s+(?:mut\s+)?(\w+)\s*[:=\w[*]`)],
  ['func', /^([\w-]+)\s*\(\)\s*\{/],
  ['func', new RegExp(String.raw`^${modifiers}(?:get\s+|set\s+|\*\s*)?(#?[\w$]+)\s*(?:<[^>]*>)?\([^;]*\{$`)],
  ['func', /^(?:[\w<>[\],*&:~?@.]+\s+)+[*&]*(~?\w[\w:]*)\s*\([^;=]*$/],
  ['rule', /^([.#@:\w[*][^{};]*)\{$/],
];
const statementWords = [
  'if|else|for|foreach|while|switch|case|catch|return|do|try|with|when|match|throw|new|await|yield|elif|unless|until|using|lock|go|defer',
  'select|assert|expect|test|it|describe|import|package|from|use',
].join('|');
const statements = new RegExp(String.raw`^(?:${statementWords})\b`);
const leading = /^(?:\/\/|\/\*|\*|--|@|#[ ![]|#$|\[\w)/;

/** Returns the kind and name of the definition that a line starts, if it starts one. */
export function definitionKey(line: string): string | undefined {
  const text = line.trim();
  if (text === '' || statements.test(text) || leading.test(text)) return undefined;
  for (const [kind, form] of forms) {
    const found = form.exec(text);
    if (found) return `${kind} ${found.slice(1).join('.').trim()}`;
  }
  return undefined;
}

/** Returns the definitions whose first line has that indentation, or all; those with unclear ends are left out. */
export function findDefinitions(lines: readonly string[], indent?: string): Definition[] {
  return lines.flatMap((line, head) => {
    const key = indent === undefined || indentOf(line) === indent ? definitionKey(line) : undefined;
    const end = key === undefined ? undefined : endOf(lines, head);
    return key === undefined || end === undefined ? [] : [{ key, start: startOf(lines, head), head, end }];
  });
}

/** Returns the first line of the comments and decorators before a definition. */
function startOf(lines: readonly string[], head: number): number {
  const indent = indentOf(lines[head] ?? '');
  let start = head;
  for (let i = head - 1; i >= 0; i--) {
    const line = lines[i] ?? '';
    const isLeading = indentOf(line).trimEnd() === indent.trimEnd() && (leading.test(line.trim()) || line.trim().endsWith('*/'));
    if (isBlank(line) || (!isLeading && !/^\s*\*/.test(line))) break;
    start = i;
  }
  return start;
}

/** Returns the line after a definition; undefined if its brackets or strings are not closed there. */
function endOf(lines: readonly string[], head: number): number | undefined {
  const indent = indentOf(lines[head] ?? '');
  let end = head + 1;
  for (let i = head + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (isBlank(line)) continue;
    if (indentOf(line).length > indent.length) {
      end = i + 1;
      continue;
    }
    const text = line.trim();
    if (indentOf(line) !== indent || !/^(?:[}\])]|(?:end|else|elif|except|finally|rescue|ensure|done|fi|esac)\b|\{$)/.test(text)) break;
    end = i + 1;
    const continues = /^(?:\{|else\b|elif\b|except\b|finally\b|rescue\b|ensure\b)/.test(text) || /(?:[{([:]|=>|->)$/.test(text);
    if (!continues) break;
  }
  return isBalanced(lines.slice(head, end)) ? end : undefined;
}

/** Reports whether all brackets and long strings of the lines are closed. */
export function isBalanced(lines: readonly string[]): boolean {
  const text = lines.join('\n');
  for (const quote of ['"""', "'''", '`']) if (text.split(quote).length % 2 === 0) return false;
  const code = text
    .replaceAll(/"""[^]*?"""|'''[^]*?'''|`[^`]*`/g, '')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '')
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*|(?:^|\s)#\s.*|--\s.*/g, '');
  const stack: string[] = [];
  const closers: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (const character of code.match(/[()[\]{}]/g) ?? []) {
    const opener = closers[character];
    if (opener === undefined) stack.push(character);
    else if (stack.pop() !== opener) return false;
  }
  return stack.length === 0;
}
