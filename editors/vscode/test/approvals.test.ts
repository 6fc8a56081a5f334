import { expect, test } from 'vitest';
import { isShownByTitle } from '../src/host/consent/isShownByTitle';
import type { ApproveParams } from '../src/shared/protocol';

const params: ApproveParams = {
  conversationId: 'c',
  turnId: 't',
  toolCallId: '1',
  tool: 'x',
  toolKind: 'other',
  title: 'X',
  args: {},
  risk: '',
};
const diff = [{ uri: 'file:///a', unified: '', newText: '' }];

test.each([
  ['a change', { toolKind: 'edit', diff }, true],
  ['a short command', { toolKind: 'execute', title: 'Run: ls', command: 'ls' }, true],
  ['a command that is cut', { toolKind: 'execute', title: 'Run: ls…', command: 'ls\nrm -rf ~' }, false],
  ['a call with arguments', { toolKind: 'other' }, false],
  ['a page to read', { toolKind: 'fetch', title: 'Read https://example.com' }, true],
] as [string, Partial<ApproveParams>, boolean][])('%s may be allowed in the notification: %o', (_, more, want) => {
  expect(isShownByTitle({ ...params, ...more })).toBe(want);
});
