import type { Send } from './actions';
import { button, h, icon } from './dom';
import { duration } from './format';
import { makeItemView, type ItemView } from './items';
import type { Markdown } from './markdown';
import type { Turn, TurnError } from './types';

/** One question with its answer. Items are changed in place, added, or taken back at a retry; the views of those that stay keep focus and scroll. */
export class TurnView {
  readonly element: HTMLElement;
  private readonly items = h('div', { class: 'items' });
  private readonly end = h('div', { class: 'turn-end' });
  private readonly views: ItemView[] = [];
  private shown: Turn | undefined;

  constructor(private readonly send: Send, private readonly markdown: Markdown, turn: Turn, number: number) {
    const question = h('div', { class: 'question' }, turn.question);
    const label = `Question ${number}`;
    this.element = h('section', { class: 'turn', attrs: { 'aria-label': label } }, question, this.items, this.end);
  }

  update(turn: Turn, isLast: boolean): void {
    const wasLast = this.element.classList.contains('last');
    if (turn === this.shown && isLast === wasLast) return;
    this.element.classList.toggle('last', isLast);
    this.element.dataset.status = turn.status;
    turn.items.forEach((item, i) => {
      const complete = turn.status !== 'running' || i < turn.items.length - 1;
      this.viewFor(i, item.kind).update(item, complete);
    });
    for (const gone of this.views.splice(turn.items.length)) gone.element.remove();
    if (!this.shown || ending(turn) !== ending(this.shown) || isLast !== wasLast) this.drawEnd(turn, isLast);
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

  private drawEnd(turn: Turn, isLast: boolean): void {
    this.end.replaceChildren(...endParts(turn, isLast, this.send));
  }
}

/** What stands at the end of a turn: its status, and whether it waits for the user. */
function ending(turn: Turn): string {
  const asks = turn.items.some((item) => item.kind === 'tool' && item.state === 'asking');
  return asks ? 'asking' : turn.status;
}

function endParts(turn: Turn, isLast: boolean, send: Send): HTMLElement[] {
  switch (turn.status) {
    case 'running':
      return ending(turn) === 'asking'
        ? [h('div', { class: 'working' }, icon('question'), h('span', {}, 'Waiting for your answer'))]
        : [h('div', { class: 'working' }, icon('loading'), h('span', {}, 'Working…'))];
    case 'stopped':
      return [h('div', { class: 'ended' }, icon('debug-stop'), h('span', {}, 'Stopped.'), isLast && button('Ask again', () => send({ kind: 'retry' }), { class: 'link-button' }))];
    case 'failed':
      return [errorCard(turn.error, isLast, send)];
    case 'done':
      return turn.durationMs === undefined ? [] : [h('div', { class: 'ended' }, duration(turn.durationMs))];
  }
}

function errorCard(error: TurnError | undefined, isLast: boolean, send: Send): HTMLElement {
  const message = error?.message ?? 'The answer could not be completed.';
  const buttons = h(
    'div', { class: 'button-row' },
    button('Retry', () => send({ kind: 'retry' }), { class: 'button primary' }),
    button('Show Log', () => send({ kind: 'showLog' }), { class: 'button secondary' }),
  );
  return h(
    'div', { class: 'error-card' },
    h('div', { class: 'error-title' }, icon('error'), h('strong', {}, message)),
    error?.suggestion ? h('p', {}, error.suggestion) : undefined,
    error?.code ? h('p', { class: 'error-code' }, error.code) : undefined,
    isLast && buttons,
  );
}
