// Applying code of an answer to files.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../wait.mjs';

const zz = 'package tools\n\nfunc One() int {\n\tif true {\n\t\treturn 1\n\t}\n\treturn 0\n}\n\nfunc Two() int {\n\treturn 2\n}\n';

function write(home, name, text) {
  mkdirSync(path.dirname(home.file(name)), { recursive: true });
  writeFileSync(home.file(name), text);
}

const applyButton = (user) => user.lastTurn.locator('.code').getByRole('button', { name: /^Apply/ });

async function wholeFileReplacesTheFileThatTheSentenceNames({ user, page, home, picture }) {
  write(home, 'tools/zz.go', zz);
  const other = home.read('recipe.txt');
  await user.openFile('recipe.txt');
  await user.ask('Rewrite the tools');
  await user.answered();
  await applyButton(user).click();
  await page.locator('.tab.active', { hasText: 'zz.go (with the code of the chat)' }).waitFor();
  await user.modified.locator('.view-line', { hasText: 'return 22' }).waitFor();
  await picture('apply-diff.png');
  assert.equal(home.read('tools/zz.go'), zz, 'nothing is changed before it is applied');
  await user.titleAction('Apply to File').click();
  await page.locator('.tab.active[data-resource-name="zz.go"]').waitFor();
  await user.editorShows('return 22');
  await user.editor.click();
  await page.keyboard.press('Control+S');
  await user.dirtyTab('zz.go').waitFor({ state: 'detached' });
  await until('the file has the code', () => home.read('tools/zz.go') !== zz);
  assert.equal(home.read('tools/zz.go'), zz.replace('return 2', 'return 22').replace('if true', 'if One() > 2'));
  assert.equal(home.read('recipe.txt'), other);
  await user.command('View: Close Editor');
}

async function fileThatIsMissingIsCreatedAndTheDiffWaitsForTheAnswer({ user, home }) {
  const other = home.read('recipe.txt');
  await user.openFile('recipe.txt');
  await user.ask('Write a guide');
  await user.answered();
  await applyButton(user).click();
  const diff = user.tab('guide.md (new file from the chat)');
  await diff.waitFor();
  await user.openFile('package.json');
  await diff.click(); // it is still there
  await user.modified.locator('.view-line', { hasText: 'The guide' }).waitFor();
  assert.ok(!home.has('docs/guide.md'));
  await user.titleAction('Discard').click();
  await diff.waitFor({ state: 'detached' });
  assert.ok(!home.has('docs/guide.md'));

  await applyButton(user).click();
  await diff.waitFor();
  await user.titleAction('Apply to File').click();
  await until('the file is created', () => home.has('docs/guide.md') && home.read('docs/guide.md') === '# The guide\n\nRead it.\n');
  assert.equal(home.read('recipe.txt'), other);
  await user.command('View: Close Editor');
}

async function codeWithoutAFileOrAPlaceAsks({ user, page, home, picture }) {
  const before = home.read('bread.txt');
  await user.openFile('bread.txt');
  await user.ask('Show a nameless line');
  await user.answered();
  await applyButton(user).click();
  await page.locator('.quick-input-title', { hasText: 'Apply the code to' }).waitFor();
  await picture('apply-asks.png');
  await user.choose('bread.txt');
  await page.locator('.quick-input-title', { hasText: 'Where does the code belong in bread.txt?' }).waitFor();
  await user.choose('Add at the End of the File');
  await page.locator('.tab.active', { hasText: 'bread.txt (with the code of the chat)' }).waitFor();
  await user.titleAction('Discard').click();
  await user.tab('bread.txt (with the code of the chat)').waitFor({ state: 'detached' });
  assert.equal(home.read('bread.txt'), before);
  await user.command('View: Close Editor');
}

export const cases = [
  wholeFileReplacesTheFileThatTheSentenceNames,
  fileThatIsMissingIsCreatedAndTheDiffWaitsForTheAnswer,
  codeWithoutAFileOrAPlaceAsks,
];
