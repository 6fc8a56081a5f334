// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlanEntry } from '../src/shared/protocol';
import type { Turn } from '../src/shared/state/types';
import { $, $$, answerable, answers, app, happen, input, named, press, sent, settled, show, state, texts, type, usePage } from './page';

usePage();

const turns = (from: number, to: number): Turn[] => Array.from({ length: to - from }, (_, i) => ({ id: `t${from + i}`, question: `Q${from + i}`, status: 'done', items: [{ kind: 'text', text: `A${from + i}` }] }));
const info = (id: string) => ({ conversationId: id, title: `About ${id}`, createdAt: '2026-01-02T03:04:05Z', updatedAt: '2026-01-02T03:04:05Z', turns: 2 });

/** The suggestions, the active one with a star. */
const options = () => $$('[role="option"]').map((option) => `${option.textContent}${option.getAttribute('aria-selected') === 'true' ? '*' : ''}`);

function edit(): HTMLTextAreaElement {
  $$('.asked .edit')[1]?.click();
  return $('.edit-box textarea');
}

describe('a long chat', () => {
  test('shows its end first, and what stands before when it is asked for', () => {
    show({ ...state, chat: 7, earlier: 2, turns: turns(2, 4) });
    expect(texts('.question')).toEqual(['Q2', 'Q3']);
    const third = $('.turn');
    named('Show Earlier Messages').click();
    expect(sent).toEqual([{ kind: 'earlier', before: 2 }]);
    named('Show Earlier Messages').click();
    expect(sent, 'once more where no answer came').toHaveLength(2);
    show({ ...state, earlier: 0, turns: turns(0, 4) });
    expect(texts('.question')).toEqual(['Q0', 'Q1', 'Q2', 'Q3']);
    expect($$('.turn')[2]).toBe(third);
    expect($('.earlier').hidden).toBe(true);
  });

  test('forgets the turns that the user had scrolled up to', () => {
    show({ ...state, chat: 7, turns: turns(0, 4) });
    show({ ...state, chat: 7, earlier: 3, turns: turns(3, 5) });
    expect(texts('.question')).toEqual(['Q3', 'Q4']);
  });

  test('gives way to another', () => {
    show({ ...state, chat: 7, turns: turns(0, 2) });
    show({ ...state, chat: 8, turns: turns(5, 6) });
    expect(texts('.question')).toEqual(['Q5']);
  });
});

test('what the model was not told before the end comes back into the input', () => {
  happen({ type: 'ask', question: 'Hi' }, { type: 'steered', text: 'louder' }, { type: 'steered', text: 'slower' });
  happen({ type: 'chat', event: { kind: 'user_message', text: 'louder' } });
  happen({ type: 'stopped' });
  expect([input().value, $('.queued').hidden]).toEqual(['slower', true]);
});

describe('a question', () => {
  beforeEach(() => happen({ type: 'ask', question: 'Hi' }, { type: 'stopped' }, { type: 'ask', question: 'Again @a.go' }, { type: 'stopped' }));
  test('can be asked again in other words', () => {
    const box = edit();
    expect(box.value).toBe('Again @a.go');
    box.value = ' Other ';
    press('Enter', {}, box);
    expect(sent).toEqual([{ kind: 'resend', turn: 1, text: 'Other' }]);
  });

  test('stays as it is where the user thinks better of it', () => {
    press('Escape', {}, edit());
    expect($('.edit-box')).toBeNull();
    expect(sent).toEqual([]);
  });

  test('shows what it mentions', () => {
    expect(texts('.mention')).toEqual(['@a.go']);
  });

  test('comes back into an empty input by the arrow', () => {
    press('ArrowUp');
    expect(input().value).toBe('Again @a.go');
  });
});

describe('suggestions', () => {
  const items = [{ label: 'a.go', kind: 'file', insertText: '@a.go' }, { label: 'b.go', kind: 'file', insertText: '@b.go' }];

  beforeEach(async () => {
    answers['ptk/complete'] = { items, replace: { start: 4, end: 5 } };
    type('See @');
    await settled();
  });

  test('are a list box of the input', () => {
    expect(options()).toEqual(['a.go*', 'b.go']);
    expect(input().getAttribute('aria-controls')).toBe($('[role="listbox"]').id);
    expect(input().getAttribute('aria-activedescendant')).toBe($('[role="option"]').id);
  });

  test('are taken by the keyboard, and nothing is sent', () => {
    press('ArrowDown');
    expect(options()).toEqual(['a.go', 'b.go*']);
    press('Enter');
    expect(input().value).toBe('See @b.go ');
    expect(options()).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('of what stood there before are not taken: the first of what comes is', async () => {
    const found = { items: [{ label: 'b.go', insertText: '@b.go', kind: 'file' }], replace: { start: 4, end: 6 } };
    answers['ptk/complete'] = settled().then(() => found);
    type('See @b');
    press('Enter');
    expect(input().value).toBe('See @b');
    await answers['ptk/complete'];
    await settled();
    expect(input().value).toBe('See @b.go ');
    expect(sent).toEqual([]);
  });

  test('go away by Escape, which stops nothing then', () => {
    happen({ type: 'ask', question: 'Hi' });
    press('Escape');
    expect(options()).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('are not asked for in the middle of a word', async () => {
    type('me@here');
    await settled();
    expect(options()).toEqual([]);
  });
});

describe('what goes along', () => {
  const file = { label: 'a.go', attachment: { uri: 'file:///w/a.go' } };

  test('is shown, sent once, and can be taken away', () => {
    app.attach([file, { label: 'b.go', attachment: { uri: 'file:///w/b.go' } }]);
    app.attach([file]);
    expect(texts('.chip')).toEqual(['a.go', 'b.go']);
    $('[aria-label="Remove b.go"]').click();
    type('Look');
    press('Enter');
    expect(sent).toEqual([{ kind: 'send', text: 'Look', attachments: [file] }]);
    expect($('.chip')).toBeNull();
  });

  test.each([
    ['x.png', { name: 'x.png', mimeType: 'image/png' }],
    ['a picture in a file', { uri: 'file:///w/photo.JPG' }],
  ])('%s is told of where the model can\'t see it', (label, attachment) => {
    show({ ...state, models: [{ id: 'openai/m', provider: 'openai', available: true }] });
    app.attach([{ label, attachment }]);
    expect($('.problem').textContent).toContain('can\'t see pictures');
    show({ ...state, models: [{ id: 'openai/m', provider: 'openai', available: true, images: true }] });
    expect($('.problem').textContent).toBe('');
  });

  test('keeps its chip while the user types', () => {
    app.attach([file]);
    const chip = $('.composer .chip');
    type('Look');
    expect($('.composer .chip')).toBe(chip);
  });

  test('comes back with a draft, unless something has been written', () => {
    app.restore({ text: 'half a', attachments: [file] });
    expect([input().value, $('.chip').textContent]).toEqual(['half a', 'a.go']);
    app.restore({ text: 'older', attachments: [] });
    expect(input().value).toBe('half a');
  });
});

describe('a plan', () => {
  const entries: PlanEntry[] = [{ content: 'Measure', priority: 'high', status: 'completed' }, { content: 'Bake', priority: 'low', status: 'pending' }];

  beforeEach(() => happen({ type: 'ask', question: 'Plan', mode: 'plan' }, { type: 'chat', event: { kind: 'plan', entries } }, {
    type: 'result', result: {
      conversationId: 'c', turnId: 't', success: true, content: '', iterations: 1, toolCalls: [], totalToolCalls: 0, changes: [], durationMs: 1, model: 'openai/m', plan: entries,
      usage: { inputTokens: 1, outputTokens: 1, contextTokens: 1, contextWindow: 0 },
    },
  }));

  test('is carried out as it is', () => {
    named('Carry Out').click();
    expect(sent).toEqual([{ kind: 'carryOut', plan: [{ content: 'Measure', priority: 'high', status: 'pending' }, entries[1]] }]);
  });

  test('is changed first, and keeps the priority of what stays', () => {
    named('Edit Plan').click();
    const box = $<HTMLTextAreaElement>('.edit-box textarea');
    expect(box.value).toBe('Measure\nBake');
    box.value = 'Bake\n\n Cool down ';
    named('Carry Out').click();
    expect(sent).toEqual([{ kind: 'carryOut', plan: [{ content: 'Bake', priority: 'low', status: 'pending' }, { content: 'Cool down', priority: 'medium', status: 'pending' }] }]);
  });

  test('of an earlier turn waits no more', () => {
    happen({ type: 'ask', question: 'Never mind' });
    expect(named('Carry Out')).toBeUndefined();
  });
});

test('hunks can be left out, but not all of them', async () => {
  const diff = [{ uri: 'file:///w/a.txt', unified: '@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n', newText: '' }];
  happen({ type: 'ask', question: 'Hi' }, {
    type: 'approval', params: { conversationId: 'c', turnId: 't', toolCallId: '1', tool: 'write_file', toolKind: 'edit', title: 'Write a.txt', args: {}, risk: '', diff },
  });
  await answerable();
  const boxes = $$<HTMLInputElement>('.diff input');
  boxes.forEach((box) => box.click());
  expect(named('Allow Once').disabled).toBe(true);
  boxes[0]?.click();
  named('Allow Once').click();
  expect(sent).toEqual([{ kind: 'approve', toolCallId: '1', decision: 'allow_once', leftOut: [[1]] }]);
});

describe('what a turn changed', () => {
  const change = { uri: 'file:///w/a.txt', kind: 'edit', added: 2, removed: 1 } as const;
  const usage = { inputTokens: 1, outputTokens: 1, contextTokens: 1, contextWindow: 0 };

  beforeEach(() => happen({ type: 'ask', question: 'Hi' }, { type: 'chat', event: { kind: 'turn_start', conversationId: 'c', turnId: 't', model: 'm' } }, {
    type: 'result', result: { conversationId: 'c', turnId: 't', success: true, content: 'Done.', iterations: 1, toolCalls: [], totalToolCalls: 0, changes: [change], usage, durationMs: 1, model: 'm' },
  }));

  test('can be undone and made again, and is told file by file', () => {
    named('Undo Changes').click();
    happen({ type: 'undone', turnId: 't', redo: false, files: [{ uri: change.uri, status: 'conflict', reason: 'it was changed since' }] });
    expect($('.changes').textContent).toContain('left unchanged: it was changed since');
    named('Redo').click();
    expect(sent).toEqual([{ kind: 'undo', turnId: 't' }, { kind: 'redo', turnId: 't' }]);
  });

  test('says why it can\'t be undone', () => {
    happen({ type: 'undone', turnId: 't', redo: false, files: [], error: 'the journal is gone' });
    expect($('.changes [role="alert"]').textContent).toBe('the journal is gone');
    expect(named('Undo Changes')).toBeDefined();
  });
});

describe('the history', () => {
  beforeEach(async () => {
    answers['ptk/conversations'] = { conversations: [info('a'), info('b')], nextCursor: 'more' };
    app.showHistory();
    await settled();
  });

  test('is walked through by keys', () => {
    for (const key of ['ArrowDown', 'ArrowDown', 'F2', 'Delete']) press(key, {}, document.activeElement);
    (document.activeElement as HTMLElement).click();
    expect(sent.map((message) => Object.values(message))).toEqual([['renameConversation', 'b'], ['deleteConversation', 'b'], ['openConversation', 'b']]);
    expect($('.history').hidden).toBe(true);
  });

  test('closes by Escape and gives the cursor back', () => {
    press('Escape', {}, document.activeElement);
    expect($('.history').hidden).toBe(true);
    expect(document.activeElement).toBe(input());
  });

  test('shows more of it', async () => {
    answers['ptk/conversations'] = { conversations: [info('c')] };
    named('Show More').click();
    await settled();
    expect(texts('.history .entry-title')).toEqual(['About a', 'About b', 'About c']);
    expect(named('Show More').hidden).toBe(true);
  });
});
