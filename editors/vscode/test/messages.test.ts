import { expect, test } from 'vitest';
import { parseFromView } from '../src/shared/messages';

test.each([
  [{ kind: 'ready' }],
  [{ kind: 'send', text: 'x' }],
  [{ kind: 'approve', toolCallId: '1', decision: 'reject', feedback: 'no' }],
  [{ kind: 'openFile', uri: 'file:///a', line: 3 }],
  [{ kind: 'send', text: '', attachments: [{ label: 'x.png', attachment: { name: 'x.png', mimeType: 'image/png', data: 'AAAA' } }] }],
  [
    {
      kind: 'send',
      text: 'x',
      attachments: [
        {
          label: 'a.go:3',
          attachment: { uri: 'file:///a.go', range: { start: { line: 2, character: 0 }, end: { line: 4, character: 1 } } },
        },
      ],
    },
  ],
  [{ kind: 'approve', toolCallId: '1', decision: 'allow_once', leftOut: [[0, 2], []] }],
  [{ kind: 'carryOut', plan: [{ content: 'Bake', priority: 'high', status: 'pending' }] }],
  [{ kind: 'request', id: 1, method: 'ptk/complete', params: { text: '@', offset: 1 } }],
  [{ kind: 'resend', turn: 0, text: 'x' }],
])('%j is accepted', (message) => {
  expect(parseFromView(message)).toEqual(message);
});

test.each([
  [undefined],
  [null],
  ['ready'],
  [{}],
  [{ kind: 'unknown' }],
  [{ kind: 'send' }],
  [{ kind: 'send', text: 1 }],
  [{ kind: 'toString' }],
  [{ kind: 'request', id: 1, method: 'ptk/chat', params: {} }],
  [{ kind: 'resend', turn: -1, text: 'x' }],
  [{ kind: 'carryOut', plan: [{ content: 'Bake' }] }],
  [{ kind: 'setMode', mode: 'root' }],
  [{ kind: 'approve', toolCallId: '1', decision: 'allow_everything' }],
  [{ kind: 'approve', decision: 'reject' }],
  [{ kind: 'openFile', uri: 5 }],
])('%j is rejected', (message) => {
  expect(parseFromView(message)).toBeUndefined();
});

test('invalid optional fields and unknown fields are dropped', () => {
  expect(parseFromView({ kind: 'openFile', uri: 'file:///a', line: -1 })).toEqual({ kind: 'openFile', uri: 'file:///a' });
  expect(parseFromView({ kind: 'ready', extra: 1 })).toEqual({ kind: 'ready' });
  expect(
    parseFromView({ kind: 'send', text: 'x', attachments: [{ label: 'x', attachment: { mimeType: 'text/html', name: 'x' } }] }),
  ).toEqual({ kind: 'send', text: 'x', attachments: [{ label: 'x', attachment: { name: 'x' } }] });
});
