import { describe, expect, test } from 'vitest';
import { difference } from '../src/host/apply/difference';
import { appendCode, mergeCode, placeCode, replaceWhole } from '../src/host/apply/merge';
import { fileBefore, fileInComment, parseInfo } from '../src/webview/code/codeInfo';
import { triplesOfHistory } from './history';

const go = 'package zz\n\nimport "fmt"\n\n// One is first.\nfunc One() {\n\tfmt.Println(1)\n}\n\nfunc Two() {\n\tfmt.Println(2)\n}\n';
const python =
  'import os\n\nclass A:\n    @cached\n    def one(self):\n        return 1\n\n    def two(self):\n' +
    '        x = 2\n        return x\n\ndef three():\n    return 3\n';
const lua = 'local M = {}\n\nfunction M.one()\n  if x then\n    return 1\n  end\nend\n\nfunction M.two()\n  return 2\nend\n\nreturn M\n';
const java =
  'package a;\n\npublic class A {\n    private int x;\n\n    public int one() {\n        return 1;\n' +
    '    }\n\n    public int two(int y) {\n        return y;\n    }\n}\n';

/** The merged text, or the kind of the result. */
function merge(text: string, code: string): string {
  const merged = mergeCode(text, code);
  return merged.kind === 'merged' ? merged.text : merged.kind;
}

describe('merging', () => {
  const whole = go.replace('Println(1)', 'Println("one")').replace('func Two', 'func Three() {\n}\n\nfunc Two');

  test.each([
    ['a whole file replaces the file', go, whole, whole],
    ['a whole file keeps the line endings', go.replaceAll('\n', '\r\n'), whole, whole.replaceAll('\n', '\r\n')],
    ['an empty file becomes the code', '\n', 'x = 1', 'x = 1\n'],
    [
      'a function replaces the one with its name',
      go,
      'func Two() {\n\tif x {\n\t}\n}',
      go.replace('\tfmt.Println(2)\n', '\tif x {\n\t}\n'),
    ],
    [
      'its comment replaces the comment',
      go,
      '// One is the first.\nfunc One() {\n}\n',
      go.replace('is first', 'is the first').replace('\tfmt.Println(1)\n', ''),
    ],
    ['a function without a comment keeps the comment', go, 'func One() {\n}\n', go.replace('\tfmt.Println(1)\n', '')],
    ['a changed signature does not matter', go, 'func Two(n int) {\n}\n', go.replace('Two() {\n\tfmt.Println(2)\n', 'Two(n int) {\n')],
    [
      'two functions, not in order',
      go,
      'func Two() {\n}\n\nfunc One() {\n}\n',
      go.replace('\tfmt.Println(1)\n', '').replace('\tfmt.Println(2)\n', ''),
    ],
    [
      'a new function beside a known one',
      go,
      'func One() {\n}\n\nfunc New() {\n}\n',
      go.replace('\tfmt.Println(1)\n}\n', '}\n\nfunc New() {\n}\n'),
    ],
    ['a method without its indentation', java, 'public int one() {\n    return 10;\n}\n', java.replace('return 1;', 'return 10;')],
    [
      'a method of Python with its indentation',
      python,
      '    def two(self):\n        y = 2\n        return x\n',
      python.replace('x = 2', 'y = 2'),
    ],
    ['a method of Python without its decorator', python, 'def one(self):\n    return 10\n', python.replace('return 1\n', 'return 10\n')],
    ['a function of Lua', lua, 'function M.one()\n  return 10\nend\n', lua.replace('  if x then\n    return 1\n  end\n', '  return 10\n')],
    [
      'lines between unchanged lines',
      go,
      'func One() {\n\tfmt.Println(1)\n\tfmt.Println(11)\n}\n\nfunc Two() {\n',
      go.replace('(1)\n', '(1)\n\tfmt.Println(11)\n'),
    ],
    [
      'omitted code stays',
      go,
      'package zz\n\nimport "os"\n\n// One is first.\n// ... existing code ...\nfunc Two() {\n\tos.Exit(2)\n}\n',
      'ask',
    ],
    ['omitted code between unchanged lines', go, 'func One() {\n\tfmt.Print(1)\n}\n\n// ... rest of the code ...\n', 'ask'],
  ])('%s', (_, text, code, want) => {
    expect(merge(text, code)).toBe(want);
  });

  test.each([
    ['a new function alone', go, 'func Three() {\n}\n'],
    ['a file that is cut', go, go.slice(0, go.indexOf('func Two'))],
    ['a file of which functions are missing', go, 'package zz\n\nimport "os"\n\nfunc One() {\n\tos.Exit(1)\n}\n'],
    ['imports and a function', go, 'import "os"\n\nfunc Two() {\n\tos.Exit(2)\n}\n'],
    ['a function that is cut', python, '    def two(self):\n        z = 1\n        x = 2\n'],
    ['a function of Lua without its end', lua, 'function M.one()\n  if y then\n    return 1\n  end\n'],
    ['a class of which methods are missing', java, 'public class A {\n    public int one() {\n        return 10;\n    }\n}\n'],
    ['a name that is there twice', `${go}func One() {\n}\n`, 'func One() {\n\treturn\n}\n'],
    ['a decorator that is missing', python, '    # counts\n    def one(self):\n        return 10\n'],
    ['code that the file does not know', go, 'x := 1\ny := 2\n'],
  ])('%s has to be asked for', (_, text, code) => {
    expect(merge(text, code)).toBe('ask');
  });

  test('code that is there already changes nothing', () => {
    expect([merge(go, 'func Two() {\n\tfmt.Println(2)\n}\n'), merge(go, '')]).toEqual(['same', 'same']);
  });
});

test('the user may choose the place', () => {
  expect(placeCode('a b c\n', 'x\n', 2, 3)).toBe('a x c\n');
  expect([appendCode('a', 'x'), appendCode('a\r\n', 'x\ny'), appendCode('', 'x\n')]).toEqual(['a\n\nx\n', 'a\r\n\r\nx\r\ny\r\n', 'x\n']);
  expect(replaceWhole('a\r\nb\r\n', 'x\ny')).toBe('x\r\ny\r\n');
});

test('the difference of two texts makes one of the other', () => {
  const pairs = [
    ['', 'a\n'],
    ['a\n', ''],
    ['a\nb\n', 'a\nb\n'],
    ['a\nb', 'a\nb\nc'],
    ['a\r\nb\r\nc\r\n', 'a\r\nx\r\nc\r\n'],
    ['a\na\n', 'a\n'],
    ['a\n', 'a\na\n'],
  ];
  for (const { file, wanted } of triplesOfHistory(40)) pairs.push([file, wanted]);
  for (const [before = '', after = ''] of pairs) {
    const { start, end, text } = difference(before, after);
    expect(before.slice(0, start) + text + before.slice(end)).toBe(after);
    expect(start === 0 || before[start - 1] === '\n', 'from the start of a line').toBe(true);
    expect(end === before.length || before[end - 1] === '\n', 'to the start of a line').toBe(true);
  }
});

describe('the file of a code block', () => {
  test.each([
    ['In `tools/zz.go`:', 'tools/zz.go'],
    ['Done.\n\nThen change **src/oven.go** like this:\n\n', 'src/oven.go'],
    ['### `src/a.ts`', 'src/a.ts'],
    ['File: README.md', 'README.md'],
    ['src/a.ts:', 'src/a.ts'],
    ['Change `src/oven.go:12` so:', 'src/oven.go'],
    ['Call `fmt.Println` and `os.Args`:', undefined],
    ['Move it from `a.go` to `b.go`:', undefined],
    ['See `a.go`.\n\nThis is the result:', undefined],
    ['Use `/etc/passwd.txt`:', undefined],
  ])('after %j is %s', (text, want) => {
    expect(fileBefore(text)).toBe(want);
    expect(parseInfo('go', text).path).toBe(want);
  });

  test('is not that of the sentence if the block names one, or is a command', () => {
    expect(parseInfo('go b.go', 'In `a.go`:').path).toBe('b.go');
    expect(parseInfo('bash', 'Run `a.sh`:').path).toBeUndefined();
  });

  test.each([
    ['// src/a.go', 'src/a.go'],
    ['# file: a.py', 'a.py'],
    ['<!-- index.html -->', 'index.html'],
    ['// see a.go', undefined],
    ['a.go', undefined],
  ])('may be named by the comment %j', (line, want) => {
    expect(fileInComment(line)).toBe(want);
  });
});
