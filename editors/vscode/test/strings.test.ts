// Each string of the user interface is in the code or in package.nls.json, and has a Vietnamese translation.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, string>;
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join(root, 'src', file), 'utf8'));

/** Returns the strings of the calls of t, or the call if its argument is not a plain string. */
function strings(source: string): string[] {
  return [...source.matchAll(/(?<![\w.])t\(\s*((['"])(?:(?!\2)[^\\\n]|\\.)*\2|[^)\n]*)/g)].map(([, argument = '', quote]) =>
    quote ? argument.slice(1, -1).replaceAll(`\\${quote}`, quote) : `not a plain string: ${argument}`,
  );
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each([
  ['the code', [...new Set(sources.flatMap(strings))], 'l10n/bundle.l10n.vi.json', (key: string) => key],
  ['package.json', Object.keys(json('package.nls.json')), 'package.nls.vi.json', (key: string) => json('package.nls.json')[key] ?? ''],
])('the strings of %s', (_, used, translated, english) => {
  const vietnamese = json(translated);

  test('are all translated, without leftovers', () => {
    expect(Object.keys(vietnamese).toSorted()).toEqual(used.toSorted());
  });

  test('have the same placeholders', () => {
    for (const [key, text] of Object.entries(vietnamese)) {
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(english(key)));
    }
  });
});

test('package.json contains no literal string', () => {
  const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
  const used = [...manifest.matchAll(/"%([^"%]+)%"/g)].map(([, key]) => key);
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(json('package.nls.json')).toSorted());
  const shown =
    /"(?:title|displayName|description|markdownDescription|category|name|contextualTitle|contents|label|altText)": "(?!%)([^"]+)"/g;
  expect([...manifest.matchAll(shown)].map(([, text]) => text)).toEqual(['ptk-lsp']); // the package's own name
});
