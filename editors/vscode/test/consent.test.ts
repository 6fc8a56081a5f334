// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApproveParams } from '../src/protocol';
import { $, happen, named, press, root, sent, type, usePage } from './page';

usePage();

const params: ApproveParams = {
  conversationId: 'c', turnId: 't', toolCallId: '1', tool: 'write_file', toolKind: 'edit', title: 'Write a.txt', args: { path: 'a.txt' },
  risk: 'Changes a.txt', rule: 'write any file below src', diff: [{ uri: 'file:///w/a.txt', unified: '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n', newText: 'new' }],
};

describe('consent', () => {
  beforeEach(() => happen({ type: 'ask', question: 'Hi' }, { type: 'approval', params }));

  test.each([
    ['Allow Once', 'allow_once'],
    ['Allow in This Session', 'allow_session'],
    ['Always Allow', 'allow_always'],
    ['Reject', 'reject'],
  ])('%s answers %s', (label, decision) => {
    named(label).click();
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision }]);
  });

  test('Escape takes back what the user wrote before it stops the turn; Ctrl+Enter does not reject', () => {
    const feedback = $<HTMLInputElement>('.feedback');
    feedback.value = 'use tabs';
    press('Escape', {}, feedback);
    expect([feedback.value, sent]).toEqual(['', []]);
    press('Enter', { ctrlKey: true }, feedback);
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'allow_once' }]);
    press('Escape', {}, feedback);
    expect(sent.at(-1)).toEqual({ kind: 'stop' });
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

describe('what is asked', () => {
  beforeEach(() => happen({ type: 'ask', question: 'Hi' }, { type: 'approval', params }));

  test('Ctrl+Enter allows it once, and sends what stands in the input where something does', () => {
    press('Enter', { ctrlKey: true });
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'allow_once' }]);
    type('use tabs');
    press('Enter', { ctrlKey: true });
    expect(sent.slice(1)).toEqual([{ kind: 'steer', text: 'use tabs' }]);
  });

  test('names each file by its path in the workspace, and opens its diff', () => {
    const unified = '--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-old\n+new\n';
    happen({ type: 'approval', params: { ...params, toolCallId: '2', diff: [{ uri: 'file:///w/src/a.txt', unified, newText: 'new' }] } });
    const card = $('.tool:last-child');
    expect(card.querySelector('.file-link')?.textContent).toBe('src/a.txt');
    card.querySelector<HTMLElement>('.link-button')?.click();
    expect(sent).toEqual([{ kind: 'showDiff', toolCallId: '2', uri: 'file:///w/src/a.txt' }]);
  });

  test('shows a command as it will run, and why', () => {
    happen({ type: 'approval', params: { conversationId: 'c', turnId: 't', toolCallId: '3', tool: 'bash', toolKind: 'execute', title: 'Run ls', args: { command: 'ls\nrm x', timeout: 3 }, risk: 'Runs a command', reasoning: 'to look' } });
    const card = $('.tool:last-child');
    expect(card.querySelector('.command')?.textContent).toBe('ls\nrm x');
    expect(card.querySelector('.arguments')?.textContent).toBe('timeout3');
    expect(card.querySelector('.tool-brief')?.textContent).toBe('to look');
  });
});
