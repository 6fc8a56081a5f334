import { line } from '../../shared/visible';
import { t } from '@vscode/l10n';
import type { ConversationInfo } from '../../shared/protocol';
import { h, iconButton } from '../dom';
import { drawMark, markText, type Mark } from '../chats/marks';
import { ago } from '../format';

export type EntryAction = 'openConversation' | 'openInEditor' | 'renameConversation' | 'exportConversation' | 'deleteConversation';

/** Draws a conversation of the history on one line, with its actions; its mark stands first. */
export function drawEntry(
  info: ConversationInfo,
  { isCurrent, mark }: { isCurrent: boolean; mark: Mark },
  act: (action: EntryAction) => void,
): HTMLElement {
  const turns = info.turns === 1 ? t('1 question') : t('{0} questions', info.turns);
  const facts = [markText(mark), ago(info.updatedAt), turns, info.model ?? ''].filter((fact) => fact !== '').join(' · ');
  const open = h(
    'button',
    {
      class: 'entry-open',
      attrs: { type: 'button', title: info.title, ...(isCurrent && { 'aria-current': 'true' }) },
      on: { click: () => act('openConversation') },
    },
    h('span', { class: 'entry-title' }, drawMark(mark), info.title),
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
    { class: 'entry', attrs: { 'data-id': info.conversationId } },
    open,
    h(
      'span',
      { class: 'entry-actions' },
      action('open-preview', 'in-editor', t('Open in an Editor Tab'), 'openInEditor'),
      action('edit', 'rename', t('Rename (F2)'), 'renameConversation'),
      action('export', 'export', t('Export'), 'exportConversation'),
      action('trash', 'delete', t('Delete (Del)'), 'deleteConversation'),
    ),
  );
}
