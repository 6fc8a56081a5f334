// The choice to put the files back when a question is asked again.
import { t } from '@vscode/l10n';
import type { ChangeKind, UndoneFile } from '../shared/protocol';
import { filePath } from '../shared/uri';
import { line } from '../shared/visible';
import { h, icon } from './dom';

const icons: Record<ChangeKind, string> = { create: 'diff-added', edit: 'diff-modified', delete: 'diff-removed' };

export class PutBack {
  readonly element = h('fieldset', { class: 'put-back' });
  private readonly box = h('input', { attrs: { type: 'checkbox' } });
  private shown: readonly UndoneFile[] | undefined;

  constructor() {
    this.box.checked = true;
    this.element.hidden = true;
  }

  /** Whether the user has seen the files, and wants them put back. */
  get wanted(): boolean {
    return !this.element.hidden && this.box.checked && this.changes > 0;
  }

  private get changes(): number {
    return this.shown?.filter(({ status }) => status !== 'conflict').length ?? 0;
  }

  /** Shows what would be put back; undefined if that is not known yet. */
  show(files: readonly UndoneFile[] | undefined): void {
    if (files === this.shown && files) return;
    this.shown = files;
    this.element.hidden = !files?.length;
    if (!files?.length) return;
    this.box.disabled = this.changes === 0;
    if (this.changes === 0) this.box.checked = false;
    const label = this.changes === 1 ? t('Put 1 file back to this point') : t('Put {0} files back to this point', this.changes);
    this.element.replaceChildren(
      h('label', { class: 'put-back-choice' }, this.box, label),
      h('ul', {}, ...files.map(drawFile)),
      h('p', { class: 'edit-note' }, t('Unticked, the files stay as they are now. What is put back can be done again from the old chat.')),
    );
  }
}

function drawFile({ uri, status, reason, effect }: UndoneFile): HTMLElement {
  const words = status === 'conflict' ? t('stays as it is: {0}', reason ?? '') : wordsOf(effect, status === 'merged');
  const path = filePath(uri);
  return h(
    'li',
    { class: status, attrs: { title: path } },
    icon(status === 'conflict' ? 'warning' : icons[effect]),
    h('span', { class: 'put-back-name' }, line(path.slice(path.lastIndexOf('/') + 1))),
    h('span', { class: 'put-back-what' }, words),
  );
}

function wordsOf(effect: ChangeKind, merged: boolean): string {
  if (merged) return t('is put back; what you changed since is kept');
  return { create: t('is there again'), edit: t('is put back'), delete: t('is removed: the chat made it') }[effect];
}
