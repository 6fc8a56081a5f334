// The layers: the host and the webview import shared, and neither imports the other. The linter checks the same while one
// types; this test does not depend on how it matches paths.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));
const source = (file: string) => readFileSync(path.join(root, file), 'utf8');
const layer = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);

/** The files of src that a file imports, types included. */
function imports(file: string): string[] {
  return [...source(file).matchAll(/(?:from|import) '(\.[^']*)'/g)].map(([, name = '']) =>
    path.posix.join(path.posix.dirname(file), `${name}.ts`),
  );
}

test('the host and the webview import shared, but not each other', () => {
  const allowed: Record<string, string[]> = {
    'extension.ts': ['host'],
    host: ['host', 'shared'],
    webview: ['webview', 'shared'],
    shared: ['shared'],
  };
  const wrong = files.flatMap((file) =>
    imports(file)
      .filter((name) => !allowed[layer(file)]?.includes(layer(name)))
      .map((name) => `${file} imports ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('shared uses neither VS Code nor Node', () => {
  const outside = files
    .filter((file) => layer(file) === 'shared')
    .flatMap((file) => [...source(file).matchAll(/from '([^.][^']*)'/g)].map(([, name]) => name));
  expect(outside).toEqual([]);
});

test('no file imports itself through others', () => {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, chain: readonly string[]): void => {
    if (state.get(file) === 'open') cycles.push([...chain.slice(chain.indexOf(file)), file].join(' → '));
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const name of imports(file)) visit(name, [...chain, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

describe('a switch over kinds', () => {
  const switches = files.flatMap((file) =>
    [...source(file).matchAll(/switch \((.*\.(?:kind|type|state|status))\)[^]*?default:\s*(.*)/g)].map(
      ([, subject, last]) => [file, subject, last] as const,
    ),
  );

  test.each(switches)('of %s over %s fails the build if a case is missing', (_file, _subject, last) => {
    expect(last).toMatch(/^return unreachable\(/);
  });
});
