import { describe, expect, test } from 'vitest';
import type { ChatEvent, ChatResult, Usage } from '../src/shared/protocol';
import { emptyState, lastTurns, reduce } from '../src/shared/state/reduce';
import { storedTurns } from '../src/shared/state/storedTurns';
import type { ViewEvent } from '../src/shared/state/types';

const usage: Usage = { inputTokens: 10, outputTokens: 5, contextTokens: 15, contextWindow: 100 };
const result: ChatResult = {
  conversationId: 'c',
  turnId: 't',
  success: true,
  content: 'Hello there.',
  iterations: 1,
  toolCalls: [],
  totalToolCalls: 0,
  changes: [],
  usage,
  durationMs: 1200,
  model: 'openai/m',
};
const call: ChatEvent = {
  kind: 'tool_call',
  toolCallId: '1',
  tool: 'read_file',
  title: 'Read a.txt',
  toolKind: 'read',
  args: { path: 'a.txt' },
};
const done: ChatEvent = { kind: 'tool_result', toolCallId: '1', tool: 'read_file', success: true, preview: ['3 lines'], durationMs: 4 };

const live = (...events: ChatEvent[]): ViewEvent[] => [
  { type: 'ask', question: 'Hi' },
  ...events.map((event): ViewEvent => ({ type: 'chat', event })),
];

describe('the history', () => {
  const events: ChatEvent[] = [
    { kind: 'turn_start', conversationId: 'c', turnId: 't', model: 'openai/m' },
    call,
    done,
    { kind: 'text', text: 'Hello there.' },
  ];
  const stored = { turnId: 't', startedAt: '2026-01-02T03:04:05Z', message: 'Hi', events, result };

  test('shows a stored turn like a live one', () => {
    const state = [...live(...events), { type: 'result', result } as const].reduce(reduce, emptyState);
    expect(storedTurns([stored])).toEqual([{ ...state.turns[0], id: 't' }]);
  });

  test.each([
    ['cancelled', { ...stored, cancelled: true }],
    ['cut off', { turnId: 't', startedAt: stored.startedAt, message: 'Hi', events }],
  ])('shows a turn that was %s as stopped', (_, turn) => {
    expect(storedTurns([turn])[0]).toMatchObject({ status: 'stopped', question: 'Hi' });
  });

  test('replaces the chat; a view gets its last turns', () => {
    const turns = storedTurns([stored, { ...stored, turnId: 't2' }, { ...stored, turnId: 't3' }]);
    const state = reduce(live().reduce(reduce, emptyState), {
      type: 'opened',
      conversation: { id: 'c', title: 'Greeting' },
      turns,
      earlier: 0,
    });
    expect(state).toMatchObject({ conversation: { id: 'c', title: 'Greeting' }, usage, chat: 1 });
    const end = lastTurns(state, 2);
    expect([end.earlier, end.turns.map((turn) => turn.id)]).toEqual([1, ['t2', 't3']]);
    expect(lastTurns(state, 3)).toBe(state);
    const whole = reduce(end, { type: 'earlier', first: 0, turns: state.turns.slice(0, 1) });
    expect([whole.earlier, whole.turns]).toEqual([0, state.turns]);
    expect(reduce(whole, { type: 'earlier', first: 0, turns: state.turns.slice(0, 1) }), 'a page that comes twice').toBe(whole);
  });
});
