import { h } from './dom';
import type { ServerStatus, ToolItem, Turn, ViewState } from './types';

/** Tells a screen reader what happened, in few words: not every piece of a streamed answer. */
export class Announcer {
  readonly element = h('div', { class: 'sr-only', attrs: { role: 'status', 'aria-live': 'polite' } });
  private before: ViewState | undefined;

  update(state: ViewState): void {
    const said = this.before && whatChanged(this.before, state);
    this.before = state;
    if (said) this.element.textContent = said;
  }
}

/** What is worth saying between two states; undefined where nothing is. */
export function whatChanged(before: ViewState, now: ViewState): string | undefined {
  if (before.server.kind !== now.server.kind) return serverWords(now.server);
  const turn = now.turns.at(-1);
  const old = now.turns.length === before.turns.length ? before.turns.at(-1) : undefined;
  if (!turn) return before.turns.length > 0 ? 'New chat.' : undefined;
  const asks = asking(turn);
  if (asks && asks.id !== (old && asking(old)?.id)) return `Consent is needed: ${asks.title}`;
  return turn.status === old?.status ? undefined : statusWords(turn);
}

function asking(turn: Turn): ToolItem | undefined {
  return turn.items.findLast((item): item is ToolItem => item.kind === 'tool' && item.state === 'asking');
}

function serverWords(server: ServerStatus): string {
  if (server.kind === 'stopped') return server.message;
  return server.kind === 'running' ? 'The server is running.' : 'The server is starting.';
}

function statusWords(turn: Turn): string {
  switch (turn.status) {
    case 'running':
      return 'Working.';
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return `It failed: ${turn.error?.message ?? 'no reason was given'}`;
    case 'done': {
      const answer = turn.items.findLast((item) => item.kind === 'text');
      return answer ? `Answered: ${answer.text.slice(0, 500)}` : 'Answered.';
    }
  }
}
