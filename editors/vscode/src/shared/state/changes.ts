// The events about what turns have changed.
import { unreachable } from '../unreachable';
import type { Turn, ViewEvent, ViewState } from './types';

export type ChangesEvent = Extract<ViewEvent, { type: 'changes' | 'rewindPlan' | 'pending' }>;

export function reduceChanges(state: ViewState, event: ChangesEvent): ViewState {
  switch (event.type) {
    case 'changes':
      return { ...state, turns: withChanges(state.turns, event) };
    case 'rewindPlan':
      return { ...state, turns: state.turns.map((turn) => (turn.id === event.turnId ? { ...turn, rewind: event.files } : turn)) };
    case 'pending':
      return { ...state, pending: event.pending };
    default:
      return unreachable(event, state);
  }
}

/** Returns the turns with what they changed, as the server has stored it. */
function withChanges(turns: readonly Turn[], { turns: changed }: Extract<ChangesEvent, { type: 'changes' }>): readonly Turn[] {
  const byId = new Map(changed.map((turn) => [turn.turnId, turn]));
  return turns.map((turn) => {
    const stored = byId.get(turn.id ?? '');
    return stored ? { ...turn, changes: stored.files, reverted: stored.undone ?? false } : turn;
  });
}
