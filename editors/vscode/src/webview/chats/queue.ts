import { t } from '@vscode/l10n';
import type { Queued } from '../../shared/state/types';
import { h, icon, iconButton } from '../dom';
import type { Send } from '../host';

/** The messages that the model has not received yet; the user can change them or take them back. */
export class Queue {
  readonly element = h('ul', { class: 'queued', attrs: { 'aria-label': t('Messages that the model has not received yet') } });
  private shown: readonly Queued[] | undefined;

  constructor(private readonly send: Send) {}

  update(queued: readonly Queued[]): void {
    if (queued === this.shown) return;
    this.shown = queued;
    this.element.hidden = queued.length === 0;
    this.element.replaceChildren(...queued.map(({ text }) => this.entry(text)));
  }

  private entry(text: string): HTMLElement {
    const take = (edit: boolean) => this.send({ kind: 'unsteer', text, edit });
    return h(
      'li',
      { attrs: { title: t('The model gets this message at its next step.') } },
      icon('clockface'),
      h('span', { class: 'queued-text' }, text),
      iconButton('edit', t('Edit the Waiting Message'), () => take(true)),
      iconButton('close', t('Take Back the Waiting Message'), () => take(false)),
    );
  }
}
