// The changes of turns: put back, shown together, kept and undone.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../wait.mjs';

const menu = 'bread\nsoup\nsalad\nfish\nbeans\nrice\npasta\ncheese\ncake\ntea\n';
const summer = menu.replace('soup', 'cold soup').replace('cake\n', 'cake\nice\n');

async function allEditsOfATurnAreAllowedAndPutBack({ user, home, picture, page }) {
  await makeSummer({ user, home, picture });
  writeFileSync(home.file('menu.txt'), summer.replace('rice', 'wild rice'));
  const asked = user.lastTurn.locator('.asked');
  await asked.hover();
  await asked.getByRole('button', { name: 'Edit and Ask Again' }).click();
  const files = asked.locator('.put-back');
  await files.getByLabel('Put 2 files back to this point').waitFor();
  const shown = /drinks\.txt\s*is removed: the chat made it[^]*menu\.txt\s*is put back; what you changed since is kept/;
  assert.match(await files.innerText(), shown);
  await picture('changes-put-back.png');
  await asked.getByLabel('Edit the question').fill('Make nothing. How far did you get?');
  await page.keyboard.press('Enter');
  await user.lastTurn.locator('.question', { hasText: 'Make nothing' }).waitFor();
  assert.match(await user.answered(), /I got to three/);
  assert.equal(home.read('menu.txt'), menu.replace('rice', 'wild rice'), 'what was written by hand stays');
  assert.ok(!home.has('drinks.txt'));
  const toast = page.locator('.notifications-toasts .notification-list-item', { hasText: 'PTK put 2 files back' });
  await toast.waitFor();
  await toast.hover();
  await toast.locator('.codicon-notifications-clear').click();
  writeFileSync(home.file('menu.txt'), menu);
}

async function filesAreKeptIfTheUserSaysSo({ user, home }) {
  await makeSummer({ user, home });
  const asked = user.lastTurn.locator('.asked');
  await asked.hover();
  await asked.getByRole('button', { name: 'Edit and Ask Again' }).click();
  await asked.getByLabel('Put 2 files back to this point').uncheck();
  await asked.getByLabel('Edit the question').fill('Make nothing. How far did you get?');
  await asked.getByRole('button', { name: 'Ask Again' }).click();
  await user.lastTurn.locator('.question', { hasText: 'Make nothing' }).waitFor();
  assert.match(await user.answered(), /I got to three/);
  assert.equal(home.read('menu.txt'), summer);
  await user.chat.locator('.pending', { hasText: '2 files to review' }).waitFor();
  await undoAll(user);
  await until('all is undone', () => home.read('menu.txt') === menu && !home.has('drinks.txt'));
}

async function changesAreKeptAndUndoneOneByOne({ user, home, page, picture }) {
  await makeSummer({ user, home });
  await user.chat.locator('.pending', { hasText: '2 files to review' }).waitFor();
  await user.command('PTK: Next Change');
  await user.tab('drinks.txt').waitFor();
  await user.command('PTK: Next Change');
  await page.locator('.tab.active', { hasText: 'menu.txt' }).waitFor();
  const lenses = page.locator('.codelens-decoration');
  await lenses.filter({ hasText: 'change 1 of 2' }).waitFor();
  assert.equal(await page.locator('.editor-instance .view-overlays .cdr.chat, .editor-instance .cdr[class*="ced-"]').count() > 0, true);
  await picture('changes-editor.png');
  await lenses.filter({ hasText: 'change 1 of 2' }).locator('a', { hasText: 'Undo' }).click();
  await until('it is undone and saved', () => home.read('menu.txt') === summer.replace('cold soup', 'soup'));
  await lenses.filter({ hasText: 'change 1 of 1' }).waitFor();
  await user.editor.click();
  await page.keyboard.press('Control+Z');
  await lenses.filter({ hasText: 'change 1 of 2' }).waitFor();
  await lenses.filter({ hasText: 'change 1 of 1' }).waitFor({ state: 'detached' });
  await user.editorShows('cold soup');
  await page.keyboard.press('Control+S');
  await user.dirtyTab('menu.txt').waitFor({ state: 'detached' }); // what is undone in an unsaved file is not saved
  const line = (number) => page.locator('.statusbar-item', { hasText: `Ln ${number},` }).waitFor();
  await page.keyboard.press('Control+Home');
  await line(1);
  await page.keyboard.press('Alt+F7');
  await line(2);
  await page.keyboard.press('Control+Alt+Y');
  await lenses.filter({ hasText: 'change 1 of 1' }).waitFor();
  await page.keyboard.press('Alt+F7');
  await line(10);
  await page.keyboard.press('Control+Alt+U');
  await until('the other is undone', () => home.read('menu.txt') === menu.replace('soup', 'cold soup'));
  await lenses.first().waitFor({ state: 'detached' });
  await user.chat.locator('.pending', { hasText: '1 file to review' }).waitFor();
  await user.chat.locator('.pending').getByRole('button', { name: 'Keep' }).click();
  await user.chat.locator('.pending').waitFor({ state: 'hidden' });
  assert.equal(home.read('drinks.txt'), 'lemonade\n');
  await user.closeEditors();
  await user.lastTurn.getByRole('button', { name: 'Undo Changes' }).click();
  await until('the turn is undone', () => home.read('menu.txt') === menu && !home.has('drinks.txt'));
}

async function allChangesAreShownInOneEditor({ user, home, page, picture }) {
  await makeSummer({ user, home });
  const card = user.lastTurn.locator('.changes');
  await card.locator('.file-link', { hasText: 'menu.txt' }).click();
  await user.tab('menu.txt (before and now)').waitFor();
  await user.modified.locator('.view-line', { hasText: 'cold soup' }).waitFor();
  await card.getByRole('button', { name: 'Show All' }).click();
  await user.tab('Changes of this turn').waitFor();
  const shown = page.locator('.multiDiffEditor, .multi-diff-editor, .multiDiffEntry');
  await shown.first().waitFor();
  for (const text of ['cold soup', 'lemonade']) await page.locator('.view-line', { hasText: text }).last().waitFor();
  await picture('changes-all.png');
  await user.titleAction('Undo All Changes').click();
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Undo All' }).click();
  await until('all is undone', () => home.read('menu.txt') === menu && !home.has('drinks.txt'));
  await user.command('View: Close All Editors');
  await page.locator('.tab').first().waitFor({ state: 'detached' });
}

async function changesOfAStoppedTurnStayAfterAReload({ user, home, page, picture }) {
  if (await user.chat.locator('.pending').isVisible()) await user.chat.locator('.pending').getByRole('button', { name: 'Keep' }).click();
  await user.ask('Write a wine list');
  await user.lastTurn.getByRole('button', { name: 'Allow Once' }).click();
  await user.lastTurn.locator('.answer', { hasText: 'And now' }).waitFor();
  await user.chat.locator('.stop').click();
  await user.answered('stopped');
  const card = user.lastTurn.locator('.changes');
  await card.locator('.file-link', { hasText: 'wine.txt' }).waitFor();
  await user.chat.locator('.pending', { hasText: '1 file to review' }).waitFor();
  await card.getByRole('button', { name: 'Undo Changes' }).click();
  await until('it is undone', () => !home.has('wine.txt'));
  await card.getByRole('button', { name: 'Redo' }).waitFor();
  await page.reload();
  await user.openChat();
  await card.getByRole('button', { name: 'Redo' }).click();
  await until('it is there again', () => home.has('wine.txt'));
  await card.getByRole('button', { name: 'Undo Changes' }).waitFor();
  await picture('changes-stopped.png');
  await user.chat.locator('.pending', { hasText: '1 file to review' }).waitFor();
  await undoAll(user);
  await until('it is gone', () => !home.has('wine.txt'));
}

async function allReadsOutsideOfATurnAreAllowed({ user, home }) {
  writeFileSync(path.join(home.root, 'shopping.txt'), 'eggs\nmilk\n');
  await user.ask('Read my shopping list');
  const approval = user.lastTurn.locator('.approval');
  await approval.getByText('read files outside the workspace, one by one').waitFor();
  await approval.getByRole('button', { name: 'Allow All Reads Outside, This Turn' }).click();
  assert.match(await user.answered(), /Eggs and milk/);
}

/** Asks for the menu of the summer, and allows all edits of the turn. */
async function makeSummer({ user, home, picture }) {
  if (await user.chat.locator('.pending').isVisible()) await user.chat.locator('.pending').getByRole('button', { name: 'Keep' }).click();
  writeFileSync(home.file('menu.txt'), menu);
  rmSync(home.file('drinks.txt'), { force: true });
  await user.ask('Make a summer menu');
  const approval = user.lastTurn.locator('.approval');
  const allow = approval.getByRole('button', { name: 'Allow All Edits of This Turn' });
  await allow.waitFor();
  const means = /“Allow All Edits of This Turn” means: change and create files in the workspace, until this turn ends/;
  assert.match(await approval.innerText(), means);
  await picture?.('changes-question.png');
  await allow.click();
  assert.match(await user.answered(), /It is summer/);
  assert.deepEqual([home.read('menu.txt'), home.read('drinks.txt')], [summer, 'lemonade\n']);
}

async function undoAll(user) {
  await user.chat.locator('.pending').getByRole('button', { name: 'Undo' }).click();
  await user.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Undo All' }).click();
}

export const cases = [
  allEditsOfATurnAreAllowedAndPutBack,
  filesAreKeptIfTheUserSaysSo,
  changesAreKeptAndUndoneOneByOne,
  allChangesAreShownInOneEditor,
  changesOfAStoppedTurnStayAfterAReload,
  allReadsOutsideOfATurnAreAllowed,
];
