import { line } from '../../shared/visible';
import { t } from '@vscode/l10n';
import type { ConversationInfo } from '../../shared/protocol';
import { h, iconButton } from '../dom';
import { ago } from '../format';

export type EntryAction = 'openConversation' | 'renameConversation' | 'exportConversation' | 'deleteConversation';

/** Draws a conversation of the history on one line, with its actions. */
export function drawEntry(info: ConversationInfo, isCurrent: boolean, act: (action: EntryAction) => void): HTMLElement {
  const turns = info.turns === 1 ? t('1 question') : t('{0} questions', info.turns);
  const facts = [ago(info.updatedAt), turns, info.model ?? ''].filter((fact) => fact !== '').join(' · ');
  const open = h(
    'button',
    {
      class: 'entry-open',
      attrs: { type: 'button', title: info.title, ...(isCurrent && { 'aria-current': 'true' }) },
      on: { click: () => act('openConversation') },
    },
    h('span', { class: 'entry-title' }, info.title),
    h('span', { class: 'entry-facts' }, facts),
  );
  const action = (name: string, className: string, label: string, kind: EntryAction): HTMLElement => {
    const one = iconButton(name, `${label}: ${info.title}`, () => act(kind));
    one.title = line(label);
    one.classList.add(className);
    return one;
  };
  return h(
    'li',
    { class: 'entry' },
    open,
    h(
      'span',
      { class: 'entry-actions' },
      action('edit', 'rename', t('Rename (F2)'), 'renameConversation'),
      action('export', 'export', t('Export'), 'exportConversation'),
      action('trash', 'delete', t('Delete (Del)'), 'deleteConversation'),
    ),
  );
}
