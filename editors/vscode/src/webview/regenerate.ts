import { t } from '@vscode/l10n';
import type { Turn } from '../shared/state/types';
import { iconButton } from './dom';
import type { Send } from './host';

/** Draws the button that asks the question of a turn again, in a copy of the chat before it; the history keeps this answer. */
export function regenerateButton(number: number, turn: Turn, send: Send): HTMLElement {
  const button = iconButton('refresh', t('Answer Again (in a Copy)'), () => send({ kind: 'resend', turn: number, text: turn.question }));
  button.classList.add('regenerate');
  return button;
}
