import { expect, test } from 'vitest';
import { countChanges, parseDiff } from '../src/webview/diff';
import { fileName, filePath } from '../src/shared/uri';
import { argumentLines, duration, place, usageLine } from '../src/webview/format';

test.each([
  [3.4, '3 ms'],
  [999, '999 ms'],
  [1500, '1.5 s'],
  [59_940, '59.9 s'],
  [61_000, '1 min 1 s'],
  [3_600_000, '60 min 0 s'],
])('%f ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  ['file:///w/a%20b.txt', '/w/a b.txt', 'a b.txt'],
  ['untitled:Untitled-1', 'Untitled-1', 'Untitled-1'],
  ['vscode-remote://ssh/w/100%.txt', '/w/100%.txt', '100%.txt'],
])('%s is %s, in short %s', (uri, path, name) => {
  expect(filePath(uri)).toBe(path);
  expect(fileName(uri)).toBe(name);
});

test('a place counts lines from 1', () => {
  expect(place({ uri: 'file:///a.go', line: 7 })).toBe('a.go:7');
  expect(place({ uri: 'file:///a.go' })).toBe('a.go');
});

test('usage', () => {
  expect(usageLine({ inputTokens: 1204, outputTokens: 88, contextTokens: 120, contextWindow: 1000, costUsd: 0.0031 })).toBe(
    '1,204 in · 88 out · 12% of the window · $0.0031',
  );
  expect(usageLine({ inputTokens: 10, outputTokens: 5, estimated: true, contextTokens: 15, contextWindow: 0 })).toBe('~10 in · ~5 out');
});

test('arguments of any type become lines', () => {
  expect(argumentLines({ path: 'a', n: 3, list: ['x'] })).toEqual([
    ['path', 'a'],
    ['n', '3'],
    ['list', '["x"]'],
  ]);
  expect(argumentLines(undefined)).toEqual([]);
});

test('a diff is parsed by its hunks: a removed "-- x" is not a header', () => {
  const lines = parseDiff('--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n--- x\n+++ y\n');
  expect(lines.map((line) => line.kind)).toEqual(['hunk', 'context', 'removed', 'added']);
  expect(countChanges(lines)).toEqual({ added: 1, removed: 1 });
  expect(parseDiff('')).toEqual([]);
});
