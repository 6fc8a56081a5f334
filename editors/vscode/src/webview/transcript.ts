import { t } from '@vscode/l10n';
import type { Send } from './host';
import { button, h, icon } from './dom';
import type { Links } from './links';
import { Markdown } from './markdown';
import { TurnView } from './turnView';
import type { ViewState } from '../shared/state/types';

/** Within this distance of its end the chat follows the answer, in pixels. */
const nearEnd = 40;
/** Within this distance of its start earlier turns are loaded, in pixels. */
const nearStart = 600;

/** The turns of the chat. It follows the answer unless the user scrolls away, and loads earlier turns as the user scrolls up. */
export class Transcript {
  readonly element: HTMLElement;
  private readonly turns = h('div', { class: 'turns' });
  private readonly more: HTMLElement;
  private readonly jump: HTMLButtonElement;
  private readonly markdown: Markdown;
  private readonly views = new Map<number, TurnView>();
  private chat = -1;
  /** The number of the first turn that is shown. */
  private first = 0;
  private last = -1;
  private loading = false;
  private following = true;
  /** The scroll position at the last check. */
  private top = 0;

  constructor(
    private readonly send: Send,
    private readonly scroller: HTMLElement,
    links: Links,
  ) {
    this.markdown = new Markdown(send, links);
    const toEnd = t('Go to the end of the chat');
    this.jump = h(
      'button',
      { class: 'jump', attrs: { type: 'button', 'aria-label': toEnd, title: toEnd }, on: { click: () => this.follow() } },
      icon('arrow-down'),
    );
    this.jump.hidden = true;
    this.more = h(
      'div',
      { class: 'earlier' },
      button(t('Show Earlier Messages'), () => this.retryLoadEarlier(), { class: 'link-button', icon: 'arrow-up' }),
    );
    this.element = h('div', { class: 'transcript' }, this.more, this.turns, this.jump);
    scroller.addEventListener('scroll', () => this.onScroll(), { passive: true });
    const resized = new ResizeObserver(() => this.scrollToEnd());
    resized.observe(this.turns);
    resized.observe(scroller);
  }

  update(state: ViewState): void {
    if (state.chat !== this.chat) this.clear(state);
    const end = state.earlier + state.turns.length;
    if (end - 1 > this.last) this.following = true; // a new question
    this.last = end - 1;
    if (state.earlier < this.first) this.keepPosition(() => this.draw(state));
    else this.draw(state);
    this.more.hidden = state.earlier === 0;
    this.scrollToEnd();
  }

  /** Allows the question that has the focus, else the oldest. */
  allow(): void {
    const here = document.activeElement?.closest('.approval') ?? this.turns;
    here.querySelector<HTMLElement>('.allow-once')?.click();
  }

  private draw(state: ViewState): void {
    const before = this.views.get(this.first)?.element;
    state.turns.forEach((turn, i) => {
      const number = state.earlier + i;
      const known = this.views.get(number);
      const view = known ?? new TurnView(this.send, this.markdown, turn, number);
      view.update(turn, number === this.last);
      if (known) return;
      this.views.set(number, view);
      if (before && number < this.first) before.before(view.element);
      else this.turns.append(view.element);
    });
    if (state.earlier < this.first) this.loading = false;
    for (let number = this.first; number < state.earlier; number++) this.remove(number);
    this.first = state.earlier;
  }

  private remove(number: number): void {
    this.views.get(number)?.element.remove();
    this.views.delete(number);
  }

  /** Keeps the scroll position while turns are added above. */
  private keepPosition(change: () => void): void {
    const { scrollHeight, scrollTop } = this.scroller;
    change();
    if (!this.following) this.scroller.scrollTop = scrollTop + this.scroller.scrollHeight - scrollHeight;
  }

  private clear(state: ViewState): void {
    this.views.clear();
    this.turns.replaceChildren();
    this.chat = state.chat;
    this.first = state.earlier;
    this.last = -1;
    this.loading = false;
    this.following = true;
    this.scroller.scrollTop = 0;
  }

  private loadEarlier(): void {
    if (this.loading || this.first === 0) return;
    this.loading = true;
    this.send({ kind: 'earlier', before: this.first });
  }

  /** Loads earlier turns even if an earlier request got no answer. */
  private retryLoadEarlier(): void {
    this.loading = false;
    this.loadEarlier();
  }

  private follow(): void {
    this.following = true;
    this.scrollToEnd();
  }

  private scrollToEnd(): void {
    const { clientHeight, scrollHeight } = this.scroller;
    if (scrollHeight - clientHeight < nearEnd) this.following = true; // all of it is in sight
    if (this.following && this.last >= 0) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.top = this.scroller.scrollTop;
    this.jump.hidden = this.following;
  }

  private onScroll(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    // Only the user scrolls up; if the view gets narrower, the end moves down.
    if (scrollHeight - scrollTop - clientHeight < nearEnd) this.following = true;
    else if (scrollTop < this.top) this.following = false;
    this.top = scrollTop;
    this.jump.hidden = this.following;
    if (scrollTop < nearStart && !this.following) this.loadEarlier();
  }
}
