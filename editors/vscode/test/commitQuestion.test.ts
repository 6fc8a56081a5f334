import { expect, test } from 'vitest';
import { commitQuestion, messageIn } from '../src/host/commitQuestion';

test.each([
  ['Warm the oven\n\nIt was cold.\n', 'Warm the oven\n\nIt was cold.'],
  ['```\nWarm the oven\n```', 'Warm the oven'],
  ['```text\nWarm the oven\n\n- a\n```\n', 'Warm the oven\n\n- a'],
  ['"Warm the oven"', 'Warm the oven'],
  ['Use `go vet`', 'Use `go vet`'],
])('the message in %j', (answer, message) => {
  expect(messageIn(answer)).toBe(message);
});

test('a long diff is cut, and no tool is offered', () => {
  const asked = commitQuestion('x'.repeat(100_000), ['oven: warm it']);
  expect(asked.tools).toEqual([]);
  expect(asked.attachments?.[0]?.text).toHaveLength(60_000);
  expect(asked.message).toContain('was cut');
  expect(asked.message).toContain('- oven: warm it');
});
