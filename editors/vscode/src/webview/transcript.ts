import { t } from '@vscode/l10n';
import type { Send } from './host';
import { button, h, icon } from './dom';
import { Markdown } from './markdown';
import { TurnView } from './turnView';
import type { ViewState } from '../shared/state/types';

/** So near to its end, the chat follows what is written. */
const nearEnd = 40;
/** So near to its beginning, earlier turns are asked for. */
const nearStart = 600;

/** The turns that are drawn; it scrolls with the answer unless the user has scrolled away. Earlier turns come as the user scrolls up to them. */
export class Transcript {
  readonly element: HTMLElement;
  private readonly turns = h('div', { class: 'turns' });
  private readonly more: HTMLElement;
  private readonly jump: HTMLButtonElement;
  private readonly markdown: Markdown;
  private readonly views = new Map<number, TurnView>();
  private chat = -1;
  /** The number of the first turn that is drawn. */
  private first = 0;
  private last = -1;
  private awaited = false;
  private following = true;
  /** How far it was scrolled when that was looked at last. */
  private top = 0;

  constructor(private readonly send: Send, private readonly scroller: HTMLElement) {
    this.markdown = new Markdown(send);
    const toEnd = t('Go to the end of the chat');
    this.jump = h('button', { class: 'jump', attrs: { type: 'button', 'aria-label': toEnd, title: toEnd }, on: { click: () => this.follow() } }, icon('arrow-down'));
    this.jump.hidden = true;
    this.more = h('div', { class: 'earlier' }, button(t('Show Earlier Messages'), () => this.askAgain(), { class: 'link-button', icon: 'arrow-up' }));
    this.element = h('div', { class: 'transcript' }, this.more, this.turns, this.jump);
    scroller.addEventListener('scroll', () => this.scrolled(), { passive: true });
    const resized = new ResizeObserver(() => this.keepUp());
    resized.observe(this.turns);
    resized.observe(scroller);
  }

  update(state: ViewState): void {
    if (state.chat !== this.chat) this.clear(state);
    const end = state.earlier + state.turns.length;
    if (end - 1 > this.last) this.following = true; // a new question
    this.last = end - 1;
    if (state.earlier < this.first) this.keepPlace(() => this.draw(state));
    else this.draw(state);
    this.more.hidden = state.earlier === 0;
    this.keepUp();
  }

  /** Allows what is asked: where the focus is, else the oldest question. */
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
    if (state.earlier < this.first) this.awaited = false;
    for (let number = this.first; number < state.earlier; number++) this.remove(number);
    this.first = state.earlier;
  }

  private remove(number: number): void {
    this.views.get(number)?.element.remove();
    this.views.delete(number);
  }

  /** Keeps what the user looks at where it is while something is put above it. */
  private keepPlace(change: () => void): void {
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
    this.awaited = false;
    this.following = true;
    this.scroller.scrollTop = 0;
  }

  private askForEarlier(): void {
    if (this.awaited || this.first === 0) return;
    this.awaited = true;
    this.send({ kind: 'earlier', before: this.first });
  }

  /** The user wants it, also where an answer was awaited that did not come. */
  private askAgain(): void {
    this.awaited = false;
    this.askForEarlier();
  }

  private follow(): void {
    this.following = true;
    this.keepUp();
  }

  private keepUp(): void {
    if (this.following && this.last >= 0) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.top = this.scroller.scrollTop;
    this.jump.hidden = this.following;
  }

  private scrolled(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    // Only the user scrolls up: where the view becomes narrower, its end moves away by itself.
    if (scrollHeight - scrollTop - clientHeight < nearEnd) this.following = true;
    else if (scrollTop < this.top) this.following = false;
    this.top = scrollTop;
    this.jump.hidden = this.following;
    if (scrollTop < nearStart && !this.following) this.askForEarlier();
  }
}
