import { t } from '@vscode/l10n';
import type { Send } from './host';
import { button, h, icon } from './dom';
import type { ServerStatus } from '../shared/state/types';

/** Shows why the server is not running, and how to start it. */
export class Banner {
  readonly element = h('div', { class: 'banner' });
  private shown: ServerStatus | undefined;

  constructor(private readonly send: Send) {}

  update(status: ServerStatus): void {
    if (status === this.shown) return;
    this.shown = status;
    this.element.hidden = status.kind !== 'stopped';
    this.element.replaceChildren(...(status.kind === 'stopped' ? this.parts(status) : []));
  }

  private parts(status: { message: string; missing?: boolean }): HTMLElement[] {
    const { send } = this;
    return [
      h('div', { class: 'error-title' }, icon('error'), h('strong', {}, status.message)),
      h(
        'div', { class: 'button-row' },
        button(t('Restart Server'), () => send({ kind: 'restartServer' }), { class: 'button primary', icon: 'debug-restart' }),
        status.missing ? button(t('Open Settings'), () => send({ kind: 'openSettings' }), { class: 'button secondary' }) : undefined,
        button(t('Show Log'), () => send({ kind: 'showLog' }), { class: 'button secondary' }),
      ),
    ];
  }
}
