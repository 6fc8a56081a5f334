import { t } from '@vscode/l10n';
import { unreachable } from '../shared/unreachable';
import { prose } from '../shared/visible';
import { h } from './dom';
import type { ServerStatus, ToolItem, Turn, ViewState } from '../shared/state/types';

/** Announces changes to screen readers in a few words; streamed text is not announced. */
export class Announcer {
  readonly element = h('div', { class: 'sr-only', attrs: { role: 'status', 'aria-live': 'polite' } });
  private before: ViewState | undefined;

  update(state: ViewState): void {
    const text = this.before && announcement(this.before, state);
    this.before = state;
    if (text) this.element.textContent = prose(text);
  }
}

/** Returns the announcement for a change of state, if any. */
export function announcement(before: ViewState, now: ViewState): string | undefined {
  if (before.server.kind !== now.server.kind) return serverText(now.server);
  const turn = now.turns.at(-1);
  const old = now.turns.length === before.turns.length ? before.turns.at(-1) : undefined;
  if (!turn) return before.turns.length > 0 ? t('New chat.') : undefined;
  const undone = turn.undone !== old?.undone && turn.undone;
  if (undone) return undone.error ?? (undone.redo ? t('The changes were redone.') : t('The changes were undone.'));
  const asks = openQuestion(turn);
  if (asks && asks.id !== (old && openQuestion(old)?.id)) return t('Consent is needed: {0}', asks.title);
  return turn.status === old?.status ? undefined : statusText(turn);
}

function openQuestion(turn: Turn): ToolItem | undefined {
  return turn.items.findLast((item): item is ToolItem => item.kind === 'tool' && item.state === 'asking');
}

function serverText(server: ServerStatus): string {
  if (server.kind === 'stopped') return server.message;
  return server.kind === 'running' ? t('The server is running.') : t('The server is starting.');
}

function statusText(turn: Turn): string {
  switch (turn.status) {
    case 'running':
      return t('Working.');
    case 'stopped':
      return t('Stopped.');
    case 'paused':
      return t('Paused. {0}', turn.error?.message ?? '');
    case 'failed':
      return t('Failed: {0}', turn.error?.message ?? t('no reason was given'));
    case 'done': {
      const answer = turn.items.findLast((item) => item.kind === 'text');
      return answer ? t('Answered: {0}', answer.text.slice(0, 500)) : t('Answered.');
    }
    default:
      return unreachable(turn.status, '');
  }
}
