import { describe, expect, test } from 'vitest';
import { revertHunks, sidesOf } from '../src/host/consent/hunks';

const before = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten';
const after = 'one\n2\nthree\nfour\nfive\nsix\nseven\neight\nnine\n10\n';
const unified = [
  '--- a/n\n+++ b/n\n@@ -1,5 +1,5 @@\n one\n-two\n+2\n three\n four\n five\n',
  '@@ -7,4 +7,4 @@\n seven\n eight\n nine\n-ten\n\\ No newline at end of file\n+10\n',
].join('');

describe('reverting', () => {
  test.each([
    ['nothing', [], after],
    ['the first', [0], 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n10\n'],
    ['the last', [1], 'one\n2\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten'],
    ['all', [0, 1], before],
    ['a hunk that does not exist', [7], after],
  ])('%s', (_, hunks, want) => {
    expect(revertHunks(after, unified, hunks)).toBe(want);
  });
});

test.each([
  ['a new file', 'a\nb\n', '--- a/n\n+++ b/n\n@@ -0,0 +1,2 @@\n+a\n+b\n', ''],
  ['a file that is emptied', '', '--- a/n\n+++ b/n\n@@ -1,2 +0,0 @@\n-a\n-b\n', 'a\nb\n'],
  ['lines that are added', 'a\nx\ny\nb\n', '--- a/n\n+++ b/n\n@@ -1,2 +1,4 @@\n a\n+x\n+y\n b\n', 'a\nb\n'],
  ['lines that are removed', 'a\nb\n', '--- a/n\n+++ b/n\n@@ -1,3 +1,2 @@\n a\n---x\n b\n', 'a\n--x\nb\n'],
  ['lines that end in \\r\\n', 'a\r\n2\r\n', '--- a/n\n+++ b/n\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+2\r\n', 'a\r\nb\r\n'],
  ['a hunk without context', 'a\nc\n', '--- a/n\n+++ b/n\n@@ -2 +1,0 @@\n-b\n', 'a\nb\nc\n'],
])('%s is reverted', (_, newText, diff, want) => {
  expect(revertHunks(newText, diff, [0])).toBe(want);
});

test('a diff of another text is rejected', () => {
  expect(() => revertHunks('something else\n', unified, [0])).toThrow('does not fit');
});

describe('an applied change', () => {
  test('is shown as whole files', () => {
    expect(sidesOf(after, unified)).toEqual({ before, after, whole: true });
    expect(sidesOf(after.replaceAll('\n', '\r\n'), unified)).toEqual({ before, after, whole: true });
  });

  test('is shown as hunks if the file has changed since', () => {
    expect(sidesOf(after.replace('2\n', 'zwei\n'), unified)).toEqual({
      before: 'one\ntwo\nthree\nfour\nfive\n⋯\nseven\neight\nnine\nten',
      after: 'one\n2\nthree\nfour\nfive\n⋯\nseven\neight\nnine\n10\n',
      whole: false,
    });
  });
});
