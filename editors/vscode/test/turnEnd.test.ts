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
    happen({ type: 'undone', turnId: 't', redo: false, files: [{ uri: change.uri, status: 'conflict', reason: 'it was changed since' }] });
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
