// What is read from the file of pending changes, which may be half written.
import { expect, test, vi } from 'vitest';
import { readFiles } from '../src/host/changes/memory';

vi.mock('vscode', () => ({ Uri: { parse: (uri: string) => uri } }));

test.each([
  ['[]', []],
  ['', []],
  ['[{"uri": "file:///a", "before": "x', []],
  ['{}', []],
  ['[null, 1, {"before": "x"}, {"uri": "file:///a", "before": 1}]', []],
  ['[{"uri": "file:///a", "after": "x"}]', [{ uri: 'file:///a', sides: { before: undefined, after: 'x' } }]],
])('%s', (data, want) => {
  expect(readFiles(data)).toEqual(want);
});
