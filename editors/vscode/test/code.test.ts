// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { FromView } from '../src/shared/messages';
import { CodeBlock } from '../src/webview/code/codeBlock';
import { parseInfo } from '../src/webview/code/codeInfo';
import { Highlighter } from '../src/webview/code/highlight';

/** Returns the highlighted tokens as "style:text". */
function highlighted(language: string, code: string): string[] {
  const highlighter = new Highlighter(language);
  return code
    .split('\n')
    .flatMap((line) => highlighter.line(line))
    .filter(({ style }) => style !== '')
    .map(({ style, text }) => `${style}:${text}`);
}

describe('highlighting', () => {
  test.each([
    ['go', 'func a() int { return 1 } // x', ['keyword:func', 'keyword:int', 'keyword:return', 'number:1', 'comment:// x']],
    ['python', 'def a():\n  return "x"', ['keyword:def', 'function:a', 'keyword:return', 'string:"x"']],
    [
      'py',
      'if x:\n    return 1\nelse:\n    return 2',
      ['keyword:if', 'keyword:return', 'number:1', 'keyword:else', 'keyword:return', 'number:2'],
    ],
    ['ts', 'const a: string = `x`;', ['keyword:const', 'function:a', 'type:string', 'string:`x`']],
    ['json', '{"a": 1, "b": true}', ['property:"a"', 'number:1', 'property:"b"', 'atom:true']],
    ['diff', '-old\n+new', ['deleted:-old', 'inserted:+new']],
    ['nothing-known', 'func a()', []],
  ])('of %s', (language, code, want) => {
    expect(highlighted(language, code)).toEqual(want);
  });

  test('continues on the next line', () => {
    expect(highlighted('js', '/* one\ntwo */ let a')).toEqual(['comment:/* one', 'comment:two */', 'keyword:let', 'function:a']);
  });

  test('keeps every character', () => {
    const odd = '\t"unclosed \\\n\u0000 ☃ <b> `${ /* \'';
    for (const language of ['go', 'python', 'ts', 'bash', 'html', 'rust', 'sql', 'yaml', 'css', 'swift', 'lua', 'ruby', 'toml', 'c']) {
      const highlighter = new Highlighter(language);
      for (const line of odd.split('\n'))
        expect(
          highlighter
            .line(line)
            .map(({ text }) => text)
            .join(''),
          language,
        ).toBe(line);
    }
  });
});

test.each([
  ['go', { language: 'go' }],
  ['', { language: '' }],
  ['go src/oven.go', { language: 'go', path: 'src/oven.go' }],
  ['go:src/oven.go', { language: 'go', path: 'src/oven.go' }],
  ['ts title="src/a.ts"', { language: 'ts', path: 'src/a.ts' }],
  ['src/oven.go', { language: 'go', path: 'src/oven.go' }],
  ['js {1,3}', { language: 'js' }],
])('the info string %j is parsed', (info, want) => {
  expect(parseInfo(info)).toEqual(want);
});

test('a code block is copied, inserted and applied unchanged', () => {
  const sent: FromView[] = [];
  const block = new CodeBlock({ language: 'go', path: 'a.go' }, (message) => sent.push(message));
  block.addLine('a');
  block.addLine('\tb');
  for (const name of ['Copy', 'Insert at Cursor', 'Apply to File (Shows the Change First)'])
    block.element.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();
  expect(sent).toEqual([
    { kind: 'copyText', text: 'a\n\tb\n' },
    { kind: 'insertCode', text: 'a\n\tb\n' },
    { kind: 'applyCode', text: 'a\n\tb\n', path: 'a.go' },
  ]);
});
