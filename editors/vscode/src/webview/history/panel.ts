import { prose } from '../../shared/visible';
import { t } from '@vscode/l10n';
import type { ChatEntry } from '../../shared/messages';
import type { ConversationInfo } from '../../shared/protocol';
import type { Host } from '../host';
import { button, h, icon, iconButton } from '../dom';
import { drawEntry } from './entry';
import type { Mark } from '../chats/marks';

const pageSize = 30;
const searchAfterMs = 150;
/** How often the open list is read again, for the turns of other windows. */
const refreshMs = 2000;

/** The list of past conversations, with search, rename, delete and export. It covers the chat. */
export class HistoryPanel {
  readonly element: HTMLElement;
  private readonly search: HTMLInputElement;
  private readonly list = h('ul', { class: 'history-list', attrs: { 'aria-label': t('Conversations') } });
  private readonly note = h('p', { class: 'history-note', attrs: { role: 'status' } });
  private readonly more = button(t('Show More'), () => void this.load(this.cursor), { class: 'link-button' });
  private cursor: string | undefined;
  private loads = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private current: string | undefined;
  private marks: ReadonlyMap<string, ChatEntry['mark']> = new Map();
  private refreshing: ReturnType<typeof setInterval> | undefined;
  private infos: readonly ConversationInfo[] = [];

  constructor(
    private readonly host: Host,
    private readonly closed: () => void,
  ) {
    const label = t('Search conversations');
    this.search = h('input', {
      class: 'history-search',
      attrs: { type: 'search', placeholder: label, 'aria-label': label },
      on: { input: () => this.searchSoon() },
    });
    const head = h(
      'div',
      { class: 'history-head' },
      icon('history'),
      h('h2', {}, t('History')),
      iconButton('close', t('Close (Escape)'), () => this.close()),
    );
    this.element = h(
      'div',
      { class: 'history', attrs: { role: 'dialog', 'aria-label': t('History') }, on: { keydown: (event) => this.pressed(event) } },
      head,
      this.search,
      this.note,
      this.list,
      this.more,
    );
    this.element.hidden = true;
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** Shows the panel; `current` is the conversation in the chat. */
  show(current: string | undefined): void {
    this.current = current;
    this.element.hidden = false;
    this.search.value = '';
    this.focus();
    void this.load();
    clearInterval(this.refreshing);
    this.refreshing = setInterval(() => document.hidden || void this.reload(), refreshMs);
  }

  /** Shows which conversations are open in this window, and what the user should know of them. */
  mark(chats: readonly ChatEntry[]): void {
    this.marks = new Map(chats.flatMap(({ conversationId, mark }) => (conversationId ? [[conversationId, mark] as const] : [])));
    if (this.open) this.draw(this.infos);
  }

  focus(): void {
    this.search.focus();
  }

  close(): void {
    this.element.hidden = true;
    clearInterval(this.refreshing);
    this.closed();
  }

  /** Reloads the list if the panel is open. */
  refresh(): void {
    if (this.open) void this.reload();
  }

  private searchSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), searchAfterMs);
  }

  /** Reads as much of the list as is shown again. */
  private reload(): Promise<void> {
    return this.load(undefined, Math.max(pageSize, this.infos.length));
  }

  private async load(cursor?: string, limit = pageSize): Promise<void> {
    const loads = ++this.loads;
    const query = this.search.value.trim();
    try {
      const found = await this.host.request('ptk/conversations', { limit, ...(query && { query }), ...(cursor && { cursor }) });
      if (loads !== this.loads) return;
      this.draw(cursor ? [...this.infos, ...found.conversations] : found.conversations);
      this.cursor = found.nextCursor;
      this.more.hidden = !found.nextCursor;
      this.note.textContent = this.list.childElementCount > 0 ? '' : query ? t('Nothing found.') : t('There are no conversations yet.');
    } catch (e) {
      if (loads === this.loads) this.note.textContent = prose(e instanceof Error ? e.message : String(e));
    }
  }

  /** Draws the list; the entry that has the focus keeps it. */
  private draw(infos: readonly ConversationInfo[]): void {
    this.infos = infos;
    const focused = document.activeElement?.closest<HTMLElement>('.entry')?.dataset.id;
    const fromSearch = focused === undefined || !this.list.contains(document.activeElement);
    this.list.replaceChildren(...infos.map((info) => this.entry(info)));
    if (!fromSearch) this.list.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"] .entry-open`)?.focus();
  }

  private markOf({ conversationId, running, elsewhere }: ConversationInfo): Mark {
    const own = this.marks.get(conversationId);
    if (own !== undefined && own !== 'idle') return own;
    if (!running) return 'idle';
    return elsewhere ? 'elsewhere' : 'running';
  }

  private entry(info: ConversationInfo): HTMLElement {
    return drawEntry(info, { isCurrent: info.conversationId === this.current, mark: this.markOf(info) }, (kind) => {
      this.host.send({ kind, conversationId: info.conversationId });
      if (kind === 'openConversation' || kind === 'openInEditor') this.close();
    });
  }

  private pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      this.close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'F2' || event.key === 'Delete') {
      this.actOnFocused(event.key === 'F2' ? '.rename' : '.delete');
    }
  }

  /** Moves the focus between the search field and the conversations. */
  private move(by: number): void {
    const stops = [this.search, ...this.list.querySelectorAll<HTMLElement>('.entry-open')];
    const entry = document.activeElement?.closest('.entry')?.querySelector<HTMLElement>('.entry-open');
    const at = stops.indexOf(entry ?? this.search);
    stops[Math.max(0, Math.min(stops.length - 1, at + by))]?.focus();
  }

  private actOnFocused(selector: string): void {
    document.activeElement?.closest('.entry')?.querySelector<HTMLElement>(selector)?.click();
  }
}
