import assert from 'node:assert/strict';

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

export const cases = [
  modelReadsUnsavedText,
  modelSeesProblemsOfOtherExtensions,
];
