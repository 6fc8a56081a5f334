import { StringStream, type StreamParser } from '@codemirror/streamparser';
import { parserOf } from './languages';

/** A part of a line with the name of its color class, or ''. */
export interface Token {
  text: string;
  style: string;
}

const tabSize = 4;
/** The smallest usual indentation: Python's parser takes less for an error. */
const indentUnit = 2;
/** Longer lines are data, not code to read. */
const longestLine = 2000;

/** The color class of each token name of the parsers. */
const styles: Record<string, string> = {
  keyword: 'keyword',
  atom: 'atom',
  bool: 'atom',
  self: 'atom',
  number: 'number',
  unit: 'number',
  string: 'string',
  character: 'string',
  regexp: 'string',
  comment: 'comment',
  def: 'function',
  macroName: 'function',
  type: 'type',
  typeName: 'type',
  className: 'type',
  builtin: 'type',
  tag: 'keyword',
  tagName: 'keyword',
  attribute: 'property',
  attributeName: 'property',
  property: 'property',
  propertyName: 'property',
  meta: 'meta',
  processingInstruction: 'meta',
  inserted: 'inserted',
  deleted: 'deleted',
  link: 'string',
  color: 'number',
};

/** Highlights code line by line and keeps the parser's state in between, so that finished lines never change. */
export class Highlighter {
  private readonly parser: StreamParser<unknown> | undefined;
  private state: unknown;

  constructor(language: string) {
    this.parser = parserOf(language);
    this.state = this.parser?.startState?.(indentUnit) ?? {};
  }

  /** Highlights the next line, given without its newline. */
  line(text: string): Token[] {
    if (!this.parser || text.length > longestLine) return [{ text, style: '' }];
    try {
      return this.tokens(this.parser, text);
    } catch {
      return [{ text, style: '' }]; // some parsers fail on incomplete code
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

/** Reads one token; a parser may change its state several times before it consumes text. */
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
  const words = name.split(' ').toReversed(); // the last is the most specific, as in "string property"
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
