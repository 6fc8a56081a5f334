// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { FromView } from '../src/shared/messages';
import { Markdown } from '../src/webview/markdown';
import { StreamingMarkdown } from '../src/webview/streamingMarkdown';

const sent: FromView[] = [];
const send = (message: FromView): void => {
  sent.push(message);
};
const markdown = new Markdown(send);

function html(text: string): string {
  const root = document.createElement('div');
  root.append(markdown.render(text));
  return root.innerHTML;
}

describe('hostile Markdown', () => {
  test.each([
    ['a script', '<script>window.hacked = 1</script>', 'script'],
    ['an event handler', '<img src=x onerror="window.hacked = 1">', 'img'],
    ['an image', '![x](https://example.com/track.png)', 'img'],
    ['a style', '<style>body { display: none }</style>', 'style'],
    ['a frame', '<iframe src="https://example.com"></iframe>', 'iframe'],
    ['a form', '<form action="https://example.com"><input></form>', 'form, input'],
    ['SVG', '<svg onload="window.hacked = 1"></svg>', 'svg'],
    ['a script link', '[x](javascript:alert(1))', 'a'],
    ['an encoded script link', '[x](&#106;avascript:alert(1))', 'a'],
    ['a data link', '[x](data:text/html,<script>1</script>)', 'a'],
    ['a command link', '[x](command:workbench.action.quit)', 'a'],
    ['a file link', '[x](file:///etc/passwd)', 'a'],
    ['a relative link', '[x](/etc/passwd)', 'a'],
  ])('%s creates no element', (_, text, selector) => {
    const root = document.createElement('div');
    root.append(markdown.render(`Before\n\n${text}\n\nafter`));
    expect(root.querySelector(selector)).toBeNull();
    expect(root.textContent).toContain('after');
  });

  test('no element has an attribute that runs', () => {
    const root = document.createElement('div');
    root.append(markdown.render('[a](https://x.org "t\\" onclick=\\"b") `<b onclick=1>` **<i onmouseover=1>**'));
    for (const element of root.querySelectorAll('*')) {
      expect(element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
    }
  });

  test.each([
    ['that is named as another', '[safe.org](https://evil.example/)', 'safe.org (evil.example)'],
    ['in letters that look alike', '[\u0430pple.com](https://\u0430pple.com/)', '\u0430pple.com (xn--pple-43d.com)'],
    ['with a host for a user', '[https://good.org](https://good.org@evil.example/)', 'https://good.org (evil.example)'],
    ['to another page of the host', '[https://good.org/a](https://good.org/b)', 'https://good.org/a (good.org)'],
    ['to write a mail', '[your bank](mailto:thief@evil.example)', 'your bank (thief@evil.example)'],
    ['that is named by its target', '<https://good.org/>', 'https://good.org/'],
  ])('a link %s shows its target', (_, text, shown) => {
    const root = document.createElement('div');
    root.append(markdown.render(text));
    expect(root.textContent?.trim()).toBe(shown);
    expect(root.querySelector('a')?.title).toBe(root.querySelector('a')?.getAttribute('href'));
  });

  test.each(['good\u202Eexe.txt', '`\u2066if (isAdmin)\u2069`', '```js\n/*\u202E } \u2066if (isAdmin)\u2069 */\n```'])(
    'characters that reverse text are spelled out in %j',
    (text) => {
      const root = document.createElement('div');
      new StreamingMarkdown(root, markdown, send).update(text, true);
      expect(root.textContent).toMatch(/⟨U\+20[26][A-F0-9]⟩/);
      expect(root.textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    },
  );
});

test('file names are not links', () => {
  expect(html('See README.md and main.rs')).not.toContain('<a');
  expect(html('See https://go.dev')).toContain('href="https://go.dev"');
});

test.each([
  ['- [ ] flour\n- [x] `water`', ['to do flour', 'done water']],
  ['- [X] flour\n\n- salt', ['done flour', 'salt']],
  ['- [y] flour\n- [link](https://go.dev)', ['[y] flour', 'link (go.dev)']],
])('the tasks of %j have icons', (text, want) => {
  const root = document.createElement('div');
  root.append(markdown.render(text));
  const items = [...root.querySelectorAll('li')].map((item) =>
    `${item.querySelector('.task-mark')?.getAttribute('aria-label') ?? ''} ${item.textContent.trim()}`.trim(),
  );
  expect(items).toEqual(want);
});

test('wide content can be scrolled by keyboard', () => {
  expect(html('```go\nx := 1\n```')).toContain('<pre tabindex="0"');
  expect(html('|a|\n|-|\n|b|')).toContain('class="table-scroller" tabindex="0"');
});

const long = [
  '# Title',
  'Some *text* with `code`.',
  '- one\n- two\n  - three\n\n  still two',
  '1. a\n\n2. b',
  '> quoted\ntext',
  '```js\nlet a = 1;\n\nlet b;\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'Setext\n---',
  '***',
  '    indented\n\n    code',
  'last [link](https://go.dev)',
].join('\n\n');

function drawn(pieces: string[]): string {
  const root = document.createElement('div');
  const stream = new StreamingMarkdown(root, markdown, send);
  let text = '';
  for (const piece of pieces) stream.update((text += piece), false);
  stream.update(text, true);
  return [...root.children].map((block) => block.innerHTML).join('');
}

describe('streaming', () => {
  test.each([1, 2, 3, 7, 50])('in chunks of %i draws the same as the whole text', (size) => {
    const pieces = long.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(drawn(pieces)).toBe(html(long).replace('</pre></div>\n', '</pre></div>'));
  });

  test('does not redraw blocks before the last', () => {
    const root = document.createElement('div');
    const stream = new StreamingMarkdown(root, markdown, send);
    stream.update('first\n\nsecond\nline', false);
    const [first, second] = [root.children[0]?.firstChild, root.children[1]?.firstChild];
    stream.update('first\n\nsecond\nline grows', false);
    expect(root.children[0]?.firstChild).toBe(first);
    expect(root.children[1]?.firstChild).not.toBe(second);
  });

  test('highlights each line of a code block once', () => {
    const root = document.createElement('div');
    const stream = new StreamingMarkdown(root, markdown, send);
    stream.update('Look:\n```go\nfunc a() {\n\tretu', false);
    const keyword = root.querySelector('.code-keyword');
    expect(keyword?.textContent).toBe('func');
    expect(root.querySelector('code')?.textContent).toBe('func a() {\n\tretu');
    stream.update('Look:\n```go\nfunc a() {\n\treturn 1\n}\n``', false);
    expect(root.querySelector('.code-keyword')).toBe(keyword);
    expect(root.querySelector('code')?.textContent).toBe('func a() {\n\treturn 1\n}\n');
    stream.update('Look:\n```go\nfunc a() {\n\treturn 1\n}\n```\nDone.', true);
    expect(root.querySelectorAll('.code')).toHaveLength(1);
    expect(root.lastElementChild?.textContent?.trim()).toBe('Done.');
  });

  test('redraws if the text is replaced', () => {
    const root = document.createElement('div');
    const stream = new StreamingMarkdown(root, markdown, send);
    stream.update('one\n\ntwo', false);
    stream.update('other', true);
    expect(root.textContent?.trim()).toBe('other');
  });

  test('resolves links that are defined at the end', () => {
    expect(drawn(['See [the site][1].', '\n\nMore.', '\n\n[1]: https://go.dev'])).toContain('<a href="https://go.dev"');
  });
});
