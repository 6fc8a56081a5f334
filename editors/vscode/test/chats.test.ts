// @vitest-environment jsdom
// Several chats side by side, as the page shows them.
import { describe, expect, test, vi } from 'vitest';
import type { ChatEntry, FromView } from '../src/shared/messages';
import { chatStep } from '../src/shared/state/chatNumber';
import { emptyState } from '../src/shared/state/reduce';
import { App } from '../src/webview/app';
import { $, $$, answers, app, happen, host, input, press, root, sent, settled, show, state, texts, type, usePage } from './page';

usePage();

const entry = (number: number, mark: ChatEntry['mark'], title = `chat ${number}`): ChatEntry => ({
  number: number * chatStep, conversationId: `c${number}`, title, mark,
});

const info = (id: string, more = {}) => ({ conversationId: id, title: id, createdAt: '', updatedAt: '', turns: 1, ...more });

/** Presses a key in the input and returns its text. */
function walk(key: string): string {
  press(key);
  return input().value;
}

describe('the strip', () => {
  test('shows the other chats that have something to tell', () => {
    show({ ...state, chat: chatStep + 3 });
    app.showChats([entry(1, 'running'), entry(2, 'asks'), entry(3, 'idle'), entry(4, 'unread')]);
    expect(texts('.strip-chat')).toEqual(['chat 2 needs you', 'chat 4 new answer']);
    $<HTMLButtonElement>('.strip-chat.asks').click();
    expect(sent).toEqual([{ kind: 'showChat', chat: 2 * chatStep }]);
    app.showChats([entry(1, 'running')]);
    expect($('.strip').hidden).toBe(true);
  });

  test('keeps the focus when it changes', () => {
    app.showChats([entry(2, 'running'), entry(4, 'running')]);
    $$('.strip-chat')[1]?.focus();
    app.showChats([entry(2, 'unread'), entry(4, 'asks')]);
    expect(document.activeElement?.textContent).toContain('needs you');
  });
});

describe('the queue', () => {
  test('lets waiting messages be changed and taken back', () => {
    happen({ type: 'ask', question: 'Hi' }, { type: 'steered', text: 'one' }, { type: 'steered', text: 'two' });
    expect(texts('.queued-text')).toEqual(['one', 'two']);
    $$<HTMLButtonElement>('.queued [aria-label="Edit the Waiting Message"]')[1]?.click();
    $$<HTMLButtonElement>('.queued [aria-label="Take Back the Waiting Message"]')[0]?.click();
    expect(sent).toEqual([{ kind: 'unsteer', text: 'two', edit: true }, { kind: 'unsteer', text: 'one', edit: false }]);
  });
});

describe('the input', () => {
  test('keeps what is written with its chat', () => {
    const drafts: FromView[] = [];
    const other = new App(root, { ...host, send: (message) => void drafts.push(message) });
    other.draw({ ...emptyState, chat: chatStep });
    type('half a thought');
    other.draw({ ...emptyState, chat: 2 * chatStep });
    expect(drafts).toEqual([{ kind: 'draft', chat: chatStep, text: 'half a thought', attachments: [] }]);
    expect(input().value).toBe('');
    other.restore({ text: 'another thought', attachments: [] });
    expect(input().value).toBe('another thought');
  });

  test('recalls what was sent, newest first, and goes back to nothing', () => {
    app.setPrompts(['oldest', 'older']);
    happen({ type: 'ask', question: 'newest' });
    expect(['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown'].map(walk)).toEqual([
      'newest', 'older', 'oldest', 'oldest', 'older', 'newest', '',
    ]);
    type('mine');
    expect(walk('ArrowUp')).toBe('mine');
  });

  test('Ctrl+R searches what was sent, and keeps what is written', () => {
    type('mine');
    press('r', { ctrlKey: true });
    expect(sent).toEqual([{ kind: 'searchPrompts' }]);
    expect(input().value).toBe('mine');
  });

  test('is replaced while a turn runs in another window', () => {
    show({
      ...state, conversation: { id: 'c', elsewhere: true }, turns: [{ id: 't', question: 'Hi', status: 'running', items: [] }],
    });
    expect($('.composer').hidden).toBe(true);
    press('Escape', {}, $('.scroller'));
    expect(sent).toEqual([]);
    $<HTMLButtonElement>('.elsewhere button').click();
    expect(sent).toEqual([{ kind: 'forkEnded' }]);
    happen({ type: 'followed', turns: [{ id: 't', question: 'Hi', status: 'done', items: [] }], earlier: 0, elsewhere: false });
    expect([$('.composer').hidden, $('.elsewhere').hidden]).toEqual([false, true]);
  });
});

describe('an answer', () => {
  test('can be asked for again, but not while it arrives', () => {
    happen({ type: 'ask', question: 'Hi' }, { type: 'chat', event: { kind: 'turn_start', conversationId: 'c', turnId: 't', model: 'm' } });
    expect($('.regenerate')).toBeNull();
    happen({ type: 'chat', event: { kind: 'text', text: 'Hello' } }, { type: 'stopped' });
    $('.regenerate').click();
    expect(sent).toEqual([{ kind: 'resend', turn: 0, text: 'Hi' }]);
  });
});

describe('the history', () => {
  test('tells what runs where, and what is new', async () => {
    answers['ptk/conversations'] = {
      conversations: [info('c1', { running: true }), info('c2'), info('c3', { running: true, elsewhere: true }), info('c4')],
    };
    app.showHistory();
    await settled();
    app.showChats([entry(1, 'asks'), entry(2, 'unread')]);
    expect(texts('.entry-facts').map((text) => text?.split(' · ')[0])).toEqual([
      'needs you', 'new answer', 'runs in another window', '1 question',
    ]);
  });

  test('is read again while it is open, without moving the focus', async () => {
    vi.useFakeTimers();
    answers['ptk/conversations'] = { conversations: [info('c1', { running: true, elsewhere: true }), info('c2')] };
    app.showHistory();
    await vi.advanceTimersByTimeAsync(0);
    press('ArrowDown', {}, document.activeElement);
    press('ArrowDown', {}, document.activeElement);
    answers['ptk/conversations'] = { conversations: [info('c0'), info('c1'), info('c2')] };
    await vi.advanceTimersByTimeAsync(2500);
    expect(texts('.entry-title')).toEqual(['c0', 'c1', 'c2']);
    expect(document.activeElement?.textContent).toContain('c2');
    press('Escape', {}, document.activeElement);
    vi.clearAllTimers();
    vi.useRealTimers();
  });
});
