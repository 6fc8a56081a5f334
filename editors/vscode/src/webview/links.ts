import { t } from '@vscode/l10n';
import { parsePlace, parseSymbol, type Place } from '../shared/place';
import { line } from '../shared/visible';
import { h } from './dom';
import type { Send } from './host';

/** Paths are checked together, after a short wait. */
const checkAfterMs = 60;
/** So many paths are checked at a time. */
const mostPaths = 100;
/** So many mentions of a path wait for the answer; a text that arrives is drawn again and again. */
const mostMentions = 50;
/** For so long the answer is used for other mentions of a path; what does not exist may soon. */
const [knownMs, unknownMs] = [60_000, 3000];

/** Makes links of the files and symbols that an answer names. A file is a link once the extension host has found it. */
export class Links {
  private readonly waiting = new Map<string, HTMLElement[]>();
  /** The paths whose answer is on its way. */
  private readonly asked = new Set<string>();
  private readonly known = new Map<string, { exists: boolean; until: number }>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly send: Send) {}

  /** Makes a link of an element with code, or with the text of a link, to `target`. */
  offer(element: HTMLElement, target: string): void {
    const place = parsePlace(target);
    if (place) this.offerPlace(element, place);
    else if (element.localName === 'code') this.linkSymbol(element, target);
  }

  /** Makes a link of an element that names a symbol. The element must have a parent when this task ends. */
  offerSymbol(element: HTMLElement, name: string): void {
    queueMicrotask(() => this.linkSymbol(element, name));
  }

  /** Takes the answer of the extension host: which of the paths exist. */
  found(asked: readonly string[], found: readonly string[]): void {
    const existing = new Set(found);
    for (const path of asked) {
      const exists = existing.has(path);
      this.known.set(path, { exists, until: Date.now() + (exists ? knownMs : unknownMs) });
      const elements = this.waiting.get(path) ?? [];
      this.asked.delete(path);
      this.waiting.delete(path);
      for (const element of elements.filter((one) => one.isConnected)) this.linkKnown(element, exists);
    }
  }

  private offerPlace(element: HTMLElement, { path, line: first, endLine }: Place): void {
    element.dataset.path = path;
    if (first !== undefined) element.dataset.line = String(first);
    if (endLine !== undefined) element.dataset.endLine = String(endLine);
    const known = this.known.get(path);
    if (known && known.until > Date.now()) {
      this.linkKnown(element, known.exists);
      return;
    }
    this.waiting.set(path, [...(this.waiting.get(path) ?? []).slice(-mostMentions), element]);
    this.timer ??= setTimeout(() => this.check(), checkAfterMs);
  }

  /** Links a file that exists; `fmt.Println` is no file, but may be a symbol. */
  private linkKnown(element: HTMLElement, exists: boolean): void {
    if (exists) this.linkPlace(element);
    else if (element.localName === 'code') this.linkSymbol(element, element.textContent ?? '');
  }

  private check(): void {
    this.timer = undefined;
    const paths = [...this.waiting.keys()].filter((path) => !this.asked.has(path));
    for (const path of paths) this.asked.add(path);
    for (let i = 0; i < paths.length; i += mostPaths) this.send({ kind: 'checkPaths', paths: paths.slice(i, i + mostPaths) });
  }

  private linkPlace(element: HTMLElement): void {
    const { path = '', line: first, endLine } = element.dataset;
    const open = () => this.send({
      kind: 'openPath', path, ...(first && { line: from0(first) }), ...(endLine && { endLine: from0(endLine) }),
    });
    wrap(element, 'path-link', t('Open {0}', path + (first ? `:${first}` : '') + (endLine ? `-${endLine}` : '')), open);
  }

  private linkSymbol(code: HTMLElement, text: string): void {
    const name = parseSymbol(text);
    const open = () => this.send({ kind: 'openSymbol', name: text });
    if (name !== undefined) wrap(code, 'symbol-link', t('Go to the definition of {0}', text), open);
  }
}

/** Converts a number counted from 1 to one counted from 0. */
function from0(number: string): number {
  return Math.max(0, Number(number) - 1);
}

/** Puts the element into a button. */
function wrap(element: HTMLElement, className: string, title: string, open: () => void): void {
  const link = h('button', { class: className, attrs: { type: 'button', title: line(title) }, on: { click: open } });
  element.replaceWith(link);
  link.append(element);
}
