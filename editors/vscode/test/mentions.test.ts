// @vitest-environment jsdom
// What a message names after an @: what is unknown is marked at once, and what is attached can be opened.
import { describe, expect, test, vi } from 'vitest';
import { mentionsOf } from '../src/webview/composer/mentions';
import { $, $$, answers, app, checked, happen, input, sent, texts, type, usePage } from './page';

usePage();

const item = (insertText: string) => ({ label: insertText, kind: 'file', insertText });

describe('the mentions of', () => {
  test.each([
    ['see @src/main.go, please', [[4, 16, 'src/main.go']]],
    ['@"my notes.txt" and @b.go:3-9', [[0, 15, 'my notes.txt'], [20, 29, 'b.go']]],
    ['(@symbol:Heat) @tool:bash', [[1, 13, 'symbol:Heat'], [15, 25, 'tool:bash']]],
    ['@diagnostics @selection @diff', []],
    ['me@example.org @', []],
  ])('%s', (text, want) => {
    expect(mentionsOf(text).map(({ start, end, name }) => [start, end, name])).toEqual(want);
  });
});

describe('an unknown name', () => {
  test('is underlined and told, until it is changed', async () => {
    answers['ptk/complete'] = { items: [item('@src/main.go')], replace: { start: 0, end: 0 } };
    type('see @src/main.go and @src/nope.go now');
    await vi.waitFor(() => expect($('.unknown-note').hidden).toBe(false));
    expect(texts('.unknown')).toEqual(['@src/nope.go']);
    expect($('.backdrop').textContent).toBe(input().value);
    expect($('.unknown-note').textContent).toContain('@src/nope.go');
    type('see @src/main.go now');
    expect($('.unknown-note').hidden).toBe(true);
    expect(texts('.unknown')).toEqual([]);
  });

  test('is not one of another folder, nor a folder without its slash', async () => {
    answers['ptk/complete'] = { items: [item('@one/a.go'), item('@one/src/')], replace: { start: 0, end: 0 } };
    type('@a.go @src now');
    await new Promise((resolve) => {
      setTimeout(resolve, 600);
    });
    expect($('.unknown-note').hidden).toBe(true);
  });
});

describe('a chip', () => {
  const attachment = { uri: 'file:///w/oven.go', range: { start: { line: 2, character: 0 }, end: { line: 6, character: 1 } } };

  test('opens what it names, in the input and in the question', () => {
    app.attach([{ label: 'oven.go:3-7', attachment }]);
    $('.composer .chip-open').click();
    happen({ type: 'ask', question: 'Hi', attachments: [{ label: 'oven.go:3-7', attachment }] });
    $('.question .chip-open').click();
    const open = { kind: 'openFile', uri: attachment.uri, line: 2, endLine: 6 };
    expect(sent).toEqual([open, open]);
    expect($('.composer .chip-remove').getAttribute('aria-label')).toBe('Remove oven.go:3-7');
  });

  test('of pasted text opens nothing', () => {
    app.attach([{ label: 'note', attachment: { name: 'note', text: 'x' } }]);
    expect($('.chip-open')).toBeNull();
  });
});

test('a mention of a file in a question opens it, if it exists', async () => {
  happen({ type: 'ask', question: 'See @src/oven.go:3 and @src/none.go' });
  await vi.waitFor(() => expect(checked).toEqual(['src/oven.go', 'src/none.go']));
  app.pathsFound(['src/oven.go', 'src/none.go'], ['src/oven.go']);
  expect($$('.question .path-link')).toHaveLength(1);
  $('.question .path-link').click();
  expect(sent.at(-1)).toEqual({ kind: 'openPath', path: 'src/oven.go', line: 2 });
});

test('what is inserted keeps what is written', () => {
  app.insert('@src/ ');
  type('look at');
  app.insert('@docs/ ');
  expect(input().value).toBe('look at @docs/ ');
  app.insert('a message');
  expect(input().value).toBe('look at @docs/\na message');
});
