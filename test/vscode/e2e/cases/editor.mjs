import assert from 'node:assert/strict';
import { until } from '../wait.mjs';

async function modelReadsUnsavedText({ user, home }) {
  await user.openFile('notes.txt');
  await user.typeAtEnd('third line, never saved');
  await user.ask('What do my notes say?');
  assert.match(await user.answered(), /third line, never saved/);
  assert.equal(home.read('notes.txt'), 'first line\nsecond line\n');
  await user.closeEditors();
}

async function modelSeesProblemsOfOtherExtensions({ user, page }) {
  await user.openFile('poem.txt');
  await page.locator('.monaco-editor .squiggly-error').first().waitFor();
  await user.ask('Which problems are there?');
  assert.match(await user.answered(), /The word "wrong" is wrong here/);
  await user.closeEditors();
}

async function modelAsksOtherExtensions({ user }) {
  await user.ask('Where does the poem say "this" first?');
  const answer = await user.answered();
  assert.match(answer, /"line":1,"text":"this is right"/);
  assert.match(answer, /"kind":"string"/);
}

async function commandsAreAskedForByVSCodeToo({ user, page }) {
  for (const button of ['Cancel', 'Run']) {
    await user.ask(`Brew some tea, then ${button.toLowerCase()}`);
    await user.lastTurn.locator('.approval').getByRole('button', { name: 'Allow Once' }).click();
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'PTK: run the command fixture.brew?' });
    await dialog.getByText('Arguments: "green"').waitFor();
    await dialog.getByRole('button', { name: button, exact: true }).click();
    assert.match(await user.answered(), button === 'Run' ? /brewed.*green/ : /did not agree/);
  }
}

async function commandsOfTheUsersListAreNotAskedForTwice({ user, home, page }) {
  home.set({ 'ptk.allowedCommands': ['fixture.brew'] });
  await until('the list counts', () => user.userSettings(home)['ptk.allowedCommands']);
  await user.ask('Brew some tea, then go on');
  await user.lastTurn.locator('.approval').getByRole('button', { name: 'Allow Once' }).click();
  assert.match(await user.answered(), /brewed.*green/);
  assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
  home.set({ 'ptk.allowedCommands': [] });
}

export const cases = [
  modelReadsUnsavedText,
  modelSeesProblemsOfOtherExtensions,
  modelAsksOtherExtensions,
  commandsAreAskedForByVSCodeToo,
  commandsOfTheUsersListAreNotAskedForTwice,
];
