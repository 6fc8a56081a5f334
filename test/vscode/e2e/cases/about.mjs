// Questions that start in the editor or the terminal.
import assert from 'node:assert/strict';
import { until } from '../wait.mjs';

async function lightbulbFixesTheProblem({ user, page, picture }) {
  await user.openFile('poem.txt');
  await page.locator('.monaco-editor .squiggly-error').first().waitFor();
  await user.editor.locator('.view-line', { hasText: 'wrong' }).click();
  await page.keyboard.press('Control+.');
  const list = page.locator('.action-widget');
  await list.getByText('Explain with PTK').waitFor();
  await picture('lightbulb.png');
  await list.getByText('Fix with PTK').click();
  assert.match(await user.answered(), /It is right now/);
  assert.match(
    await user.lastTurn.locator('.question').innerText(),
    /Fix this problem:\s*- line 2: The word "wrong" is wrong here\. \(problems-fixture W42\)/,
  );
  await user.closeEditors();
}

async function selectionIsExplained({ user, page, home }) {
  await user.openFile('oven.go');
  await user.editor.locator('.view-line', { hasText: 'func Heat' }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await user.command('PTK: Explain');
  assert.match(await user.answered(), /It is hot/);
  assert.equal(home.read('src/oven.go').includes('220'), true);
  await user.closeEditors();
}

async function selectionIsAttachedByTheKey({ user, page }) {
  await user.openFile('oven.go');
  await user.editor.locator('.view-line', { hasText: 'func Heat' }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Control+Alt+J');
  await user.cursorIsInInput();
  await page.keyboard.type('What is attached here?');
  await page.keyboard.press('Enter');
  assert.match(await user.answered(), /func Heat\(\) int/);
  await user.closeEditors();
}

async function textThatWasNeverSavedIsAttachedByItsText({ user, page }) {
  await user.command('File: New Untitled Text File');
  await user.editor.waitFor();
  await user.typeAtEnd('a thought that has no file');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+Alt+J');
  await user.cursorIsInInput();
  await page.keyboard.type('What is attached here?');
  await page.keyboard.press('Enter');
  assert.match(await user.answered(), /a thought that has no file/);
  await user.command('View: Revert and Close Editor');
}

async function textThatWasNeverSavedIsFoundAndChanged({ user, page }) {
  await user.command('File: New Untitled Text File');
  await user.editor.waitFor();
  await user.typeAtEnd('a pangolin that has no file');
  await user.ask('Find the pangolin and call it a wombat');
  const approval = user.lastTurn.locator('.approval');
  await approval.locator('.diff-line.added', { hasText: 'wombat' }).waitFor();
  await approval.getByRole('button', { name: 'Allow Once' }).click();
  assert.match(await user.answered(), /It is a wombat now/);
  await user.editorShows('a wombat that has no file');
  await user.editor.click();
  await page.keyboard.press('Control+Z');
  await user.editorShows('a pangolin that has no file');
  await user.command('View: Revert and Close Editor');
}

async function terminalsSelectionIsAttached({ user, page, home }) {
  await user.command('Terminal: Create New Terminal');
  await page.locator('.terminal-wrapper.active .xterm-helper-textarea').waitFor({ state: 'attached' });
  await page.keyboard.type('echo oven-$((200+20))-hot | tee heat.txt\n');
  await until('the terminal answers', () => home.read('heat.txt') === 'oven-220-hot\n');
  await user.command('Terminal: Select All');
  await user.command('PTK: Ask About Terminal Selection…');
  await user.cursorIsInInput();
  await page.keyboard.type('What is attached here?');
  await page.keyboard.press('Enter');
  assert.match(await user.answered(), /oven-220-hot/);
  await user.command('Terminal: Kill the Active Terminal Instance');
}

export const cases = [
  lightbulbFixesTheProblem,
  selectionIsExplained,
  selectionIsAttachedByTheKey,
  textThatWasNeverSavedIsAttachedByItsText,
  textThatWasNeverSavedIsFoundAndChanged,
  terminalsSelectionIsAttached,
];
