import { t } from '@vscode/l10n';
import type { ChatEntry } from '../../shared/messages';
import { h, icon } from '../dom';

/** The mark of a chat in a list: that of an open chat, or that its turn runs in another window. */
export type Mark = ChatEntry['mark'] | 'elsewhere';

const icons: Record<Exclude<Mark, 'idle'>, string> = {
  asks: 'question', running: 'loading', unread: 'circle-filled', elsewhere: 'multiple-windows',
};

/** Returns the mark in words; '' for a chat with nothing to tell. */
export function markText(mark: Mark): string {
  return { asks: t('needs you'), running: t('running'), unread: t('new answer'), elsewhere: t('runs in another window'), idle: '' }[mark];
}

/** Draws the mark as an icon; the words stand beside it or in a label. */
export function drawMark(mark: Mark): HTMLElement | undefined {
  return mark === 'idle' ? undefined : h('span', { class: `mark ${mark}` }, icon(icons[mark]));
}
