import { t } from '@vscode/l10n';
import type { ViewState } from '../../shared/state/types';
import { button, h, icon } from '../dom';
import type { Send } from '../host';

/** Stands in the place of the input while a turn of the chat runs in another window: the chat can be read, but not written to. */
export class Elsewhere {
  readonly element: HTMLElement;

  constructor(send: Send) {
    const text = t('A turn of this chat runs in another window. You can read it here as it goes on.');
    this.element = h(
      'div',
      { class: 'elsewhere', attrs: { role: 'status' } },
      h('p', {}, icon('multiple-windows'), h('span', {}, text)),
      h(
        'div',
        { class: 'button-row' },
        button(t('Fork'), () => send({ kind: 'forkEnded' }), {
          class: 'button primary', icon: 'repo-forked', title: t('Continue in a copy of the chat, without the turn that runs'),
        }),
        button(t('New Chat'), () => send({ kind: 'newChat' }), { class: 'button secondary' }),
      ),
    );
    this.element.hidden = true;
  }

  update(state: ViewState): void {
    this.element.hidden = state.conversation?.elsewhere !== true;
  }
}
