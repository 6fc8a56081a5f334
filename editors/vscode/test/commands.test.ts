import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

interface Manifest {
  contributes: { commands: { command: string }[] };
}

test('package.json declares the commands that the host registers, and no others', () => {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
  const files = readdirSync(path.join(root, 'src/host'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const sources = files.map((file) => readFileSync(path.join(root, 'src/host', file), 'utf8'));
  const registration = /(?:^ +|registerCommand\()'(ptk\.[\w.]+)'(?:: |, )/gm;
  const registered = sources.flatMap((source) => [...source.matchAll(registration)].map(([, id]) => id));
  expect(registered.toSorted()).toEqual(manifest.contributes.commands.map(({ command }) => command).toSorted());
});
