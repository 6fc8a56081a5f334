import { expect, test } from 'vitest';
import { placeCode } from '../src/host/placeCode';

const text = 'package a\n\nfunc one() {\n\tif x {\n\t}\n}\n\nfunc two() {\n}\n';
const after = (code: string, selected?: { start: number; end: number }, whole = text) => {
  const placed = placeCode(whole, code, selected);
  return whole.slice(0, placed.start) + placed.text + whole.slice(placed.end);
};

test.each([
  [
    'a function takes the place of the one that begins alike',
    'func one() {\n\treturn\n}\n',
    'package a\n\nfunc one() {\n\treturn\n}\n\nfunc two() {\n}\n',
  ],
  ['the last one as well', 'func two() {\n\treturn\n}', 'package a\n\nfunc one() {\n\tif x {\n\t}\n}\n\nfunc two() {\n\treturn\n}\n'],
  ['what is not there yet comes at the end', 'func three() {\n}\n', `${text}\nfunc three() {\n}\n`],
])('%s', (_, code, want) => {
  expect(after(code)).toBe(want);
});

test('what is selected is replaced', () => {
  expect(after('b\n', { start: 8, end: 9 })).toBe(text.replace('package a', 'package b'));
});

test('an empty file becomes the code', () => {
  expect(after('x = 1', undefined, '')).toBe('x = 1\n');
});

test('a file whose last line has no end keeps it so', () => {
  expect(after('a {\n1\n}\n', undefined, 'a {\n}')).toBe('a {\n1\n}');
});
