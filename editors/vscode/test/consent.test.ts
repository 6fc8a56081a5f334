// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApproveParams, ChatEvent } from '../src/shared/protocol';
import { $, answerable, happen, named, press, readToTheEnd, root, sent, texts, type, usePage } from './page';

usePage();

const params: ApproveParams = {
  conversationId: 'c',
  turnId: 't',
  toolCallId: '1',
  tool: 'write_file',
  toolKind: 'edit',
  title: 'Write a.txt',
  args: { path: 'a.txt' },
  risk: 'Changes a.txt',
  rule: 'write any file below src',
  diff: [{ uri: 'file:///w/a.txt', unified: '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n', newText: 'new' }],
};

describe('consent', () => {
  beforeEach(() => happen({ type: 'ask', question: 'Hi' }, { type: 'approval', params }));

  test.each([
    ['Allow Once', 'allow_once'],
    ['Allow in This Session', 'allow_session'],
    ['Always Allow', 'allow_always'],
    ['Reject', 'reject'],
  ])('%s answers %s', async (label, decision) => {
    await answerable();
    named(label).click();
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision }]);
  });

  test('all edits of the turn are allowed by the scope of the question, which is said in words', async () => {
    happen({ type: 'approval', params: { ...params, scopes: [{ id: 'turn-edits', text: 'change files until this turn ends' }] } });
    expect(texts('.rule')).toEqual([
      '“Allow All Edits of This Turn” means: change files until this turn ends',
      '“Allow in This Session”, until the server ends, and “Always Allow”, in this workspace, mean: write any file below src',
    ]);
    await answerable();
    named('Allow All Edits of This Turn').click();
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'allow_scope', scope: 'turn-edits' }]);
  });

  test('what is asked each time can be allowed once only', () => {
    const { rule: _, ...each } = params;
    happen({ type: 'approval', params: each });
    expect(texts('.approval-choices button')).toEqual(['Allow Once']);
  });

  test('Escape clears the feedback and does not stop a turn that waits; Ctrl+Enter does not reject', async () => {
    await answerable();
    const feedback = $<HTMLInputElement>('.feedback');
    feedback.value = 'use tabs';
    press('Escape', {}, feedback);
    expect([feedback.value, sent]).toEqual(['', []]);
    press('Enter', { ctrlKey: true }, feedback);
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'allow_once' }]);
    press('Escape', {}, feedback);
    press('Escape');
    expect(sent.length).toBe(1);
    $('.stop').click();
    expect(sent.at(-1)).toEqual({ kind: 'stop' });
  });

  test("a rejection includes the user's feedback", () => {
    $<HTMLInputElement>('.feedback').value = 'use tabs';
    named('Reject').click();
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'reject', feedback: 'use tabs' }]);
  });

  test('shows risk, rule and change', () => {
    expect($('.approval').textContent).toContain('Changes a.txt');
    expect($('.rule').textContent).toContain('write any file below src');
    expect([...root.querySelectorAll('.diff-line')].map((line) => line.className)).toEqual([
      'diff-line hunk',
      'diff-line removed',
      'diff-line added',
    ]);
  });

  test('is announced to screen readers', () => {
    expect($('.sr-only[role="status"]').textContent).toBe('Consent is needed: Write a.txt');
  });

  test('keeps the feedback while the answer continues', () => {
    $<HTMLInputElement>('.feedback').value = 'half a';
    happen({ type: 'chat', event: { kind: 'text', text: 'more' } });
    expect($<HTMLInputElement>('.feedback').value).toBe('half a');
  });

  test('is not shown as rejected if the turn is stopped', () => {
    happen({ type: 'withdrawn', toolCallId: '1' });
    expect([$('.approval'), $('.tool').dataset.state, $('.tool-brief').textContent]).toEqual([null, 'stopped', 'Stopped.']);
    const error = 'The user did not agree.';
    const event: ChatEvent = {
      kind: 'tool_result',
      toolCallId: '1',
      tool: 'write_file',
      success: false,
      error,
      preview: [],
      durationMs: 1,
    };
    happen({ type: 'chat', event }, { type: 'stopped' });
    expect([$('.tool').dataset.state, $('.tool-brief').textContent]).toEqual(['stopped', 'Stopped.']);
  });

  test('disappears when it is answered', () => {
    happen({ type: 'answered', toolCallId: '1', decision: 'allow_once' });
    expect($('.approval')).toBeNull();
    expect($('.tool').dataset.state).toBe('running');
  });
});

describe('a question', () => {
  beforeEach(() => happen({ type: 'ask', question: 'Hi' }, { type: 'approval', params }));

  test('Ctrl+Enter allows it once, but sends the input if it is not empty', async () => {
    await answerable();
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
    happen({
      type: 'approval',
      params: {
        conversationId: 'c',
        turnId: 't',
        toolCallId: '3',
        tool: 'bash',
        toolKind: 'execute',
        title: 'Run ls',
        args: { command: 'ls\nrm x', timeout: 3 },
        risk: 'Runs a command',
        reasoning: 'to look',
      },
    });
    const card = $('.tool:last-child');
    expect(card.querySelector('.command')?.textContent).toBe('ls\nrm x');
    expect(card.querySelector('.arguments')?.textContent).toBe('timeout3');
    expect([card.querySelector('.tool-brief')?.textContent, card.querySelector('.tool-why')?.textContent]).toEqual([
      undefined,
      'The model says why: to look',
    ]);
  });

  test("can't be allowed by a key or click in the moment it appears", () => {
    for (const button of ['Allow Once', 'Allow in This Session', 'Always Allow']) named(button).click();
    press('Enter', { ctrlKey: true });
    for (const key of ['Enter', ' ', 'y', 'a', 'Escape']) press(key);
    expect(sent.filter(({ kind }) => kind === 'approve')).toEqual([]);
    expect(document.activeElement?.closest('.approval')).toBeNull();
  });
});

function ask(more: Partial<ApproveParams>): HTMLElement {
  const { diff: _, ...rest } = params;
  happen({ type: 'ask', question: 'Hi' }, { type: 'approval', params: { ...rest, tool: 'bash', toolKind: 'execute', args: {}, ...more } });
  return $('.approval');
}

describe('a hostile question', () => {
  test('shows the risk, then the whole command, then the labelled text of the model', () => {
    const approval = ask({
      title: 'Run: ls…',
      risk: 'It deletes files.',
      command: 'ls\nrm -rf ~',
      args: { command: 'ls', description: 'lists files', timeout: 3 },
      description: 'lists files',
      reasoning: 'to look',
    });
    const parts = [...approval.querySelectorAll('.risk, .command, .arguments, .tool-why, .button-row')].map((part) => part.textContent);
    expect(parts.slice(0, 5)).toEqual([
      'It deletes files.',
      'ls\nrm -rf ~',
      'timeout3',
      'The model says what it does: lists files',
      'The model says why: to look',
    ]);
    expect(parts[5]).toContain('Allow Once');
  });

  test('shows every argument', () => {
    const approval = ask({ tool: 'server__do', toolKind: 'other', title: 'server: do', args: { command: 'a', description: 'b' } });
    expect([approval.querySelector('.arguments')?.textContent, approval.querySelector('.tool-why')]).toEqual([
      'commandadescriptionb',
      null,
    ]);
  });

  test('marks invisible characters everywhere', () => {
    const bad = 'a\u001B[2J\u202Eb\u200Bc\0\u{E0041}';
    const marked = 'a␛[2J⟨U+202E⟩b⟨U+200B⟩c␀⟨U+E0041⟩';
    const approval = ask({ title: bad, risk: bad, command: bad, args: { [bad]: bad }, description: bad, reasoning: bad, rule: bad });
    expect(approval.textContent?.split(marked).length).toBe(8);
    expect(approval.getAttribute('aria-label')).toBe(`Consent: ${marked}`);
    expect(['\0', '\u001B', '\u202E', '\u200B'].filter((one) => root.outerHTML.includes(one))).toEqual([]);
  });

  test('shows markup as text', () => {
    const html = '<img src=x onerror=alert(1)>[run](command:workbench.action.terminal.new)$(trash)';
    const approval = ask({
      title: html,
      risk: html,
      command: html,
      args: { [html]: html },
      description: html,
      reasoning: html,
      rule: html,
    });
    expect([approval.querySelectorAll('img, a').length, approval.querySelector('.command')?.textContent]).toEqual([0, html]);
  });

  test.each([
    ['of 10,000 lines', `${'#\n'.repeat(10_000)}rm -rf ~`],
    ['of a megabyte on one line', `: ${'x'.repeat(1 << 20)}; rm -rf ~`],
  ])('%s is shown whole, with the buttons outside of the scroll area', async (_, command) => {
    const approval = ask({ title: 'Run: #…', command });
    expect(approval.querySelector('.approval-scroll .command')?.textContent).toBe(command);
    expect(approval.querySelector('.approval-scroll button')).toBeNull();
    await vi.waitUntil(() => !$('.read-on').hidden);
    named('Allow Once').click();
    press('Enter', { ctrlKey: true });
    expect(sent).toEqual([]);
    readToTheEnd();
    await answerable();
    named('Allow Once').click();
    expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'allow_once' }]);
  });

  test('shows long changes whole', () => {
    const unified = `--- a/a\n+++ b/a\n@@ -0,0 +1,10001 @@\n${'+x\n'.repeat(10_000)}+rm -rf ~\u202E\n`;
    const approval = ask({ toolKind: 'edit', diff: [{ uri: 'file:///w/a', unified, newText: '' }] });
    expect(approval.querySelector('.diff')?.textContent?.endsWith('+rm -rf ~⟨U+202E⟩')).toBe(true);
    expect(approval.textContent).not.toContain('more lines');
  });
});
