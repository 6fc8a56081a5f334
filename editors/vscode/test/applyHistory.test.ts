import { describe, expect, test } from 'vitest';
import { mergeCode } from '../src/host/apply/merge';
import { triplesOfHistory, type Triple } from './history';

const triples = triplesOfHistory(500);

/** What becomes of a triple: the wanted text, a question to the user, or harm. */
function outcome({ file, block, wanted }: Triple): 'wanted' | 'asks' | 'harm' {
  const merged = mergeCode(file, block);
  if (merged.kind === 'ask') return 'asks';
  return (merged.kind === 'same' ? file : merged.text) === wanted ? 'wanted' : 'harm';
}

describe.skipIf(triples.length === 0)('500 changes of the history', () => {
  const outcomes = triples.map((triple) => ({ ...triple, outcome: outcome(triple) }));

  test('are merged as they were made, or asked for: no file is harmed', () => {
    expect(triples.length).toBe(500);
    expect(outcomes.filter((one) => one.outcome === 'harm').map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['whole file', 0.85],
    ['lines around a change', 0.6],
    ['changed function', 0.7],
    ['omitted code', 0.4],
  ])('of the kind %s are mostly merged without a question', (kind, share) => {
    const all = outcomes.filter((one) => one.kind === kind);
    expect(all.filter((one) => one.outcome === 'wanted').length / all.length).toBeGreaterThan(share);
  });
});
