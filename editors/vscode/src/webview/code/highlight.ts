import { StringStream, type StreamParser } from '@codemirror/streamparser';
import { parserOf } from './languages';

/** A piece of a line, and what it is: the class of its colour, or nothing. */
export interface Token { text: string; style: string }

const tabSize = 4;
/** The least that anyone indents by: Python's parser takes less for a mistake. */
const indentUnit = 2;
/** Longer lines are data, not code to read. */
const longestLine = 2000;

/** What the parsers call things, by what is coloured alike. */
const styles: Record<string, string> = {
  keyword: 'keyword', atom: 'atom', bool: 'atom', self: 'atom', number: 'number', unit: 'number', string: 'string', character: 'string', regexp: 'string',
  comment: 'comment', def: 'function', macroName: 'function', type: 'type', typeName: 'type', className: 'type', builtin: 'type', tag: 'keyword', tagName: 'keyword',
  attribute: 'property', attributeName: 'property', property: 'property', propertyName: 'property', meta: 'meta', processingInstruction: 'meta',
  inserted: 'inserted', deleted: 'deleted', link: 'string', color: 'number',
};

/** Colours code line by line, and knows how a line goes on in the next: what is coloured stays so, however much follows. */
export class Highlighter {
  private readonly parser: StreamParser<unknown> | undefined;
  private state: unknown;

  constructor(language: string) {
    this.parser = parserOf(language);
    this.state = this.parser?.startState?.(indentUnit) ?? {};
  }

  /** The next line, which ends with no newline. */
  line(text: string): Token[] {
    if (!this.parser || text.length > longestLine) return [{ text, style: '' }];
    try {
      return this.tokens(this.parser, text);
    } catch {
      return [{ text, style: '' }]; // a parser that stumbles over half a program
    }
  }

  private tokens(parser: StreamParser<unknown>, text: string): Token[] {
    if (text === '') parser.blankLine?.(this.state, indentUnit);
    const stream = new StringStream(text, tabSize, indentUnit);
    const tokens: Token[] = [];
    while (!stream.eol()) {
      const name = readToken(parser, stream, this.state);
      add(tokens, stream.current(), styleOf(name));
    }
    return tokens;
  }
}

/** Reads on by one token; a parser may change its mind some times before it takes anything. */
function readToken(parser: StreamParser<unknown>, stream: StringStream, state: unknown): string {
  stream.start = stream.pos;
  for (let tries = 0; tries < 10; tries++) {
    const name = parser.token(stream, state);
    if (stream.pos > stream.start) return name ?? '';
  }
  stream.next();
  return '';
}

function styleOf(name: string): string {
  const words = name.split(' ').toReversed(); // the last says most, as in "string property"
  for (const word of words) {
    const style = styles[word] ?? (word.startsWith('variableName.function') ? 'function' : styles[word.split('.')[0] ?? '']);
    if (style) return style;
  }
  return '';
}

function add(tokens: Token[], text: string, style: string): void {
  const last = tokens.at(-1);
  if (last?.style === style) last.text += text;
  else if (text !== '') tokens.push({ text, style });
}
