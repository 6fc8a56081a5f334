import { expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { asOutput } from '../src/host/editor/commandOutput';
import { asHover, asLocation, asSymbol, asSymbolInformation } from '../src/host/editor/languageResults';

const range = (line: number, from: number, to: number) => ({ start: { line, character: from }, end: { line, character: to } });
const uri = { toString: () => 'file:///a.go' };
const as = <T>(value: unknown) => value as T;

test('locations and links are converted', () => {
  const want = { uri: 'file:///a.go', range: range(2, 5, 8) };
  expect(asLocation(as<vscode.Location>({ uri, range: range(2, 5, 8) }))).toEqual(want);
  expect(
    asLocation(as<vscode.LocationLink>({ targetUri: uri, targetRange: range(1, 0, 0), targetSelectionRange: range(2, 5, 8) })),
  ).toEqual(want);
  expect(asLocation(as<vscode.LocationLink>({ targetUri: uri, targetRange: range(2, 5, 8) }))).toEqual(want);
});

test('symbols keep their tree; kinds count from 1', () => {
  const inner = { name: 'm', detail: '', kind: 5, range: range(1, 0, 9), selectionRange: range(1, 1, 2), children: [] };
  const outer = { name: 'T', detail: 'struct', kind: 22, range: range(0, 0, 9), selectionRange: range(0, 5, 6), children: [inner] };
  expect(asSymbol(as<vscode.DocumentSymbol>(outer))).toEqual({ ...outer, kind: 23, children: [{ ...inner, kind: 6 }] });
  const found = as<vscode.SymbolInformation>({ name: 'f', kind: 11, containerName: 'pkg', location: { uri, range: range(2, 5, 8) } });
  const want = { name: 'f', kind: 12, containerName: 'pkg', location: { uri: 'file:///a.go', range: range(2, 5, 8) } };
  expect(asSymbol(found)).toEqual(want);
  expect(asSymbolInformation(found)).toEqual(want);
});

test('hovers of several extensions are joined', () => {
  const hovers = as<vscode.Hover[]>([
    { contents: [{ value: '**f**\n' }, { language: 'go', value: 'func f()' }] },
    { contents: ['', 'doc'] },
  ]);
  expect(asHover(hovers)).toEqual({ contents: { kind: 'markdown', value: '**f**\n\n```go\nfunc f()\n```\n\ndoc' } });
  expect(asHover([])).toBeNull();
});

test('results of commands are encoded if possible', () => {
  expect(asOutput({ a: [1] })).toBe('{"a":[1]}');
  expect(asOutput(undefined)).toBe('');
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(asOutput(circle)).toBe('');
  expect(asOutput(1n)).toBe('');
});
