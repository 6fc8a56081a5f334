import type { Send } from '../host';
import { CodeBlock } from './codeBlock';
import { parseInfo, type CodeInfo } from './codeInfo';

/** Matches a fence at the start of a text, after empty lines. */
const opening = /^(?:[ \t]*\n)* {0,3}(?:(`{3,})([^`\n]*)|(~{3,})([^\n]*))\n/;

/** A fenced code block whose end has not arrived: each line is drawn once, when it is complete. */
export class OpenFence {
  readonly block: CodeBlock;
  private at: number;

  private constructor(
    private readonly mark: string,
    private readonly indent: number,
    info: CodeInfo,
    at: number,
    send: Send,
  ) {
    this.block = new CodeBlock(info, send);
    this.at = at;
  }

  /** Returns the fence that starts at that offset, if any. */
  static at(text: string, from: number, send: Send): OpenFence | undefined {
    const found = opening.exec(text.slice(from));
    if (!found) return undefined;
    const mark = found[1] ?? found[3] ?? '';
    const line = found[0].slice(0, found[0].indexOf(mark));
    const indent = line.length - (line.lastIndexOf('\n') + 1);
    const info = parseInfo(found[2] ?? found[4] ?? '', text.slice(0, from));
    return new OpenFence(mark, indent, info, from + found[0].length, send);
  }

  /** Draws new lines; returns the offset after the closing fence, or undefined if it is missing. */
  read(text: string, complete: boolean): number | undefined {
    for (let end = text.indexOf('\n', this.at); end >= 0; end = text.indexOf('\n', this.at)) {
      const line = text.slice(this.at, end);
      this.at = end + 1;
      if (this.closes(line)) {
        this.block.showRest('');
        return this.at;
      }
      this.block.addLine(this.unindented(line));
    }
    this.drawRest(text.slice(this.at), complete);
    return undefined;
  }

  private drawRest(rest: string, complete: boolean): void {
    const mayBeClosing = /^ {0,3}[`~]*[ \t]*$/.test(rest);
    if (!complete) this.block.showRest(mayBeClosing ? '' : this.unindented(rest));
    else if (rest !== '' && !this.closes(rest)) this.block.addLine(this.unindented(rest));
    if (complete) this.at += rest.length;
  }

  private closes(line: string): boolean {
    const found = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1] ?? '';
    return found.startsWith(this.mark);
  }

  private unindented(line: string): string {
    const spaces = /^ */.exec(line)?.[0].length ?? 0;
    return line.slice(Math.min(spaces, this.indent));
  }
}
