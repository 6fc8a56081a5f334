import { t } from '@vscode/l10n';
import type { CompleteResult, CompletionItem, CompletionKind } from '../../shared/protocol';
import type { Request } from '../host';
import { h, icon } from '../dom';

const icons: Record<CompletionKind, string> = { file: 'file', symbol: 'symbol-method', command: 'terminal', tool: 'tools' };
/** What is no file, symbol, command or tool has an icon of its own. */
const iconsByLabel: Record<string, string> = { '@diagnostics': 'warning', '@selection': 'list-selection', '@diff': 'diff' };
const listId = 'completions';

/** A word that something can be completed in: a mention, or a command at the beginning. */
const begun = /(?:^|\s)@\S*$|^\s*\/[\w-]*$/;

/** The list of what could stand at the cursor after an `@`, or after a `/` at the beginning: a combobox's list box. */
export class Completion {
  readonly element = h('ul', { class: 'completions', attrs: { id: listId, role: 'listbox', 'aria-label': t('Suggestions') } });
  private found: CompleteResult | undefined;
  private active = 0;
  private asked = 0;
  /** The text has changed since, and what is shown belongs to the text before. */
  private stale = false;
  /** The user has chosen the first of what is still to come. */
  private takesFirst = false;

  constructor(private readonly input: HTMLTextAreaElement, private readonly request: Request, private readonly taken: (item: CompletionItem) => void) {
    this.element.hidden = true;
    this.input.setAttribute('aria-autocomplete', 'list');
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** Asks anew what could stand at the cursor. */
  async update(): Promise<void> {
    const { value, selectionStart, selectionEnd } = this.input;
    const asked = ++this.asked;
    this.stale = true;
    this.takesFirst = false;
    if (selectionStart !== selectionEnd || !begun.test(value.slice(0, selectionStart))) {
      this.close();
      return;
    }
    try {
      const found = await this.request('ptk/complete', { text: value, offset: selectionStart });
      if (asked === this.asked) this.show(found);
    } catch {
      if (asked === this.asked) this.close(); // the chat says when the server is not there
    }
  }

  close(): void {
    this.asked++;
    this.found = undefined;
    this.stale = false;
    this.takesFirst = false;
    this.element.hidden = true;
    this.element.replaceChildren();
    for (const name of ['role', 'aria-expanded', 'aria-controls', 'aria-activedescendant']) this.input.removeAttribute(name);
  }

  /** Takes the keys that choose from the list; false for every other. */
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
        if (this.stale) this.takesFirst = true;
        else this.take(this.active);
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
    if (this.takesFirst) this.take(0);
  }

  private option(item: CompletionItem, i: number): HTMLElement {
    return h(
      'li', { class: 'completion', attrs: { id: `${listId}-${i}`, role: 'option', 'aria-selected': 'false' }, on: {
        mousedown: (event) => event.preventDefault(), // the focus stays in the input
        click: () => this.take(i),
      } },
      icon(iconsByLabel[item.label] ?? icons[item.kind] ?? 'symbol-misc'), h('span', { class: 'completion-label' }, item.label),
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

  private take(i: number): void {
    const item = this.found?.items[i];
    const replace = this.found?.replace;
    if (!item || !replace) return;
    const begins = /[\s:/]$/.test(item.insertText); // more is to follow in the same word
    this.input.setRangeText(begins ? item.insertText : `${item.insertText} `, replace.start, replace.end, 'end');
    this.close();
    this.taken(item);
    if (begins) void this.update();
  }
}

/** The one thing that is found stands there already. */
function isComplete(found: CompleteResult, text: string): boolean {
  const [only] = found.items;
  return found.items.length === 1 && only?.insertText.trim() === text.slice(found.replace.start, found.replace.end);
}
