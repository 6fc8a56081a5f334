import type { Send } from './actions';
import { h, icon } from './dom';
import { Markdown } from './markdown';
import { TurnView } from './turnView';
import type { ViewState } from './types';

/** So near to its end, the chat follows what is written. */
const nearEnd = 40;

/** All turns; it scrolls with the answer unless the user has scrolled away. */
export class Transcript {
  readonly element: HTMLElement;
  private readonly turns = h('div', { class: 'turns' });
  private readonly jump: HTMLButtonElement;
  private readonly markdown = new Markdown();
  private views: TurnView[] = [];
  private following = true;

  constructor(private readonly send: Send, private readonly scroller: HTMLElement) {
    this.jump = h('button', { class: 'jump', attrs: { type: 'button', 'aria-label': 'Go to the end of the chat', title: 'Go to the end of the chat' }, on: { click: () => this.follow() } }, icon('arrow-down'));
    this.jump.hidden = true;
    this.element = h('div', { class: 'transcript' }, this.turns, this.jump);
    scroller.addEventListener('scroll', () => this.scrolled(), { passive: true });
    const resized = new ResizeObserver(() => this.keepUp());
    resized.observe(this.turns);
    resized.observe(scroller);
  }

  update(state: ViewState): void {
    if (state.turns.length < this.views.length) this.clear();
    if (state.turns.length > this.views.length) this.following = true; // a new question
    state.turns.forEach((turn, i) => {
      const isLast = i === state.turns.length - 1;
      const view = this.views[i] ?? this.add(new TurnView(this.send, this.markdown, turn, i + 1));
      view.update(turn, isLast);
    });
    this.keepUp();
  }

  private add(view: TurnView): TurnView {
    this.views.push(view);
    this.turns.append(view.element);
    return view;
  }

  private clear(): void {
    this.views = [];
    this.turns.replaceChildren();
    this.following = true;
  }

  private follow(): void {
    this.following = true;
    this.keepUp();
  }

  private keepUp(): void {
    if (this.following) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.jump.hidden = this.following;
  }

  private scrolled(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    this.following = scrollHeight - scrollTop - clientHeight < nearEnd;
    this.jump.hidden = this.following;
  }
}
