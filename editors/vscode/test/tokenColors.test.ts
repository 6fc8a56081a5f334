// The colors of code in the themes of VS Code.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { colorsOf, customized, parseJsonc, type Rule } from '../src/host/theme/tokenColors';

const rules: Rule[] = [
  { scope: 'keyword', settings: { foreground: '#000001' } },
  { scope: ['keyword.control', 'comment'], settings: { foreground: '#000002' } },
  { scope: 'source.js string, constant', settings: { foreground: '#000003' } },
  { scope: 'constant.numeric', settings: { foreground: '#000004' } },
  { scope: 'comment', settings: { foreground: 'red; background: url(x)' } },
  { settings: { foreground: '#000005' } },
];

test('are those of the most specific rule, without what is no color', () => {
  expect(colorsOf(rules)).toEqual({ keyword: '#000001', meta: '#000002', comment: '#000002', atom: '#000003', number: '#000004' });
});

test('are changed by the settings of the user, for all themes or for one', () => {
  const settings = {
    keywords: '#111111',
    textMateRules: [{ scope: 'comment', settings: { foreground: '#222222' } }],
    '[Mine]': { strings: { foreground: '#333333' }, numbers: 'evil' },
    '[Other]': { keywords: '#444444' },
  };
  expect(customized(rules, settings, 'Mine')).toEqual({
    keyword: '#111111', meta: '#000002', comment: '#222222', atom: '#000003', number: '#000004', string: '#333333',
  });
  expect(customized(rules, undefined, 'Mine')).toEqual(colorsOf(rules));
});

test('are read from files with comments and trailing commas', () => {
  const text = '\uFEFF{ // a comment\n "a": "http://x, }", /* b */ "c": [1, 2, /* last */ ], }';
  expect(parseJsonc(text)).toEqual({ a: 'http://x, }', c: [1, 2] });
});

test("VS Code's own themes have all of them", () => {
  const root = '../../../.tools/vscode/cs/node_modules/code-server/lib/vscode/extensions/theme-defaults/themes';
  const themes = path.join(import.meta.dirname, root);
  if (!existsSync(themes)) return; // the editor for tests is not installed
  const read = (file: string) => parseJsonc(readFileSync(path.join(themes, file), 'utf8')) as { tokenColors?: Rule[] };
  const colors = colorsOf([...(read('dark_vs.json').tokenColors ?? []), ...(read('dark_plus.json').tokenColors ?? [])]);
  expect(colors).toMatchObject({ keyword: '#569cd6', function: '#DCDCAA', string: '#ce9178', comment: '#6A9955', type: '#4EC9B0' });
});
