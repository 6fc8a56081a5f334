import { t } from '@vscode/l10n';
import type { Send } from './host';
import { h } from './dom';
import { makeItemView, type ItemView } from './items';
import type { Markdown } from './markdown';
import { Question } from './question';
import { regenerateButton } from './regenerate';
import { isSameRow, rowsOf, type Row } from './rows';
import { drawEnd, endKey } from './turnEnd';
import type { Turn } from '../shared/state/types';

/** A question with its answer. The views of items are updated in place, so that they keep focus and scroll position. */
export class TurnView {
  readonly element: HTMLElement;
  private readonly items = h('div', { class: 'items' });
  private readonly end = h('div', { class: 'turn-end' });
  private readonly views: ItemView[] = [];
  private readonly question: Question;
  private shown: Turn | undefined;
  private rows: readonly Row[] = [];

  /** `number` is the number of the turn in the chat, from 0. */
  constructor(
    private readonly send: Send,
    private readonly markdown: Markdown,
    turn: Turn,
    private readonly number: number,
  ) {
    this.question = new Question(turn, number, send, markdown.links);
    this.element = h(
      'section',
      { class: 'turn', attrs: { 'aria-label': t('Question {0}', number + 1) } },
      this.question.element,
      this.items,
      this.end,
    );
  }

  update(turn: Turn, isLast: boolean): void {
    const wasLast = this.element.classList.contains('last');
    if (turn === this.shown && isLast === wasLast) return;
    this.element.classList.toggle('last', isLast);
    this.element.dataset.status = turn.status;
    this.question.update(turn);
    this.drawRows(turn);
    if (!this.shown || endKey(turn) !== endKey(this.shown) || isLast !== wasLast)
      this.drawEnd(turn, isLast);
    this.shown = turn;
  }

  private drawRows(turn: Turn): void {
    const before = this.rows;
    this.rows = rowsOf(turn.items);
    const last = this.rows.length - 1;
    this.rows.forEach((row, i) => {
      if (isSameRow(before[i], row) && turn.status === this.shown?.status && i < last && i < before.length - 1) return;
      this.viewFor(i, row.kind).update(row, turn.status !== 'running' || i < last);
    });
    for (const gone of this.views.splice(this.rows.length)) gone.element.remove();
  }

  private drawEnd(turn: Turn, isLast: boolean): void {
    this.end.replaceChildren(...drawEnd(turn, isLast, this.send));
    if (turn.status === 'running' || turn.plan) return;
    this.end.querySelector('.turn-actions')?.append(regenerateButton(this.number, turn, this.send));
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
