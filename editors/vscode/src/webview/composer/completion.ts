import { t } from '@vscode/l10n';
import type { CompleteResult, CompletionItem, CompletionKind } from '../../shared/protocol';
import type { Request } from '../host';
import { h, icon } from '../dom';

const icons: Record<CompletionKind, string> = { file: 'file', symbol: 'symbol-method', command: 'terminal', tool: 'tools' };
/** The icons of special mentions. */
const iconsByLabel: Record<string, string> = { '@diagnostics': 'warning', '@selection': 'list-selection', '@diff': 'diff' };
const listId = 'completions';

/** Matches text that can be completed at its end: a mention, or a command at the start. */
const completable = /(?:^|\s)@\S*$|^\s*\/[\w-]*$/;

/** The suggestions after an `@`, or after a `/` at the start of the input, as the list box of a combobox. */
export class Completion {
  readonly element = h('ul', { class: 'completions', attrs: { id: listId, role: 'listbox', 'aria-label': t('Suggestions') } });
  private found: CompleteResult | undefined;
  private active = 0;
  private requests = 0;
  /** The text has changed since the shown suggestions were requested. */
  private stale = false;
  /** The user accepted the first of the suggestions that are still being loaded. */
  private acceptsFirst = false;

  constructor(
    private readonly input: HTMLTextAreaElement,
    private readonly request: Request,
    private readonly onAccept: (item: CompletionItem) => void,
  ) {
    this.element.hidden = true;
    this.input.setAttribute('aria-autocomplete', 'list');
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** Requests suggestions for the text at the cursor. */
  async update(): Promise<void> {
    const { value, selectionStart, selectionEnd } = this.input;
    const id = ++this.requests;
    this.stale = true;
    this.acceptsFirst = false;
    if (selectionStart !== selectionEnd || !completable.test(value.slice(0, selectionStart))) {
      this.close();
      return;
    }
    try {
      const found = await this.request('ptk/complete', { text: value, offset: selectionStart });
      if (id === this.requests) this.show(found);
    } catch {
      if (id === this.requests) this.close(); // the chat shows that the server is not running
    }
  }

  close(): void {
    this.requests++;
    this.found = undefined;
    this.stale = false;
    this.acceptsFirst = false;
    this.element.hidden = true;
    this.element.replaceChildren();
    for (const name of ['role', 'aria-expanded', 'aria-controls', 'aria-activedescendant']) this.input.removeAttribute(name);
  }

  /** Handles the keys of the list, and reports whether it did. */
  press(event: KeyboardEvent): boolean {
    if (!this.open || event.isComposing) return false;
    const items = this.found?.items.length ?? 0;
    switch (event.key) {
      case 'ArrowDown':
        this.activate((this.active + 1) % items);
        return true;
      case 'ArrowUp':
        this.activate((this.active - 1 + items) % items);
        return true;
      case 'Enter':
      case 'Tab':
        if (event.shiftKey) return false;
        if (this.stale) this.acceptsFirst = true;
        else this.accept(this.active);
        return true;
      case 'Escape':
        this.close();
        return true;
      default:
        return false;
    }
  }

  private show(found: CompleteResult): void {
    if (found.items.length === 0 || isComplete(found, this.input.value)) {
      this.close();
      return;
    }
    this.found = found;
    this.element.replaceChildren(...found.items.map((item, i) => this.option(item, i)));
    this.element.hidden = false;
    this.input.setAttribute('role', 'combobox');
    this.input.setAttribute('aria-expanded', 'true');
    this.input.setAttribute('aria-controls', listId);
    this.activate(0);
    this.stale = false;
    if (this.acceptsFirst) this.accept(0);
  }

  private option(item: CompletionItem, i: number): HTMLElement {
    return h(
      'li',
      {
        class: 'completion',
        attrs: { id: `${listId}-${i}`, role: 'option', 'aria-selected': 'false' },
        on: {
          mousedown: (event) => event.preventDefault(), // keep the focus in the input
          click: () => this.accept(i),
        },
      },
      icon(iconOf(item)),
      h('span', { class: 'completion-label' }, item.label),
      item.detail ? h('span', { class: 'completion-detail' }, item.detail) : undefined,
    );
  }

  private activate(i: number): void {
    const options = [...this.element.children];
    options[this.active]?.setAttribute('aria-selected', 'false');
    this.active = i;
    options[i]?.setAttribute('aria-selected', 'true');
    options[i]?.scrollIntoView?.({ block: 'nearest' });
    this.input.setAttribute('aria-activedescendant', `${listId}-${i}`);
  }

  private accept(i: number): void {
    const item = this.found?.items[i];
    const replace = this.found?.replace;
    if (!item || !replace) return;
    const continues = /[\s:/]$/.test(item.insertText); // the word continues
    this.input.setRangeText(continues ? item.insertText : `${item.insertText} `, replace.start, replace.end, 'end');
    this.close();
    this.onAccept(item);
    if (continues) void this.update();
  }
}

function iconOf({ label, kind }: CompletionItem): string {
  if (kind === 'file' && label.endsWith('/')) return 'folder';
  return iconsByLabel[label] ?? icons[kind] ?? 'symbol-misc';
}

/** Reports whether the only suggestion is already in the text. */
function isComplete(found: CompleteResult, text: string): boolean {
  const [only] = found.items;
  return found.items.length === 1 && only?.insertText.trim() === text.slice(found.replace.start, found.replace.end);
}
