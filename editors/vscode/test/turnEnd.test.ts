// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlanEntry } from '../src/shared/protocol';
import { $, $$, answerable, happen, named, sent, usePage } from './page';

usePage();

describe('a plan', () => {
  const entries: PlanEntry[] = [
    { content: 'Measure', priority: 'high', status: 'completed' },
    { content: 'Bake', priority: 'low', status: 'pending' },
  ];

  beforeEach(() =>
    happen(
      { type: 'ask', question: 'Plan', mode: 'plan' },
      { type: 'chat', event: { kind: 'plan', entries } },
      {
        type: 'result',
        result: {
          conversationId: 'c',
          turnId: 't',
          success: true,
          content: '',
          iterations: 1,
          toolCalls: [],
          totalToolCalls: 0,
          changes: [],
          durationMs: 1,
          model: 'openai/m',
          plan: entries,
          usage: { inputTokens: 1, outputTokens: 1, contextTokens: 1, contextWindow: 0 },
        },
      },
    ),
  );

  test('is carried out unchanged', () => {
    named('Carry Out').click();
    expect(sent).toEqual([{ kind: 'carryOut', plan: [{ content: 'Measure', priority: 'high', status: 'pending' }, entries[1]] }]);
  });

  test('can be edited; unchanged steps keep their priority', () => {
    named('Edit Plan').click();
    const box = $<HTMLTextAreaElement>('.edit-box textarea');
    expect(box.value).toBe('Measure\nBake');
    box.value = 'Bake\n\n Cool down ';
    named('Carry Out').click();
    expect(sent).toEqual([
      {
        kind: 'carryOut',
        plan: [
          { content: 'Bake', priority: 'low', status: 'pending' },
          { content: 'Cool down', priority: 'medium', status: 'pending' },
        ],
      },
    ]);
  });

  test('of an earlier turn can no longer be carried out', () => {
    happen({ type: 'ask', question: 'Never mind' });
    expect(named('Carry Out')).toBeUndefined();
  });
});

test('some hunks can be left out, but not all', async () => {
  const diff = [{ uri: 'file:///w/a.txt', unified: '@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n', newText: '' }];
  happen(
    { type: 'ask', question: 'Hi' },
    {
      type: 'approval',
      params: {
        conversationId: 'c',
        turnId: 't',
        toolCallId: '1',
        tool: 'write_file',
        toolKind: 'edit',
        title: 'Write a.txt',
        args: {},
        risk: '',
        diff,
      },
    },
  );
  await answerable();
  const boxes = $$<HTMLInputElement>('.diff input');
  boxes.forEach((box) => box.click());
  expect(named('Allow Once').disabled).toBe(true);
  boxes[0]?.click();
  named('Allow Once').click();
  expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'allow_once', leftOut: [[1]] }]);
});

describe('the changes of a turn', () => {
  const change = { uri: 'file:///w/a.txt', kind: 'edit', added: 2, removed: 1 } as const;
  const usage = { inputTokens: 1, outputTokens: 1, contextTokens: 1, contextWindow: 0 };

  beforeEach(() =>
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'chat', event: { kind: 'turn_start', conversationId: 'c', turnId: 't', model: 'm' } },
      {
        type: 'result',
        result: {
          conversationId: 'c',
          turnId: 't',
          success: true,
          content: 'Done.',
          iterations: 1,
          toolCalls: [],
          totalToolCalls: 0,
          changes: [change],
          usage,
          durationMs: 1,
          model: 'm',
        },
      },
    ),
  );

  test('can be undone and redone, with a status per file', () => {
    named('Undo Changes').click();
    const file = { uri: change.uri, status: 'conflict', effect: 'edit', reason: 'it was changed since' } as const;
    happen({ type: 'undone', turnId: 't', redo: false, files: [file] });
    expect($('.changes').textContent).toContain('left unchanged: it was changed since');
    named('Redo').click();
    expect(sent).toEqual([
      { kind: 'undo', turnId: 't' },
      { kind: 'redo', turnId: 't' },
    ]);
  });

  test("show why they can't be undone", () => {
    happen({ type: 'undone', turnId: 't', redo: false, files: [], error: 'the journal is gone' });
    expect($('.changes [role="alert"]').textContent).toBe('the journal is gone');
    expect(named('Undo Changes')).toBeDefined();
  });
});

describe('the changes of stored turns', () => {
  const files = [{ uri: 'file:///w/src/a.txt', kind: 'edit', added: 2, removed: 1 }] as const;
  const start = { type: 'chat', event: { kind: 'turn_start', conversationId: 'c', turnId: 't', model: 'm' } } as const;

  beforeEach(() => happen({ type: 'ask', question: 'Hi' }, start, { type: 'stopped' }));

  test('of a stopped turn are shown too', () => {
    expect($('.changes')).toBeNull();
    happen({ type: 'changes', turns: [{ turnId: 't', files: [...files] }] });
    named('Undo Changes').click();
    expect(sent).toEqual([{ kind: 'undo', turnId: 't' }]);
  });

  test('that are undone can be redone, after a reload too', () => {
    happen({ type: 'changes', turns: [{ turnId: 't', undone: true, files: [...files] }] });
    named('Redo').click();
    expect(sent).toEqual([{ kind: 'redo', turnId: 't' }]);
  });

  test('show their diff on a click', () => {
    happen({ type: 'changes', turns: [{ turnId: 't', files: [...files, { ...files[0], uri: 'file:///w/b.txt', kind: 'delete' }] }] });
    $('.changes .file-link').click();
    named('Show All').click();
    expect(sent).toEqual([{ kind: 'showChange', turnId: 't', uri: files[0].uri }, { kind: 'showChanges', turnId: 't' }]);
  });
});

describe('an edited question', () => {
  const file = { uri: 'file:///w/a.txt', status: 'restored', effect: 'edit' } as const;

  beforeEach(() => {
    happen(
      { type: 'ask', question: 'Hi' },
      { type: 'chat', event: { kind: 'turn_start', conversationId: 'c', turnId: 't', model: 'm' } },
      { type: 'stopped' },
    );
    $('.edit').click();
  });

  test('offers to put the files back, and says which', () => {
    happen({
      type: 'rewindPlan', turnId: 't',
      files: [file, { ...file, uri: 'file:///w/b.txt', status: 'conflict', reason: 'it was changed since in the same place' }],
    });
    expect($('.put-back').textContent).toContain('Put 1 file back to this point');
    expect($$('.put-back li').map((row) => row.textContent)).toEqual([
      'a.txtis put back', 'b.txtstays as it is: it was changed since in the same place',
    ]);
    named('Ask Again').click();
    expect(sent).toEqual([{ kind: 'planRewind', turn: 0 }, { kind: 'resend', turn: 0, text: 'Hi', putBack: true }]);
  });

  test('keeps the files if the user says so', () => {
    happen({ type: 'rewindPlan', turnId: 't', files: [file] });
    $<HTMLInputElement>('.put-back input').click();
    named('Ask Again').click();
    expect(sent.at(-1)).toEqual({ kind: 'resend', turn: 0, text: 'Hi' });
  });

  test.each([
    ['nothing is known yet', undefined], ['nothing was changed', []], ['nothing can be put back', [{ ...file, status: 'conflict' }]],
  ] as const)(
    'changes no file if %s',
    (_, files) => {
      if (files) happen({ type: 'rewindPlan', turnId: 't', files });
      named('Ask Again').click();
      expect(sent.at(-1)).toEqual({ kind: 'resend', turn: 0, text: 'Hi' });
    },
  );
});

test('pending changes have a bar above the input', () => {
  expect($('.pending').hidden).toBe(true);
  happen({ type: 'pending', pending: { files: 2, added: 3, removed: 1 } });
  expect($('.pending').textContent).toContain('2 files to review+3 −1');
  named('Review').click();
  named('Keep').click();
  named('Undo').click();
  expect(sent).toEqual([{ kind: 'reviewChanges' }, { kind: 'keepChanges' }, { kind: 'undoChanges' }]);
  happen({ type: 'pending', pending: { files: 0, added: 0, removed: 0 } });
  expect($('.pending').hidden).toBe(true);
});
