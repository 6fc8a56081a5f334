// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import type { Turn } from '../src/shared/state/types';
import { $, $$, answers, app, happen, input, named, press, sent, settled, show, state, texts, type, usePage } from './page';

usePage();

const turns = (from: number, to: number): Turn[] =>
  Array.from({ length: to - from }, (_, i) => ({
    id: `t${from + i}`,
    question: `Q${from + i}`,
    status: 'done',
    items: [{ kind: 'text', text: `A${from + i}` }],
  }));
const info = (id: string) => ({
  conversationId: id,
  title: `About ${id}`,
  createdAt: '2026-01-02T03:04:05Z',
  updatedAt: '2026-01-02T03:04:05Z',
  turns: 2,
});

/** The suggestions, the active one with a star. */
const options = () =>
  $$('[role="option"]').map((option) => `${option.textContent}${option.getAttribute('aria-selected') === 'true' ? '*' : ''}`);

function edit(): HTMLTextAreaElement {
  $$('.asked .edit')[1]?.click();
  return $('.edit-box textarea');
}

describe('a long chat', () => {
  test('shows its last turns, and earlier ones on request', () => {
    show({ ...state, chat: 7, earlier: 2, turns: turns(2, 4) });
    expect(texts('.question')).toEqual(['Q2', 'Q3']);
    const third = $('.turn');
    named('Show Earlier Messages').click();
    expect(sent).toEqual([{ kind: 'earlier', before: 2 }]);
    named('Show Earlier Messages').click();
    expect(sent, 'again if no answer came').toHaveLength(2);
    show({ ...state, earlier: 0, turns: turns(0, 4) });
    expect(texts('.question')).toEqual(['Q0', 'Q1', 'Q2', 'Q3']);
    expect($$('.turn')[2]).toBe(third);
    expect($('.earlier').hidden).toBe(true);
  });

  test('drops the earlier turns with a new question', () => {
    show({ ...state, chat: 7, turns: turns(0, 4) });
    show({ ...state, chat: 7, earlier: 3, turns: turns(3, 5) });
    expect(texts('.question')).toEqual(['Q3', 'Q4']);
  });

  test('is replaced by another chat', () => {
    show({ ...state, chat: 7, turns: turns(0, 2) });
    show({ ...state, chat: 8, turns: turns(5, 6) });
    expect(texts('.question')).toEqual(['Q5']);
  });
});

test('messages that did not reach the model return to the input', () => {
  happen({ type: 'ask', question: 'Hi' }, { type: 'steered', text: 'louder' }, { type: 'steered', text: 'slower' });
  happen({ type: 'chat', event: { kind: 'user_message', text: 'louder' } });
  happen({ type: 'stopped' });
  expect([input().value, $('.queued').hidden]).toEqual(['slower', true]);
});

describe('a question', () => {
  beforeEach(() =>
    happen({ type: 'ask', question: 'Hi' }, { type: 'stopped' }, { type: 'ask', question: 'Again @a.go' }, { type: 'stopped' }),
  );
  test('can be edited and asked again', () => {
    const box = edit();
    expect(box.value).toBe('Again @a.go');
    box.value = ' Other ';
    press('Enter', {}, box);
    expect(sent).toEqual([{ kind: 'resend', turn: 1, text: 'Other' }]);
  });

  test('stays unchanged if the user cancels', () => {
    press('Escape', {}, edit());
    expect($('.edit-box')).toBeNull();
    expect(sent).toEqual([]);
  });

  test('shows its mentions', () => {
    expect(texts('.mention')).toEqual(['@a.go']);
  });

  test('returns to an empty input with the up arrow', () => {
    press('ArrowUp');
    expect(input().value).toBe('Again @a.go');
  });
});

describe('suggestions', () => {
  const items = [
    { label: 'a.go', kind: 'file', insertText: '@a.go' },
    { label: 'b.go', kind: 'file', insertText: '@b.go' },
  ];

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

  test('are accepted by keyboard without sending', () => {
    press('ArrowDown');
    expect(options()).toEqual(['a.go', 'b.go*']);
    press('Enter');
    expect(input().value).toBe('See @b.go ');
    expect(options()).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('for an older text are not accepted: the first new one is', async () => {
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

  test('close with Escape, which does not stop the turn then', () => {
    happen({ type: 'ask', question: 'Hi' });
    press('Escape');
    expect(options()).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('are not requested in the middle of a word', async () => {
    type('me@here');
    await settled();
    expect(options()).toEqual([]);
  });
});

describe('attachments', () => {
  const file = { label: 'a.go', attachment: { uri: 'file:///w/a.go' } };

  test('are shown, sent once, and can be removed', () => {
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
  ])("%s causes a warning if the model can't see pictures", (label, attachment) => {
    show({ ...state, models: [{ id: 'openai/m', provider: 'openai', available: true }] });
    app.attach([{ label, attachment }]);
    expect($('.problem').textContent).toContain("can't see pictures");
    show({ ...state, models: [{ id: 'openai/m', provider: 'openai', available: true, images: true }] });
    expect($('.problem').textContent).toBe('');
  });

  test('keep their chips while the user types', () => {
    app.attach([file]);
    const chip = $('.composer .chip');
    type('Look');
    expect($('.composer .chip')).toBe(chip);
  });

  test('return with a draft unless the input is in use', () => {
    app.restore({ text: 'half a', attachments: [file] });
    expect([input().value, $('.chip').textContent]).toEqual(['half a', 'a.go']);
    app.restore({ text: 'older', attachments: [] });
    expect(input().value).toBe('half a');
  });
});

describe('the history', () => {
  beforeEach(async () => {
    answers['ptk/conversations'] = { conversations: [info('a'), info('b')], nextCursor: 'more' };
    app.showHistory();
    await settled();
  });

  test('is navigated by keyboard', () => {
    for (const key of ['ArrowDown', 'ArrowDown', 'F2', 'Delete']) press(key, {}, document.activeElement);
    (document.activeElement as HTMLElement).click();
    expect(sent.map((message) => Object.values(message))).toEqual([
      ['renameConversation', 'b'],
      ['deleteConversation', 'b'],
      ['openConversation', 'b'],
    ]);
    expect($('.history').hidden).toBe(true);
  });

  test('closes with Escape and returns the focus', () => {
    press('Escape', {}, document.activeElement);
    expect($('.history').hidden).toBe(true);
    expect(document.activeElement).toBe(input());
  });

  test('loads more entries', async () => {
    answers['ptk/conversations'] = { conversations: [info('c')] };
    named('Show More').click();
    await settled();
    expect(texts('.history .entry-title')).toEqual(['About a', 'About b', 'About c']);
    expect(named('Show More').hidden).toBe(true);
  });
});
