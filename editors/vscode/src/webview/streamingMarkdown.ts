import type { Send } from './host';
import { OpenFence } from './code/openFence';
import { prose } from '../shared/visible';
import type { Markdown } from './markdown';

/** A definition such as "[name]: url" changes text that is already drawn. */
const linkDefinition = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Draws a growing Markdown text. New text can change the last block only, so each earlier block is drawn once: a chunk costs
 * one block, however long the answer is, and one line inside a code block.
 */
export class StreamingMarkdown {
  private text = '';
  /** The end of the finished blocks; the rest is drawn into `tail` or `fence`. */
  private settled = 0;
  private tail: HTMLElement | undefined;
  private fence: OpenFence | undefined;
  private complete = false;

  constructor(private readonly root: HTMLElement, private readonly markdown: Markdown, private readonly send: Send) {}

  /** Draws the text; `complete` if no more text follows. */
  update(source: string, complete: boolean): void {
    const text = prose(source);
    if (text === this.text && complete === this.complete) return;
    if (!text.startsWith(this.text)) this.clear();
    this.text = text;
    if (complete && linkDefinition.test(text)) this.drawAll();
    else this.draw(complete);
    this.complete = complete;
  }

  private clear(): void {
    this.root.replaceChildren();
    this.settled = 0;
    this.tail = undefined;
    this.fence = undefined;
  }

  private draw(complete: boolean): void {
    while (this.readFence(complete)) {
      if (!this.settleBlocks()) return;
    }
  }

  /** Reads the open fence; returns false if its end is missing. */
  private readFence(complete: boolean): boolean {
    if (!this.fence) return true;
    const end = this.fence.read(this.text, complete);
    if (end === undefined) return false;
    this.settled = end;
    this.fence = undefined;
    return true;
  }

  /**
   * Draws the text up to the next fence, and reports whether there is one. Only whole lines finish a block: an unfinished "2"
   * may become the next item of a list.
   */
  private settleBlocks(): boolean {
    if (this.beginFence()) return true;
    const rest = this.text.slice(this.settled);
    const base = this.settled;
    const starts = this.markdown.blockStarts(rest.slice(0, rest.lastIndexOf('\n') + 1));
    let from = 0;
    for (const to of starts.slice(1)) {
      this.drawBlock(rest.slice(from, to));
      this.tail = undefined;
      from = to;
      this.settled = base + from;
      if (this.beginFence()) return true;
    }
    this.drawBlock(rest.slice(from));
    return false;
  }

  private beginFence(): boolean {
    this.fence = OpenFence.at(this.text, this.settled, this.send);
    if (!this.fence) return false;
    this.tail?.remove();
    this.tail = undefined;
    this.root.appendChild(block()).append(this.fence.block.element);
    return true;
  }

  private drawBlock(source: string): void {
    if (source.trim() === '' && !this.tail) return;
    this.tail ??= this.root.appendChild(block());
    this.tail.replaceChildren(this.markdown.render(source));
  }

  private drawAll(): void {
    this.clear();
    const all = this.root.appendChild(block());
    all.append(this.markdown.render(this.text));
    this.tail = all;
    this.settled = 0;
  }
}

function block(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'block';
  return element;
}
