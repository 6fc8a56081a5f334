import { t } from '@vscode/l10n';
import type { ChatEntry } from '../../shared/messages';
import { h } from '../dom';
import type { Send } from '../host';
import { sameChat } from '../../shared/state/chatNumber';
import { line } from '../../shared/visible';
import { drawMark, markText } from './marks';

/** The other chats of this window that run, need the user or have a new answer, above the one that is shown. */
export class ChatStrip {
  readonly element = h('nav', { class: 'strip', attrs: { 'aria-label': t('Other chats') } });
  private chats: readonly ChatEntry[] = [];
  private chat = -1;
  private drawn = '';

  constructor(private readonly send: Send) {
    this.element.hidden = true;
  }

  show(chats: readonly ChatEntry[]): void {
    this.chats = chats;
    this.draw();
  }

  /** `chat` is the number of the state that is shown. */
  update(chat: number): void {
    if (chat === this.chat) return;
    this.chat = chat;
    this.draw();
  }

  private draw(): void {
    const others = this.chats.filter(({ number, mark }) => mark !== 'idle' && !sameChat(this.chat, number));
    const key = JSON.stringify(others);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = document.activeElement?.closest<HTMLElement>('.strip-chat')?.dataset.number;
    this.element.hidden = others.length === 0;
    this.element.replaceChildren(...others.map((chat) => this.button(chat)));
    if (focused !== undefined) this.element.querySelector<HTMLElement>(`[data-number="${focused}"]`)?.focus();
  }

  private button({ number, title, mark }: ChatEntry): HTMLElement {
    const name = title || t('New chat');
    const attrs = { type: 'button', title: line(name), 'data-number': String(number) };
    return h(
      'button',
      { class: `strip-chat ${mark}`, attrs, on: { click: () => this.send({ kind: 'showChat', chat: number }) } },
      drawMark(mark),
      h('span', { class: 'strip-title' }, line(name)),
      ' ',
      h('span', { class: 'strip-mark' }, markText(mark)),
    );
  }
}
