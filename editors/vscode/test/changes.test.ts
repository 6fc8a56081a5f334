// Changes of PTK in texts that the user changes too.
import { describe, expect, test } from 'vitest';
import { hunksOf, joined, keepHunk, withoutHunks, type Sides } from '../src/host/changes/hunks';
import { diffLines, linesOf } from '../src/host/changes/lineDiff';

const text = (...lines: (string | number)[]) => lines.map((line) => `${line}\n`).join('');
const brief = (sides: Sides, present: string) =>
  hunksOf(sides, present).map(({ start, end, before, edited }) => [start, end, before.join('|')].concat(edited ? ['edited'] : []));

const random = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
/** Changes some lines: removes, replaces or inserts. */
const changed = (source: string, next: () => number, word: string) =>
  linesOf(source).slice(0, -1).flatMap((line) => {
    const dice = next();
    if (dice < 0.1) return [];
    if (dice < 0.2) return [`${word}${Math.floor(next() * 5)}`];
    return dice < 0.3 ? [line, `${word}${Math.floor(next() * 5)}`] : [line];
  }).map((line) => `${line}\n`).join('');

describe('the changes in a text', () => {
  const before = text(1, 2, 3, 4, 5, 6, 7, 8);
  const after = text(1, 'two', 3, 4, 6, 7, 'new', 8);
  const sides = { before, after };

  test.each<[string, string, unknown[]]>([
    ['are those of PTK', after, [[1, 2, '2'], [4, 4, '5'], [6, 7, '']]],
    ['move with lines of the user', text('mine', 1, 'two', 3, 4, 6, 7, 'new', 8), [[2, 3, '2'], [5, 5, '5'], [7, 8, '']]],
    ['leave out lines of the user beside them', text(1, 'mine', 'two', 'mine', 3, 4, 6, 7, 'new', 8),
      [[2, 3, '2'], [6, 6, '5'], [8, 9, '']]],
    ['are told if the user has edited them', text(1, 'zwei', 3, 4, 6, 7, 'new', 8), [[1, 2, '2', 'edited'], [4, 4, '5'], [6, 7, '']]],
    ['include what the user wrote in their place', text(1, 'two', 3, 4, 'fünf', 6, 7, 'new', 8),
      [[1, 2, '2'], [4, 5, '5', 'edited'], [6 + 1, 7 + 1, '']]],
    ['are gone if they are undone', text(1, 2, 3, 4, 6, 7, 'new', 8), [[4, 4, '5'], [6, 7, '']]],
    ['are gone in the text before', before, []],
  ])('%s', (_, present, want) => {
    expect(brief(sides, present)).toEqual(want);
  });

  test('of a new file are all of it', () => {
    expect(brief({ before: undefined, after: text('a', 'b') }, text('a', 'b'))).toEqual([[0, 2, '']]);
  });
});

describe('whatever is changed', () => {
  const cases = Array.from({ length: 400 }, (_, seed) => {
    const next = random(seed + 1);
    const before = text(...Array.from({ length: 3 + Math.floor(next() * 20) }, () => Math.floor(next() * 8)));
    const after = changed(before, next, 'ptk');
    return { before, after, present: changed(after, next, 'mine'), next };
  });

  test('edits make one text of the other', () => {
    for (const { before, after } of cases) {
      const [old, now] = [linesOf(before), linesOf(after)];
      const made = [...old];
      for (const { start, end, newStart, newEnd } of diffLines(old, now).toReversed())
        made.splice(start, end - start, ...now.slice(newStart, newEnd));
      expect(made).toEqual(now);
    }
  });

  test('undoing all changes of PTK gives the text before', () => {
    for (const { before, after } of cases) expect(withoutHunks(after, hunksOf({ before, after }, after))).toBe(before);
  });

  test('undoing all changes leaves no change, and adds no line that was nowhere', () => {
    for (const { before, after, present } of cases) {
      const undone = withoutHunks(present, hunksOf({ before, after }, present));
      const known = new Set([...linesOf(before), ...linesOf(present)]);
      expect(linesOf(undone).filter((line) => !known.has(line))).toEqual([]);
      if (present === after) expect(undone).toBe(before);
    }
  });

  test('keeping a change leaves the others as they are', () => {
    for (const { before, after, present, next } of cases) {
      const hunks = hunksOf({ before, after }, present);
      const kept = hunks[Math.floor(next() * hunks.length)];
      if (!kept) continue;
      const rest = hunksOf(keepHunk(present, hunks, kept), present);
      const others = hunks.filter((hunk) => hunk !== kept);
      expect(withoutHunks(present, rest)).toBe(withoutHunks(present, others));
    }
  });

  test('a later turn adds its changes, and what the user wrote in between stays', () => {
    for (const { before, after, present, next } of cases) {
      const later = { before: present, after: changed(present, next, 'more') };
      const both = joined({ before, after }, later);
      expect(withoutHunks(later.after, hunksOf(both, later.after))).toBe(withoutHunks(present, hunksOf({ before, after }, present)));
    }
  });
});

test('large texts are compared in time', () => {
  const big = text(...Array.from({ length: 50_000 }, (_, i) => i));
  const other = text(...Array.from({ length: 50_000 }, (_, i) => (i % 500 === 0 ? -i : i)));
  expect(hunksOf({ before: big, after: other }, other)).toHaveLength(99);
  const began = performance.now();
  hunksOf({ before: big, after: text(...Array.from({ length: 50_000 }, (_, i) => -i)) }, other);
  expect(performance.now() - began).toBeLessThan(5000);
});
