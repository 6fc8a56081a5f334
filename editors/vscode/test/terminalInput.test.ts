import { expect, test } from 'vitest';
import { terminalInput } from '../src/host/terminalInput';

test.each([
  ['go test ./...\n', ['go test ./...']],
  ['\n\nls\n\n', ['ls']],
  ['cd src\nls\n', ['cd src', 'ls']],
  ['$ go test\nok\n$ git push\nTo origin\n', ['go test', 'git push']],
  ['docker run \\\n  -it \\\r\n  alpine\n', ['docker run  -it  alpine']],
  ['make\tall', ['make  all']],
  ['', []],
])('the commands of %j', (code, lines) => {
  expect(terminalInput(code)).toEqual({ lines, deceptive: false });
});

test.each(['ls \u001B[201~\u001B[A', 'ls\rrm -rf ~', 'echo \u202Eabc', 'ls\u200B -la'])('%j is not typed', (code) => {
  expect(terminalInput(code).deceptive).toBe(true);
});
