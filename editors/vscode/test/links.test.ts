// @vitest-environment jsdom
// The files and symbols that an answer names, formulas, footnotes and tables.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FromView } from '../src/shared/messages';
import { parsePlace, parseSymbol } from '../src/shared/place';
import { Links } from '../src/webview/links';
import { Markdown } from '../src/webview/markdown';
import { StreamingMarkdown } from '../src/webview/streamingMarkdown';
import '../src/webview/math/main';

let sent: FromView[] = [];
const send = (message: FromView): void => {
  sent.push(message);
};
let root: HTMLElement;

beforeEach(() => {
  sent = [];
  root = document.body.appendChild(document.createElement('div'));
  return () => root.remove();
});

/** Draws the text, and answers that these paths exist. */
async function draw(text: string, ...existing: string[]): Promise<void> {
  const links = new Links(send);
  root.append(new Markdown(send, links).render(text));
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0), { timeout: 200 }).catch(() => {}); // nothing may be asked
  for (const message of sent.splice(0)) if (message.kind === 'checkPaths') links.found(message.paths, existing);
}

describe('a place', () => {
  test.each([
    ['src/oven.go', { path: 'src/oven.go' }],
    ['src/oven.go:5', { path: 'src/oven.go', line: 5 }],
    ['src/oven.go:5:2', { path: 'src/oven.go', line: 5 }],
    ['src/oven.go:10-20', { path: 'src/oven.go', line: 10, endLine: 20 }],
    ['src/oven.go#L10-L20', { path: 'src/oven.go', line: 10, endLine: 20 }],
    [String.raw`src\oven.go:3`, { path: String.raw`src\oven.go`, line: 3 }],
    ['cmd/ptk-lsp/', { path: 'cmd/ptk-lsp/' }],
    ['Makefile', { path: 'Makefile' }],
    ['oven', undefined],
    ['4.2.1', undefined],
    ['../secret.txt:1', undefined],
    ['a/../../b.txt', undefined],
    ['npm run build', undefined],
    ['https://go.dev/a.html', undefined],
    ['x'.repeat(400), undefined],
  ])('%s', (text, want) => {
    expect(parsePlace(text)).toEqual(want);
  });

  test.each([
    ['Heat', 'Heat'], ['oven.Heat()', 'Heat'], ['Oven::warm', 'warm'], ['heat', undefined], ['if (x)', undefined], ['go', undefined],
  ])('the symbol %s', (text, want) => {
    expect(parseSymbol(text)).toBe(want);
  });
});

describe('a link', () => {
  test('leads to a file that exists, and selects the lines', async () => {
    await draw('See `src/oven.go:10-20`, [the test](src/oven_test.go#L3) and `src/none.go`.', 'src/oven.go', 'src/oven_test.go');
    const links = [...root.querySelectorAll<HTMLElement>('.path-link')];
    expect(links.map((link) => link.textContent)).toEqual(['src/oven.go:10-20', 'the test']);
    for (const link of links) link.click();
    expect(sent).toEqual([
      { kind: 'openPath', path: 'src/oven.go', line: 9, endLine: 19 },
      { kind: 'openPath', path: 'src/oven_test.go', line: 2 },
    ]);
    expect(root.textContent).toBe('See src/oven.go:10-20, the test and src/none.go.\n');
  });

  test('leads to the definition of a symbol that is no file', async () => {
    await draw('Call `fmt.Println`, then `Heat()`; `true` is a word.');
    for (const link of root.querySelectorAll<HTMLElement>('.symbol-link')) link.click();
    expect(sent).toEqual([{ kind: 'openSymbol', name: 'fmt.Println' }, { kind: 'openSymbol', name: 'Heat()' }]);
  });

  test.each(['[x](/etc/passwd)', '[x](../up.txt)', '[x](file:///etc/passwd)', '[x](command:quit)', '`../up.txt`'])(
    '%s is text unless the host finds it in the workspace', async (text) => {
      await draw(text);
      expect(root.querySelector('a, button')).toBeNull();
    },
  );

  test('is checked once for all mentions, together with the others', async () => {
    await draw('`a/b.go` `a/b.go:2` `c/d.go`', 'a/b.go');
    expect(root.querySelectorAll('.path-link')).toHaveLength(2);
  });
});

describe('a formula', () => {
  test.each([
    ['$x^2$', 1], [String.raw`\(x\)`, 1], ['$$\nx = 1\n$$', 1], [String.raw`\[x\]`, 1], ['It costs $5 and $6.', 0], ['$HOME and $PATH', 0],
    ['`$x$`', 0], ['a $ b $', 0], ['US$5$', 0],
  ])('%s', async (text, count) => {
    await draw(text);
    expect(root.querySelectorAll('math')).toHaveLength(count);
  });

  test('has no link, picture or style of its own, and an error is shown', async () => {
    const picture = String.raw`$\includegraphics{https://evil.example/x.png}$`;
    await draw(String.raw`$\href{javascript:alert(1)}{x}$ ${picture} $\htmlStyle{color:red}{x}$ $\frac{$`);
    expect(root.querySelector('a, img, [style], [href], script')).toBeNull();
    expect(root.querySelector<HTMLElement>('.formula.wrong')?.title).toContain('parse error');
  });

  test('that expands endlessly ends', async () => {
    const start = Date.now();
    await draw(String.raw`$\def\a{\a\a}\a$`);
    expect(Date.now() - start).toBeLessThan(5000);
  });
});

test('tables are aligned as their head says', async () => {
  await draw('| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |');
  expect([...root.querySelectorAll('td')].map((cell) => cell.className)).toEqual(['align-left', 'align-center', 'align-right']);
});

test('a footnote is shown by its mark', () => {
  new StreamingMarkdown(root, new Markdown(send), send).update('It is hot[^1].\n\n[^1]: In *Celsius*.', true);
  expect(root.querySelector('.footnotes')?.textContent?.trim()).toBe('In Celsius.');
  Element.prototype.scrollIntoView = () => {}; // jsdom has no layout
  root.querySelector<HTMLElement>('.footnote-mark')?.click();
  expect(document.activeElement?.textContent).toContain('In Celsius.');
});

test('the lines of a diff are green and red', () => {
  const stream = new StreamingMarkdown(root, new Markdown(send), send);
  stream.update('```diff\n--- a/x\n+++ b/x\n same\n-old\n+new\n```', true);
  expect([...root.querySelectorAll('.diff-row')].map((row) => [row.className, row.textContent])).toEqual([
    ['diff-row removed', '-old\n'], ['diff-row added', '+new\n'],
  ]);
});

test('a diagram can be opened in an editor', () => {
  new StreamingMarkdown(root, new Markdown(send), send).update('```mermaid\ngraph TD\n```', true);
  root.querySelector<HTMLElement>('[aria-label^="Open in an Editor"]')?.click();
  expect(sent).toEqual([{ kind: 'openText', text: '```mermaid\ngraph TD\n```\n', language: 'markdown' }]);
});
