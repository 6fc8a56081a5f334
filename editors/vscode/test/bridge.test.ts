import { expect, test } from 'vitest';
import { parseFromView } from '../src/bridge';

test.each([
  [{ kind: 'ready' }],
  [{ kind: 'send', text: 'x' }],
  [{ kind: 'approve', toolCallId: '1', decision: 'reject', feedback: 'no' }],
  [{ kind: 'openFile', uri: 'file:///a', line: 3 }],
])('%j is understood', (message) => {
  expect(parseFromView(message)).toEqual(message);
});

test.each([
  [undefined], [null], ['ready'], [{}], [{ kind: 'unknown' }], [{ kind: 'send' }], [{ kind: 'send', text: 1 }],
  [{ kind: 'approve', toolCallId: '1', decision: 'allow_everything' }], [{ kind: 'approve', decision: 'reject' }], [{ kind: 'openFile', uri: 5 }],
])('%j is refused', (message) => {
  expect(parseFromView(message)).toBeUndefined();
});

test('a line that is none, and what is too much, is left out', () => {
  expect(parseFromView({ kind: 'openFile', uri: 'file:///a', line: -1 })).toEqual({ kind: 'openFile', uri: 'file:///a' });
  expect(parseFromView({ kind: 'ready', extra: 1 })).toEqual({ kind: 'ready' });
});
