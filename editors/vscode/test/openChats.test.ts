import { describe, expect, test } from 'vitest';
import { emptyState, ownTurn, reduce, runningTurn } from '../src/shared/state/reduce';
import { titleOf } from '../src/shared/state/title';
import type { Turn } from '../src/shared/state/types';

describe('a turn of another window', () => {
  const running: Turn = { id: 't', question: 'Hi', status: 'running', items: [] };
  const opened = reduce(emptyState, {
    type: 'opened', conversation: { id: 'c', title: 'Hi', elsewhere: true }, earlier: 0,
    turns: [{ ...running, id: 's', status: 'done' }, running],
  });

  test('is not one of this window', () => {
    expect(runningTurn(opened)?.id).toBe('t');
    expect(ownTurn(opened)).toBeUndefined();
  });

  test('is followed until it ends; earlier turns stay', () => {
    const answered: Turn = { ...running, status: 'done', items: [{ kind: 'text', text: 'Hello' }] };
    const ended = reduce(opened, { type: 'followed', turns: [answered], earlier: 1, elsewhere: false });
    expect(ended.turns.map(({ id, status }) => [id, status])).toEqual([['s', 'done'], ['t', 'done']]);
    expect(ended.conversation).toEqual({ id: 'c', title: 'Hi' });
    expect(ended.chat).toBe(opened.chat);
  });
});

test.each([
  [{ conversation: { id: 'c', title: 'Named' }, turns: [] }, 'Named'],
  [{ conversation: undefined, turns: [{ question: 'First line\nsecond', status: 'done', items: [] }] }, 'First line'],
  [{ conversation: undefined, turns: [{ question: 'x'.repeat(70), status: 'done', items: [] }] }, `${'x'.repeat(59)}…`],
  [undefined, ''],
] as const)('the title of %o', (state, want) => {
  expect(titleOf(state)).toBe(want);
});
