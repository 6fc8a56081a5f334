import { t } from '@vscode/l10n';
import type { Send } from './host';
import { h } from './dom';
import { makeItemView, type ItemView } from './items';
import type { Markdown } from './markdown';
import { Question } from './question';
import { drawEnd, endKey } from './turnEnd';
import type { Turn } from '../shared/state/types';

/** A question with its answer. The views of items are updated in place, so that they keep focus and scroll position. */
export class TurnView {
  readonly element: HTMLElement;
  private readonly items = h('div', { class: 'items' });
  private readonly end = h('div', { class: 'turn-end' });
  private readonly views: ItemView[] = [];
  private shown: Turn | undefined;

  /** `number` is the number of the turn in the chat, from 0. */
  constructor(
    private readonly send: Send,
    private readonly markdown: Markdown,
    turn: Turn,
    number: number,
  ) {
    const question = new Question(turn, number, send);
    this.element = h(
      'section',
      { class: 'turn', attrs: { 'aria-label': t('Question {0}', number + 1) } },
      question.element,
      this.items,
      this.end,
    );
  }

  update(turn: Turn, isLast: boolean): void {
    const wasLast = this.element.classList.contains('last');
    if (turn === this.shown && isLast === wasLast) return;
    this.element.classList.toggle('last', isLast);
    this.element.dataset.status = turn.status;
    turn.items.forEach((item, i) => {
      if (
        item === this.shown?.items[i] &&
        turn.status === this.shown.status &&
        i < turn.items.length - 1 &&
        i < this.shown.items.length - 1
      )
        return;
      const complete = turn.status !== 'running' || i < turn.items.length - 1;
      this.viewFor(i, item.kind).update(item, complete);
    });
    for (const gone of this.views.splice(turn.items.length)) gone.element.remove();
    if (!this.shown || endKey(turn) !== endKey(this.shown) || isLast !== wasLast)
      this.end.replaceChildren(...drawEnd(turn, isLast, this.send));
    this.shown = turn;
  }

  private viewFor(i: number, kind: ItemView['kind']): ItemView {
    const present = this.views[i];
    if (present?.kind === kind) return present;
    const view = makeItemView(kind, this.send, this.markdown);
    if (present) present.element.replaceWith(view.element);
    else this.items.append(view.element);
    this.views[i] = view;
    return view;
  }
}
