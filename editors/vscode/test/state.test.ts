import { describe, expect, test } from 'vitest';
import type { ApproveParams, ChatEvent, ChatResult, Usage } from '../src/shared/protocol';
import { emptyState, reduce, runningTurn } from '../src/shared/state/reduce';
import type { ToolItem, Turn, ViewEvent, ViewState } from '../src/shared/state/types';

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
const approval: ApproveParams = {
  conversationId: 'c',
  turnId: 't',
  toolCallId: '1',
  tool: 'write_file',
  toolKind: 'edit',
  title: 'Write a.txt',
  args: {},
  risk: '',
  diff: [{ uri: 'file:///a.txt', unified: '@@\n+x', newText: 'x' }],
};

function after(...events: (ViewEvent | ChatEvent)[]): ViewState {
  const ask: ViewEvent = { type: 'ask', question: 'Hi' };
  const all = events.map((event): ViewEvent =>
    'type' in event && !('kind' in event) ? (event as ViewEvent) : { type: 'chat', event: event as ChatEvent },
  );
  return [ask, ...all].reduce(reduce, emptyState);
}

const last = (state: ViewState): Turn => state.turns.at(-1) as Turn;
const tool = (state: ViewState): ToolItem => last(state).items.find((item) => item.kind === 'tool') as ToolItem;

describe('an answer', () => {
  test('grows with each chunk', () => {
    const state = after({ kind: 'text', text: 'Hel' }, { kind: 'text', text: 'lo' });
    expect(last(state).items).toEqual([{ kind: 'text', text: 'Hello' }]);
    expect(runningTurn(state)).toBe(last(state));
  });

  test('stays as streamed if the result is the same', () => {
    const state = after(
      { kind: 'text', text: 'First I look.' },
      call,
      done,
      { kind: 'text', text: 'Hello there.\n' },
      { type: 'result', result },
    );
    expect(last(state).items.map((item) => item.kind)).toEqual(['text', 'tool', 'text']);
    expect(last(state).items[2]).toEqual({ kind: 'text', text: 'Hello there.\n' });
    expect(last(state)).toMatchObject({ status: 'done', durationMs: 1200 });
    expect(state).toMatchObject({ model: 'openai/m', usage });
  });

  test('is taken from the result if nothing was streamed', () => {
    const state = after(call, done, { type: 'result', result });
    expect(last(state).items[1]).toEqual({ kind: 'text', text: 'Hello there.' });
  });

  test('is replaced by the result if they differ', () => {
    const state = after({ kind: 'text', text: 'Something else' }, { type: 'result', result });
    expect(last(state).items).toEqual([{ kind: 'text', text: 'Hello there.' }]);
  });

  test('does not change after its end', () => {
    const state = after({ type: 'stopped' });
    expect(reduce(state, { type: 'chat', event: { kind: 'text', text: 'late' } })).toEqual(state);
  });
});

describe('a tool call', () => {
  test('runs, shows output, and ends', () => {
    const running = after(call, { kind: 'tool_output', toolCallId: '1', chunk: 'a' }, { kind: 'tool_output', toolCallId: '1', chunk: 'b' });
    expect(tool(running)).toMatchObject({ state: 'running', title: 'Read a.txt', output: 'ab' });
    expect(tool(after(call, done))).toMatchObject({ state: 'done', preview: ['3 lines'], durationMs: 4 });
  });

  test('keeps the end of a long output', () => {
    const state = after(call, { kind: 'tool_output', toolCallId: '1', chunk: `${'x'.repeat(60_000)}end` });
    expect(tool(state).output).toHaveLength(50_000);
    expect(tool(state).output.endsWith('end')).toBe(true);
  });

  test('shows why it failed', () => {
    const state = after(call, { ...done, success: false, error: 'not found', suggestion: 'Look again.' } as ChatEvent);
    expect(tool(state)).toMatchObject({ state: 'failed', error: 'not found' });
  });

  test('is stopped with its turn', () => {
    expect(tool(after(call, { type: 'stopped' })).state).toBe('stopped');
    expect(tool(after(call, done, { type: 'stopped' })).state).toBe('done');
  });

  test('of an unknown kind of event changes nothing', () => {
    const state = after(call);
    expect(reduce(state, { type: 'chat', event: { kind: 'from_the_future' } as unknown as ChatEvent })).toBe(state);
  });
});

describe('consent', () => {
  const asked = after(call, { type: 'approval', params: approval });

  test('is requested on the card of the call', () => {
    expect(last(asked).items).toHaveLength(1);
    expect(tool(asked)).toMatchObject({ state: 'asking', approval });
  });

  test('creates the card if the call is not known yet', () => {
    expect(tool(after({ type: 'approval', params: approval }))).toMatchObject({ state: 'asking', title: 'Write a.txt' });
  });

  test('when given, lets the call run and keeps the diff', () => {
    const state = reduce(asked, { type: 'answered', toolCallId: '1', decision: 'allow_once' });
    expect(tool(state)).toMatchObject({ state: 'running', diff: { uri: 'file:///a.txt', unified: '@@\n+x' } });
    expect(tool(state).approval).toBeUndefined();
  });

  test('when refused, shows the call as rejected, also after its result', () => {
    const refused = reduce(asked, { type: 'answered', toolCallId: '1', decision: 'reject' });
    expect(tool(refused).state).toBe('rejected');
    const ended = reduce(refused, { type: 'chat', event: { ...done, success: false, error: 'rejected' } as ChatEvent });
    expect(tool(ended).state).toBe('rejected');
  });

  test('is no longer requested when the turn ends', () => {
    expect(tool(reduce(asked, { type: 'stopped' }))).toMatchObject({ state: 'stopped' });
    expect(tool(reduce(asked, { type: 'stopped' })).approval).toBeUndefined();
  });
});

describe('failures', () => {
  test('a failed turn keeps its answer', () => {
    const error = { code: 'LLM_CALL_FAILED', message: 'no answer', suggestion: 'Try again.' } as const;
    const state = after(
      { kind: 'text', text: 'So far' },
      { type: 'result', result: { ...result, success: false, content: 'So far', error } },
    );
    expect(last(state)).toMatchObject({ status: 'failed', error, items: [{ kind: 'text', text: 'So far' }] });
  });

  test('the chat stays when the server ends', () => {
    const state = reduce(after({ type: 'result', result }), { type: 'server', status: { kind: 'stopped', message: 'gone' } });
    expect(state.turns).toHaveLength(1);
    expect(state.server).toEqual({ kind: 'stopped', message: 'gone' });
  });

  test('a retry removes the text of the failed attempt only', () => {
    const retry: ChatEvent = { kind: 'retry', attempt: 1, delayMs: 500, reason: 'cut' };
    const half: ChatEvent[] = [
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'Hel' },
    ];
    const hello: ChatEvent = { kind: 'text', text: 'Hello' };
    expect(last(after(...half, retry, hello)).items).toEqual([{ kind: 'text', text: 'Hello' }]);
    const later = after(
      { kind: 'text', text: 'I look.' },
      { kind: 'iteration', iteration: 1, type: 'tool_call', toolCallsSoFar: 0 },
      call,
      done,
      ...half,
      retry,
      hello,
    );
    expect(last(later).items.map((item) => (item.kind === 'text' ? item.text : item.kind))).toEqual(['I look.', 'tool', 'Hello']);
    const mended = after(
      { kind: 'text', text: 'One.' },
      { kind: 'iteration', iteration: 1, type: 'text', toolCallsSoFar: 0 },
      ...half,
      retry,
      hello,
    );
    expect(last(mended).items).toEqual([{ kind: 'text', text: 'One.' }, { kind: 'text', text: 'Hello' }]);
  });

  test('retries and warnings are shown', () => {
    const state = after(
      { kind: 'retry', attempt: 2, delayMs: 1500, reason: 'overloaded' },
      { kind: 'warning', code: 'X', message: 'Careful.' },
    );
    expect(last(state).items).toEqual([
      { kind: 'retry', attempt: 2, delayMs: 1500, reason: 'overloaded' },
      { kind: 'notice', level: 'warning', text: 'Careful.' },
    ]);
  });
});

test('a plan that the answer shows is not repeated, and can be carried out', () => {
  const entries = [{ content: 'Measure `oven.go`.', priority: 'medium', status: 'pending' } as const];
  const plan: ChatEvent = { kind: 'plan', entries: [...entries] };
  const events = (text: string, mode: 'plan' | 'agent'): ViewEvent[] => [
    { type: 'ask', question: 'Plan', mode },
    { type: 'chat', event: { kind: 'text', text } },
    { type: 'chat', event: plan },
    { type: 'result', result: { ...result, content: text, plan: [...entries] } },
  ];
  const turn = (text: string, mode: 'plan' | 'agent') => last(events(text, mode).reduce(reduce, emptyState));
  expect(turn('1. **Measure** `oven.go`.\n', 'plan').items.map((item) => item.kind)).toEqual(['text']);
  expect(turn('1. **Measure** `oven.go`.\n', 'plan').proposed).toEqual(entries);
  expect(turn('I have made a plan.', 'plan').items.map((item) => item.kind)).toEqual(['text', 'plan']);
  expect(turn('1. Measure `oven.go`.\n', 'agent').items.map((item) => item.kind)).toEqual(['text', 'plan']);
});

test('a plan is updated in place', () => {
  const entries = [{ content: 'one', priority: 'high', status: 'pending' }] as const;
  const finished = [{ content: 'one', priority: 'high', status: 'completed' }] as const;
  const state = after({ kind: 'plan', entries: [...entries] }, { kind: 'text', text: 'a' }, { kind: 'plan', entries: [...finished] });
  expect(last(state).items).toEqual([
    { kind: 'plan', entries: finished },
    { kind: 'text', text: 'a' },
  ]);
});

test('a conversation that is opened keeps server, model and mode only', () => {
  const before = after(
    { type: 'server', status: { kind: 'running' } },
    { type: 'mode', mode: 'ask' },
    { type: 'steered', text: 'too late' },
    { type: 'result', result },
  );
  expect(reduce(before, { type: 'opened', conversation: { id: 'c' }, turns: [], earlier: 0 })).toEqual({
    ...emptyState,
    conversation: { id: 'c' },
    server: { kind: 'running' },
    model: 'openai/m',
    mode: 'ask',
    chat: 1,
  });
});

describe('steering', () => {
  const steered = after({ type: 'steered', text: 'louder' }, { type: 'steered', text: 'slower' });

  test('is queued until it reaches the model, and is then part of the turn', () => {
    expect(steered.queued).toEqual([{ text: 'louder' }, { text: 'slower' }]);
    const received = reduce(steered, { type: 'chat', event: { kind: 'user_message', text: 'louder' } });
    expect(received.queued).toEqual([{ text: 'slower' }]);
    expect(last(received).items).toEqual([{ kind: 'user', text: 'louder' }]);
  });

  test('that comes too late leaves the queue', () => {
    expect(reduce(steered, { type: 'steered', text: 'slower', lost: true }).queued).toEqual([{ text: 'louder' }]);
  });

  test('has the id of the server, by which it can be taken back', () => {
    const named = reduce(steered, { type: 'queued', text: 'slower', id: '7' });
    expect(named.queued).toEqual([{ text: 'louder' }, { text: 'slower', id: '7' }]);
  });
});

test('the result of an undo is stored in the turn', () => {
  const files = [{ uri: 'file:///a.txt', status: 'restored', effect: 'edit' }] as const;
  const state = reduce(after({ kind: 'turn_start', conversationId: 'c', turnId: 't', model: 'm' }, { type: 'result', result }), {
    type: 'undone',
    turnId: 't',
    redo: false,
    files,
  });
  expect(last(state).undone).toEqual({ redo: false, files });
});
