// The bar above the input about the changes that the user has neither kept nor undone.
import { t } from '@vscode/l10n';
import type { PendingCount } from '../shared/state/types';
import { button, h } from './dom';
import type { Send } from './host';

export class PendingBar {
  readonly element = h('div', { class: 'pending', attrs: { role: 'group' } });
  private shown: PendingCount | undefined;

  constructor(private readonly send: Send) {
    this.element.hidden = true;
  }

  update(pending: PendingCount | undefined): void {
    if (pending === this.shown) return;
    this.shown = pending;
    this.element.hidden = !pending?.files;
    if (!pending?.files) return;
    const { files, added, removed } = pending;
    const what = files === 1 ? t('1 file to review') : t('{0} files to review', files);
    this.element.setAttribute('aria-label', what);
    const link = (label: string, kind: 'reviewChanges' | 'keepChanges' | 'undoChanges', name: string) =>
      button(label, () => this.send({ kind }), { class: 'link-button', icon: name });
    this.element.replaceChildren(
      h('span', { class: 'pending-files' }, what),
      h('span', { class: 'counts' }, `+${added} −${removed}`),
      h(
        'span',
        { class: 'pending-actions' },
        link(t('Review'), 'reviewChanges', 'diff-multiple'),
        link(t('Keep'), 'keepChanges', 'check'),
        link(t('Undo'), 'undoChanges', 'discard'),
      ),
    );
  }
}
