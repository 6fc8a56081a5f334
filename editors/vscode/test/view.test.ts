// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApproveParams } from '../src/protocol';
import { App } from '../src/webview/app';
import type { ViewEvent, ViewState } from '../src/webview/types';
import { $, happen, host, input, named, press, root, sent, state, type, usePage } from './page';

usePage();

const shownButtons = () => [...root.querySelectorAll<HTMLElement>('.composer-buttons button')].filter((b) => !b.hidden).map((b) => b.getAttribute('aria-label'));

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

  test('what is sent while an answer runs is said to the model; Escape stops it', () => {
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

  test('the stop button takes the place of the send button', () => {
    expect(shownButtons()).toEqual(['Send (Enter)']);
    happen({ type: 'ask', question: 'Hi' });
    expect(shownButtons()).toEqual(['Stop (Escape)']);
  });
});

describe('consent', () => {
  const params: ApproveParams = {
    conversationId: 'c', turnId: 't', toolCallId: '1', tool: 'write_file', toolKind: 'edit', title: 'Write a.txt', args: { path: 'a.txt' },
    risk: 'Changes a.txt', rule: 'write any file below src', diff: [{ uri: 'file:///w/a.txt', unified: '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n', newText: 'new' }],
  };

  beforeEach(() => happen({ type: 'ask', question: 'Hi' }, { type: 'approval', params }));

  test.each([
    ['Allow once', 'allow_once'],
    ['Allow in this session', 'allow_session'],
    ['Always allow', 'allow_always'],
    ['Reject', 'reject'],
  ])('%s answers %s', (label, decision) => {
    named(label).click();
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision }]);
  });

  test('a rejection carries what the user wrote', () => {
    $<HTMLInputElement>('.feedback').value = 'use tabs';
    named('Reject').click();
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'reject', feedback: 'use tabs' }]);
  });

  test('shows risk, rule and change', () => {
    expect($('.approval').textContent).toContain('Changes a.txt');
    expect($('.rule').textContent).toContain('write any file below src');
    expect([...root.querySelectorAll('.diff-line')].map((line) => line.className)).toEqual(['diff-line hunk', 'diff-line removed', 'diff-line added']);
  });

  test('is said to a screen reader', () => {
    expect($('.sr-only[role="status"]').textContent).toBe('Consent is needed: Write a.txt');
  });

  test('keeps what the user is writing while the answer goes on', () => {
    $<HTMLInputElement>('.feedback').value = 'half a';
    happen({ type: 'chat', event: { kind: 'text', text: 'more' } });
    expect($<HTMLInputElement>('.feedback').value).toBe('half a');
  });

  test('goes away once it is answered', () => {
    happen({ type: 'answered', toolCallId: '1', decision: 'allow_once' });
    expect($('.approval')).toBeNull();
    expect($('.tool').dataset.state).toBe('running');
  });
});

describe('a card', () => {
  test('links to the file and its line', () => {
    happen({ type: 'ask', question: 'Hi' }, {
      type: 'chat', event: { kind: 'tool_call', toolCallId: '1', tool: 'read_file', title: 'Read a.txt', toolKind: 'read', args: { path: 'a.txt' }, locations: [{ uri: 'file:///w/a%20b.txt', line: 3 }] },
    });
    $<HTMLDetailsElement>('.tool-details').open = true;
    $('.tool-details').dispatchEvent(new Event('toggle'));
    expect($('.file-link').textContent).toBe('a b.txt:3');
    $('.file-link').click();
    expect(sent).toEqual([{ kind: 'openFile', uri: 'file:///w/a%20b.txt', line: 2 }]);
  });
});

describe('when something is wrong', () => {
  test('a failed turn says what to do and can be retried', () => {
    happen({ type: 'ask', question: 'Hi' }, { type: 'failed', error: { code: 'TIMEOUT', message: 'It took too long.', suggestion: 'Ask for less.' } });
    expect($('.error-card').textContent).toContain('It took too long.');
    expect($('.error-card').textContent).toContain('Ask for less.');
    named('Retry').click();
    expect(sent).toEqual([{ kind: 'retry' }]);
  });

  test('only the last turn can be retried', () => {
    happen({ type: 'ask', question: 'Hi' }, { type: 'failed', error: { code: 'TIMEOUT', message: 'No.' } }, { type: 'ask', question: 'Again' });
    expect(named('Retry')).toBeUndefined();
  });

  test('a stopped server can be restarted, and the chat stays', () => {
    happen({ type: 'ask', question: 'Hi' }, { type: 'server', status: { kind: 'stopped', message: 'It has ended.' } });
    expect($('.banner').hidden).toBe(false);
    expect($('.question').textContent).toBe('Hi');
    named('Restart Server').click();
    expect(sent).toEqual([{ kind: 'restartServer' }]);
    happen({ type: 'server', status: { kind: 'running' } });
    expect($('.banner').hidden).toBe(true);
  });
});

test('a retry takes what the failed attempt said off the screen', () => {
  const said: ViewEvent[] = [{ type: 'ask', question: 'Hi' }, { type: 'chat', event: { kind: 'reasoning', text: 'hm' } }, { type: 'chat', event: { kind: 'text', text: 'Half of' } }];
  happen(...said);
  happen({ type: 'chat', event: { kind: 'retry', attempt: 1, delayMs: 500, reason: 'cut' } });
  expect($('.items').textContent).toBe('Try 1 in 0.5 s: cut');
  happen({ type: 'chat', event: { kind: 'text', text: 'Whole.' } });
  expect($('.items').textContent).toContain('Whole.');
  expect($('.items').textContent).not.toContain('Half');
});

describe('an empty chat', () => {
  test('offers examples, and says how to set up a model only where there is none', () => {
    expect($('.welcome').hidden).toBe(false);
    expect($('.setup').hidden).toBe(true);
    happen({ type: 'model', model: 'offline/search' });
    expect($('.setup').hidden).toBe(false);
    $('.example').click();
    expect(input().value).not.toBe('');
    happen({ type: 'ask', question: 'Hi' });
    expect($('.welcome').hidden).toBe(true);
  });
});

test('a view that is opened again shows the same', () => {
  happen({ type: 'ask', question: 'Hi' }, { type: 'chat', event: { kind: 'text', text: '**bold**' } }, { type: 'stopped' });
  const again = document.createElement('div');
  new App(again, host).draw(JSON.parse(JSON.stringify(state)) as ViewState);
  expect(again.querySelector('.turns')?.innerHTML).toBe($('.turns').innerHTML);
});
