// Makes text safe to display: characters that hide, move or reorder other text are replaced by visible marks. Nothing is
// dropped. The server and Neovim do the same; all three are tested with workspace/visible/testdata/marks.json.

/** Characters that are always marked. */
const hidden = [
  String.raw`\u0000-\u0008\u000B-\u001F\u007F-\u009F\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u2028-\u202E\u2060-\u206F\u2800`,
  String.raw`\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFC\u{13430}-\u{1343F}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}`,
  String.raw`\p{Cs}`,
].join('');
/** Unusual blanks, joiners and direction marks. Some languages need them, so prose keeps them. */
const joiners = String.raw`\u00A0\u00AD\u061C\u1680\u2000-\u200A\u200C-\u200F\u202F\u205F\u3000`;

const inLines = new RegExp(`[${hidden}${joiners}\\t\\n]`, 'gu');
const inTexts = new RegExp(`[${hidden}${joiners}]`, 'gu');
const inProse = new RegExp(`[${hidden}]`, 'gu');
const pictograph = /[\u00A9\u00AE\u203C\u2049\u2122\u2139\u2190-\u27FF\u2900-\u2BFF\u3030\u303D\u3297\u3299\u{1F000}-\u{1FAFF}]/u;

/** Marks a title, name, path or label, which is one line: newlines and tabs are marked too. */
export function line(source: string): string {
  return marked(source, inLines, false);
}

/** Marks commands, diffs and other text that the user must be able to read exactly. */
export function text(source: string): string {
  return marked(source, inTexts, true);
}

/** Marks text that people or models write. */
export function prose(source: string): string {
  return marked(source, inProse, true);
}

function marked(source: string, what: RegExp, lines: boolean): string {
  return source.replace(what, (character, at: number) => (isAllowed(character, at, source, lines) ? character : mark(character)));
}

/** Reports whether the character is part of a line ending or of an emoji. */
function isAllowed(character: string, at: number, source: string, lines: boolean): boolean {
  switch (character) {
    case '\r':
      return lines && source[at + 1] === '\n';
    case '\uFE0E':
    case '\uFE0F':
      return isPictograph(before(source, at)) || /[0-9#*]/.test(source[at - 1] ?? '');
    case '\u200D':
      return (
        (source[at - 1] === '\uFE0F' || isPictograph(before(source, at))) &&
        isPictograph(String.fromCodePoint(source.codePointAt(at + 1) ?? 0))
      );
    default:
      return false;
  }
}

function before(source: string, at: number): string {
  const one = source[at - 1] ?? '';
  return /[\uDC00-\uDFFF]/.test(one) ? (source[at - 2] ?? '') + one : one;
}

function isPictograph(character: string): boolean {
  return pictograph.test(character);
}

function mark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
