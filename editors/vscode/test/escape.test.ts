// Texts that VS Code draws contain no links or icons except those of the extension.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { escapeLabel, escapeLine, escapeText } from '../src/host/escape';

/** Matches text of which VS Code makes a link in a notification, a prompt or a description: base/common/linkedText.ts. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
/** Matches text of which VS Code makes an icon in a label: base/browser/ui/iconLabel/iconLabels.ts. */
const icon = /(\\)?\$\(([a-z0-9]+(?:-[a-z0-9]+)*(?:~[a-z]+)?)\)/gi;

describe('text for VS Code', () => {
  test.each([
    '[ok](command:workbench.action.terminal.sendSequence)',
    'a [b](https://127.0.0.1 "c")',
    '[x]]((file:///etc/passwd)',
    '[[a](command:b)](command:c)',
    '[a]\u200B(command:b)',
    '[a\n](command:b)',
  ])('has no link: %j', (text) => {
    expect([link.exec(escapeLine(text)), link.exec(escapeText(text))]).toEqual([null, null]);
  });

  test.each(['$(trash)', '$(sync~spin) done', '\\$(check)', '$$(check)', '$(a)$(b)', '$\u200B(check)'])('has no icon: %j', (text) => {
    expect([...escapeLabel(text).matchAll(icon)].filter(([, escaped]) => !escaped)).toEqual([]);
  });

  test('marks invisible characters', () => {
    expect([escapeLine('a\nb\u202E'), escapeText('a\nb\0'), escapeLabel('a\u001B')]).toEqual(['a␊b⟨U+202E⟩', 'a\nb␀', 'a␛']);
  });
});

describe('the code', () => {
  const root = path.join(import.meta.dirname, '../src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const using = (what: RegExp) =>
    files.filter((file) => what.test(readFileSync(path.join(root, file), 'utf8'))).map((file) => file.replaceAll('\\', '/'));

  test.each([
    [
      'only one file shows messages and prompts',
      /\bshow(?:Information|Warning|Error)Message\b|\bshowInputBox\b|\bwithProgress\b/,
      ['host/notifications.ts'],
    ],
    ['nothing creates Markdown for VS Code', /new vscode\.MarkdownString|isTrusted\s*[:=]|supportHtml/, []],
    ['nothing creates HTML from text', /\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/, []],
    ['nothing opens an address', /openExternal|'vscode\.open'|'_open'/, []],
    ['only the page itself is HTML', /\.html = /, ['host/page.ts']],
  ])('%s', (_, what, where) => {
    expect(using(what)).toEqual(where);
  });
});
