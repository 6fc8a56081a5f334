// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import type { ChatEvent, FailureKind, ToolKind } from '../src/shared/protocol';
import { reduce } from '../src/shared/state/reduce';
import { storedTurns } from '../src/shared/state/storedTurns';
import { rowsOf } from '../src/webview/rows';
import { $, $$, happen, named, resultOf, sent, state, texts, usePage } from './page';

usePage();

const buttons = () => $$('.error-card button').map((one) => one.textContent);

describe('the card of a failed turn has the button that helps first', () => {
  const cases: [FailureKind, string, string][] = [
    ['auth', 'Set API Key…', 'setApiKey'],
    ['quota', 'Choose Another Model', 'pickModel'],
    ['rate', 'Retry', 'continueTurn'],
    ['model', 'Choose Another Model', 'pickModel'],
    ['overflow', 'Compact and Continue', 'compactTurn'],
    ['not_running', 'Retry', 'continueTurn'],
    ['server', 'Retry', 'continueTurn'],
  ];
  test.each(cases)('%s: %s', (kind, label, message) => {
    const error = { code: 'LLM_CALL_FAILED', kind, message: 'No.', suggestion: 'Do this.' } as const;
    happen({ type: 'ask', question: 'Hi' }, { type: 'result', result: resultOf({ success: false, error }) });
    expect(buttons()[0]).toBe(label);
    expect($('.error-card').textContent).toContain('Do this.');
    $('.error-card button').click();
    expect(sent).toEqual([{ kind: message }]);
    if (kind !== 'auth') expect(buttons()).not.toContain('Set API Key…');
  });

  test('of a kind that this version does not know', () => {
    const error = { code: 'LLM_CALL_FAILED', kind: 'from_the_future' as FailureKind, message: 'No.' } as const;
    happen({ type: 'ask', question: 'Hi' }, { type: 'result', result: resultOf({ success: false, error }) });
    expect(buttons()).toContain('Retry');
  });
});

describe('a turn that continues another', () => {
  test('shows no question, and none to edit', () => {
    const error = { code: 'MAX_COST_REACHED', message: 'It has cost $1.' } as const;
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'result', result: resultOf({ success: false, stopReason: 'paused', error }) },
      { type: 'ask', question: '', continues: true },
    );
    expect($$('.asked').map((one) => one.hidden)).toEqual([false, true]);
    expect(named('Continue')).toBeUndefined();
  });

  test('of the history is the same', () => {
    const [turn] = storedTurns([{ turnId: 't', startedAt: '', message: '', continues: true, events: [], result: resultOf({}) }]);
    expect(turn).toMatchObject({ question: '', continues: true, status: 'done' });
  });

  test('is paused again by its result in the history, also of an older server', () => {
    const error = { code: 'TIMEOUT', message: 'Late.' } as const;
    const [turn] = storedTurns([{ turnId: 't', startedAt: '', message: 'Hi', events: [], result: resultOf({ success: false, error }) }]);
    expect(turn?.status).toBe('paused');
  });

  test('is offered after a stop', () => {
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'chat', event: { kind: 'turn_start', conversationId: 'c', turnId: 't', model: 'm' } },
      { type: 'stopped' },
    );
    named('Continue').click();
    expect(sent).toEqual([{ kind: 'continueTurn' }]);
  });
});

const call = (id: string, toolKind: ToolKind, title: string): ChatEvent => ({
  kind: 'tool_call', toolCallId: id, tool: 't', title, toolKind, args: {},
});
const done = (id: string, fields: Partial<Extract<ChatEvent, { kind: 'tool_result' }>> = {}): ChatEvent => ({
  kind: 'tool_result', toolCallId: id, tool: 't', success: true, preview: [], durationMs: 700, ...fields,
});
const chat = (...events: ChatEvent[]) => events.map((event) => ({ type: 'chat', event }) as const);

describe('reads and searches', () => {
  test('that follow each other are one line, which opens to their cards', () => {
    happen(
      { type: 'ask', question: 'Hi' },
      ...chat(call('1', 'read', 'Read a.go'), call('2', 'read', 'Read b.go'), call('3', 'search', 'Search x'), done('1'), done('2')),
    );
    expect(texts('.items > *')).toHaveLength(1);
    expect($('.tool-group').dataset.state).toBe('running');
    happen(...chat(done('3', { success: false, error: 'no' })));
    expect($('.tool-group > summary .tool-title').textContent).toBe('2 reads · 1 search · 1 failed');
    expect($('.tool-group > summary .tool-time').textContent).toBe('2.1 s');
    const group = $<HTMLDetailsElement>('.tool-group');
    group.open = true;
    group.dispatchEvent(new Event('toggle'));
    expect(texts('.tool-group .tool .tool-title')).toEqual(['Read a.go', 'Read b.go', 'Search x']);
    expect($('.tool-group-list').getAttribute('aria-label')).toBe('2 reads · 1 search · 1 failed');
  });

  test('stay alone if there is one, or something else between them', () => {
    const calls = [call('1', 'read', 'Read a.go'), call('2', 'execute', 'Run'), call('3', 'read', 'Read b.go')];
    happen({ type: 'ask', question: 'Hi' }, ...chat(...calls));
    expect($('.tool-group')).toBeNull();
  });

  test('that ask are not hidden in a group', () => {
    const asks = [{ kind: 'tool', id: '1', toolKind: 'read', state: 'asking' }, { kind: 'tool', id: '2', toolKind: 'read', state: 'done' }];
    expect(rowsOf(asks as never).map((row) => row.kind)).toEqual(['tool', 'tool']);
  });
});

test('the text before the last calls of a paused turn is shown once', () => {
  const error = { code: 'MAX_ITERATIONS_REACHED', message: 'Enough.' } as const;
  happen(
    { type: 'ask', question: 'Hi' },
    ...chat({ kind: 'text', text: 'I look around.\n\n' }, call('1', 'read', 'Read a.go'), done('1')),
    { type: 'result', result: resultOf({ success: false, stopReason: 'paused', content: 'I look around.', error }) },
  );
  expect(texts('.items .answer').map((one) => one?.trim())).toEqual(['I look around.']);
});

test('the card of a rejected call shows the reason, also from the history', () => {
  happen(
    { type: 'ask', question: 'Hi' },
    ...chat(call('1', 'execute', 'Run'), done('1', { success: false, rejected: true, feedback: 'Not on Fridays.', error: 'The user…' })),
  );
  expect($('.tool').dataset.state).toBe('rejected');
  expect($('.tool-brief').textContent).toBe('You rejected this: Not on Fridays.');
});

const thought = (text: string, at: number) => ({ type: 'chat', event: { kind: 'reasoning', text } as const, at }) as const;

test('a finished thought says how long it took', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  happen({ type: 'ask', question: 'Hi' }, thought('hm', 1_000_000));
  expect($('.reasoning-label').textContent).toBe('Thinking…');
  happen(thought(' so', 1_008_000), { type: 'chat', event: { kind: 'text', text: 'Yes.' }, at: 1_008_100 });
  expect($('.reasoning-label').textContent).toBe('Thought for 8 s');
  expect(storedTurns([
    { turnId: 't', startedAt: '', message: 'Hi', events: [{ kind: 'reasoning', text: 'hm' }, { kind: 'text', text: 'Yes.' }] },
  ])[0]?.items[0]).toEqual({ kind: 'reasoning', text: 'hm' });
  vi.useRealTimers();
});

const answered = (toolCallId: string, at: number) => ({ type: 'answered', toolCallId, decision: 'allow_once', at }) as const;

test("the time for which the user was asked does not count", () => {
  const params = { conversationId: 'c', turnId: 't', tool: 'bash', toolKind: 'execute', title: 'Run', args: {}, risk: '' } as const;
  const one = { type: 'approval', params: { ...params, toolCallId: '1' }, at: 5000 } as const;
  const two = { type: 'approval', params: { ...params, toolCallId: '2' }, at: 6000 } as const;
  let now = reduce(state, { type: 'ask', question: 'Hi', at: 1000 });
  for (const event of [one, two, answered('1', 9000)]) now = reduce(now, event);
  expect(now.turns[0]).toMatchObject({ since: 1000, askedAt: 5000 });
  now = reduce(now, answered('2', 15_000));
  expect(now.turns[0]?.since).toBe(11_000);
  expect(now.turns[0]?.askedAt).toBeUndefined();
});
