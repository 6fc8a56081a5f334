// Turns of the history as the view shows them.
import type { Attachment, Turn as StoredTurn } from '../protocol';
import type { Attached } from '../attachment';
import { fileName } from '../uri';
import { emptyState, reduce } from './reduce';
import type { Turn, ViewEvent } from './types';

/** Converts stored turns by replaying their events; `running` if the last one runs. */
export function storedTurns(turns: readonly StoredTurn[], running = false): Turn[] {
  return turns.map((stored, i) => {
    const shown = eventsOf(stored, running && i === turns.length - 1).reduce(reduce, emptyState).turns[0] as Turn;
    return { ...shown, id: stored.turnId };
  });
}

function eventsOf(stored: StoredTurn, running: boolean): ViewEvent[] {
  const attachments = stored.attachments?.map(withLabel) ?? [];
  const asked = { ...(stored.mode && { mode: stored.mode }), ...(stored.continues && { continues: true }) };
  const end: ViewEvent = stored.result ? { type: 'result', result: stored.result } : { type: 'stopped' };
  return [
    { type: 'ask', question: stored.message, attachments, ...asked },
    ...stored.events.map((event): ViewEvent => ({ type: 'chat', event })),
    ...(running && !stored.result ? [] : [stored.cancelled ? { type: 'stopped' as const } : end]),
  ];
}

function withLabel(attachment: Attachment): Attached {
  const line = attachment.range ? `:${attachment.range.start.line + 1}` : '';
  return { attachment, label: attachment.name ?? fileName(attachment.uri ?? '') + line };
}
