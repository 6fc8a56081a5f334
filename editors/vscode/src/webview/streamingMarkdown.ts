import type { Markdown } from './markdown';

/** A definition such as "[name]: url" gives meaning to text that is already drawn. */
const linkDefinition = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Draws a growing Markdown text. What comes later can change the last block only, so all blocks before it are drawn
 * once and stay: the cost of a piece is that of one block, however long the answer is.
 */
export class StreamingMarkdown {
  private text = '';
  /** Up to here all is drawn for good; the rest is drawn into `tail`. */
  private settled = 0;
  private tail: HTMLElement | undefined;
  private complete = false;

  constructor(private readonly root: HTMLElement, private readonly markdown: Markdown) {}

  /** Draws the text; `complete` says that nothing will follow. */
  update(text: string, complete: boolean): void {
    if (text === this.text && complete === this.complete) return;
    if (!text.startsWith(this.text)) this.clear();
    const grown = text !== this.text;
    this.text = text;
    if (grown) this.drawTail();
    if (complete && !this.complete && linkDefinition.test(text)) this.drawAll();
    this.complete = complete;
  }

  private clear(): void {
    this.root.replaceChildren();
    this.settled = 0;
    this.tail = undefined;
  }

  /** An unfinished line says little: a "2" may become the next item of a list. So only whole lines settle a block. */
  private drawTail(): void {
    const rest = this.text.slice(this.settled);
    const starts = this.markdown.blockStarts(rest.slice(0, rest.lastIndexOf('\n') + 1));
    let from = 0;
    for (const to of starts.slice(1)) {
      this.drawBlock(rest.slice(from, to));
      this.tail = undefined;
      from = to;
    }
    this.settled += from;
    this.drawBlock(rest.slice(from));
  }

  private drawBlock(source: string): void {
    this.tail ??= this.root.appendChild(block());
    this.tail.replaceChildren(this.markdown.render(source));
  }

  private drawAll(): void {
    this.clear();
    const all = this.root.appendChild(block());
    all.append(this.markdown.render(this.text));
    this.tail = all;
  }
}

function block(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'block';
  return element;
}
