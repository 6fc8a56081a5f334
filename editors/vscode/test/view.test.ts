// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { App } from '../src/webview/app';
import type { ViewEvent, ViewState } from '../src/shared/state/types';
import { $, happen, host, input, named, press, resultOf, root, sent, state, texts, type, usePage } from './page';

usePage();

const shownButtons = () =>
  [...root.querySelectorAll<HTMLElement>('.composer-buttons button')].filter((b) => !b.hidden).map((b) => b.getAttribute('aria-label'));

describe('the keyboard', () => {
  test('Enter sends and empties the input', () => {
    type('  Hello ');
    press('Enter');
    expect(sent).toEqual([{ kind: 'send', text: 'Hello' }]);
    expect(input().value).toBe('');
  });

  test('Shift+Enter, and Enter that ends a composition, do not send', () => {
    type('Hello');
    press('Enter', { shiftKey: true });
    press('Enter', { isComposing: true });
    expect(sent).toEqual([]);
    expect(input().value).toBe('Hello');
  });

  test('messages during an answer go to the running turn; Escape stops it', () => {
    happen({ type: 'ask', question: 'Hi' });
    type('Next');
    press('Enter');
    expect(sent).toEqual([{ kind: 'steer', text: 'Next' }]);
    happen({ type: 'steered', text: 'Next' });
    expect($('.queued').textContent).toBe('Next');
    press('Escape');
    expect(sent.at(-1)).toEqual({ kind: 'stop' });
  });

  test('Escape does nothing while nothing runs', () => {
    press('Escape');
    expect(sent).toEqual([]);
  });

  test('the stop button replaces the send button', () => {
    expect(shownButtons()).toEqual(['Send (Enter)']);
    happen({ type: 'ask', question: 'Hi' });
    expect(shownButtons()).toEqual(['Stop (Escape)']);
  });
});

describe('a card', () => {
  const call = {
    kind: 'tool_call',
    toolCallId: '9',
    tool: 'bash',
    title: 'Run sleep',
    toolKind: 'execute',
    args: { command: 'sleep 9' },
  } as const;

  test('shows the seconds that its tool has been running', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    happen({ type: 'ask', question: 'Hi' }, { type: 'chat', event: call, at: 1_000_000 });
    expect($('.tool-time').textContent).toBe('');
    vi.advanceTimersByTime(3500);
    expect($('.tool-time').textContent).toBe('3 s');
    vi.advanceTimersByTime(72_000);
    expect($('.tool-time').textContent).toBe('1 min 15 s');
    happen({ type: 'chat', event: { kind: 'tool_result', toolCallId: '9', tool: 'bash', success: true, preview: [], durationMs: 75_400 } });
    expect($('.tool-time').textContent).toBe('1 min 15 s');
    root.remove();
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test('shows the output of a command once, and its last line while closed', () => {
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'chat', event: call },
      { type: 'chat', event: { kind: 'tool_output', toolCallId: '9', chunk: 'one\ntwo\nthree\n' } },
    );
    happen({
      type: 'chat',
      event: { kind: 'tool_result', toolCallId: '9', tool: 'bash', success: true, preview: ['two', 'three'], durationMs: 1 },
    });
    expect(texts('.tool-output')).toEqual(['sleep 9', 'one\ntwo\nthree\n']);
    expect($('.tool-brief').textContent).toBe('three');
  });

  test('of the plan tool is replaced by the plan', () => {
    const entries = [{ content: 'Bake', priority: 'high', status: 'pending' } as const];
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'chat', event: { ...call, tool: 'update_plan' } },
      { type: 'chat', event: { kind: 'plan', entries } },
    );
    expect($('.tool').hidden).toBe(true);
    happen({
      type: 'chat',
      event: { kind: 'tool_result', toolCallId: '9', tool: 'update_plan', success: false, error: 'No steps.', preview: [], durationMs: 1 },
    });
    expect($('.tool').hidden, 'what went wrong is told').toBe(false);
    expect($('.plan-steps').textContent).toContain('Bake');
  });

  test('links to the file and its line', () => {
    happen(
      { type: 'ask', question: 'Hi' },
      {
        type: 'chat',
        event: {
          kind: 'tool_call',
          toolCallId: '1',
          tool: 'read_file',
          title: 'Read a.txt',
          toolKind: 'read',
          args: { path: 'a.txt' },
          locations: [{ uri: 'file:///w/a%20b.txt', line: 3 }],
        },
      },
    );
    $<HTMLDetailsElement>('.tool-details').open = true;
    $('.tool-details').dispatchEvent(new Event('toggle'));
    expect($('.file-link').textContent).toBe('a b.txt:3');
    $('.file-link').click();
    expect(sent).toEqual([{ kind: 'openFile', uri: 'file:///w/a%20b.txt', line: 2 }]);
  });
});

describe('errors', () => {
  test('a failed turn shows a remedy and can be retried', () => {
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'failed', error: { code: 'LLM_CALL_FAILED', message: 'It took too long.', suggestion: 'Ask for less.' } },
    );
    expect($('.error-card').textContent).toContain('It took too long.');
    expect($('.error-card').textContent).toContain('Ask for less.');
    named('Retry').click();
    expect(sent, 'what was done is not done again').toEqual([{ kind: 'continueTurn' }]);
  });

  test('a rejected key can be set', () => {
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'failed', error: { code: 'LLM_CALL_FAILED', kind: 'auth', message: 'openai: no such key' } },
    );
    [...$('.error-card').querySelectorAll('button')].find((one) => one.textContent.includes('Set API Key'))?.click();
    expect(sent).toEqual([{ kind: 'setApiKey' }]);
  });

  test('only the last turn can be retried', () => {
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'failed', error: { code: 'TIMEOUT', message: 'No.' } },
      { type: 'ask', question: 'Again' },
    );
    expect(named('Retry')).toBeUndefined();
  });

  test('a stopped server can be restarted, and the chat stays', () => {
    happen({ type: 'ask', question: 'Hi' }, { type: 'server', status: { kind: 'stopped', message: 'It has ended.' } });
    expect($('.banner').hidden).toBe(false);
    expect($('.question').textContent).toBe('Hi');
    named('Restart Server').click();
    expect(sent).toEqual([{ kind: 'restartServer' }]);
    happen({ type: 'failed', error: { code: 'SERVER_STOPPED', message: 'The server has ended.' } });
    expect(named('Choose Another Model'), 'no model is at fault').toBeUndefined();
    named('Restart and Retry').click();
    expect(sent.at(-1)).toEqual({ kind: 'continueTurn' });
    happen({ type: 'server', status: { kind: 'running' } });
    expect($('.banner').hidden).toBe(true);
  });
});

test('a turn that reached a limit is paused and can continue', () => {
  const error = { code: 'MAX_ITERATIONS_REACHED', message: 'The model was asked 50 times.' } as const;
  happen({ type: 'ask', question: 'Hi' }, { type: 'result', result: resultOf({ success: false, stopReason: 'paused', error }) });
  expect([$('.limit-card strong').textContent, $('.error-card'), named('Retry')]).toEqual([
    'Paused. The model was asked 50 times.',
    null,
    undefined,
  ]);
  named('Continue').click();
  expect(sent).toEqual([{ kind: 'continueTurn' }]);
});

const retry = (attempt: number): ViewEvent => ({
  type: 'chat',
  event: { kind: 'retry', attempt, of: 4, delayMs: 3000, reason: 'busy.' },
  at: Date.now(),
});

test('retries are one line that counts down', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  happen({ type: 'ask', question: 'Hi' }, retry(1), retry(2));
  expect(texts('.items .notice')).toEqual(['Try 3 of 4 in 3 s: busy']);
  vi.advanceTimersByTime(1000);
  expect(texts('.items .notice')).toEqual(['Try 3 of 4 in 2 s: busy']);
  vi.advanceTimersByTime(2000);
  expect(texts('.items .notice')).toEqual(['Try 3 of 4: busy']);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a retry removes the text of the failed attempt', () => {
  const said: ViewEvent[] = [
    { type: 'ask', question: 'Hi' },
    { type: 'chat', event: { kind: 'reasoning', text: 'hm' } },
    { type: 'chat', event: { kind: 'text', text: 'Half of' } },
  ];
  happen(...said);
  happen({ type: 'chat', event: { kind: 'retry', attempt: 1, delayMs: 500, reason: 'cut' } });
  expect($('.items').textContent).toBe('Asking again: cut');
  happen({ type: 'chat', event: { kind: 'text', text: 'Whole.' } });
  expect($('.items').textContent?.trim(), 'the line about the retry is gone').toBe('Whole.');
});

describe('an empty chat', () => {
  test('offers examples, and shows how to set up a model if there is none', () => {
    expect($('.welcome').hidden).toBe(false);
    expect($('.setup').hidden).toBe(true);
    happen({ type: 'model', model: 'offline/search' });
    expect($('.setup').hidden).toBe(false);
    named('Set API Key').click();
    expect(sent).toEqual([{ kind: 'setApiKey' }]);
    $('.example').click();
    expect(input().value).not.toBe('');
    happen({ type: 'ask', question: 'Hi' });
    expect($('.welcome').hidden).toBe(true);
  });
});

test('a reopened view shows the same', () => {
  happen({ type: 'ask', question: 'Hi' }, { type: 'chat', event: { kind: 'text', text: '**bold**' } }, { type: 'stopped' });
  const again = document.createElement('div');
  new App(again, host).draw(JSON.parse(JSON.stringify(state)) as ViewState);
  expect(again.querySelector('.turns')?.innerHTML).toBe($('.turns').innerHTML);
});
