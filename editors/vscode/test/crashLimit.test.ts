import { expect, test } from 'vitest';
import { CrashLimit } from '../src/host/crashLimit';

test('a server restarts three times in three minutes', () => {
  const limit = new CrashLimit(3, 180_000);
  expect([0, 1000, 2000, 3000].map((now) => limit.allowsRestart(now))).toEqual([true, true, true, false]);
  expect(limit.allowsRestart(183_500), 'later').toBe(true);
  limit.reset();
  expect([0, 0, 0, 0].map((now) => limit.allowsRestart(now))).toEqual([true, true, true, false]);
});
