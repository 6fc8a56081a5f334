// Consent in the diff editor of VS Code.
import assert from 'node:assert/strict';
import { until } from '../wait.mjs';

const proposed = 'dough.txt (proposed change)';

async function hunkIsLeftOutInTheDiffEditorByKeys({ user, home, page, picture }) {
  await user.ask('Bake a larger bread');
  await review(user);
  await picture('review.png');
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+R');
  await user.dirtyTab(proposed).waitFor();
  await page.keyboard.press('Control+Enter');
  assert.match(await user.answered(), /Baked/);
  await until('the other hunk is written', () => home.read('dough.txt').includes('bake 60 minutes'));
  assert.match(home.read('dough.txt'), /flour 500 g/);
  await user.tab(proposed).waitFor({ state: 'detached' });
}

async function changeIsRejectedWithAReasonFromTheEditorsTitle({ user, home, page }) {
  const before = home.read('dough.txt');
  await user.ask('Salt the bread');
  await review(user);
  await page.getByRole('button', { name: 'Reject with Reason…' }).click();
  await user.quickInput.fill('it is salty enough');
  await page.keyboard.press('Enter');
  assert.match(await user.answered(), /told.*it is salty enough/s);
  assert.equal(home.read('dough.txt'), before);
  await user.tab(proposed).waitFor({ state: 'detached' });
}

async function textThatTheUserWroteIntoTheProposalIsWritten({ user, home, page }) {
  await user.ask('Salt the bread');
  await review(user);
  await user.modified.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('butter\n');
  await page.getByRole('button', { name: 'Allow Once' }).click();
  assert.match(await user.answered(), /told.*changed the edit/s);
  await until('both are written', () => /salt 20 g[^]*cool\nbutter\n/.test(home.read('dough.txt')));
}

async function alwaysIsSaidInWordsAndAskedNoMore({ user, home, page }) {
  await user.ask('Count the rolls');
  await user.lastTurn.locator('.approval').waitFor();
  await user.command('PTK: Review Proposed Change');
  await user.tab('rolls.txt (proposed change)').waitFor();
  await user.command('PTK: Always Allow…');
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'always allow this' });
  await dialog.getByText('rolls.txt').waitFor();
  await dialog.getByRole('button', { name: 'Always Allow' }).click();
  assert.match(await user.answered(), /Counted/);
  assert.equal(home.read('rolls.txt'), 'two\n', 'it was asked once and written twice');
}

async function sessionIsAllowedAndChatAnswersWhatTheEditorShows({ user, home, page }) {
  await user.ask('Seed the bread');
  await review(user);
  await user.command('PTK: Allow in This Session');
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'until the server ends' });
  await dialog.getByText('dough.txt').waitFor();
  await dialog.getByRole('button', { name: 'Allow in This Session' }).click();
  assert.match(await user.answered(), /Seeded/);
  assert.match(home.read('dough.txt'), /poppy\nsesame\n/);
}

async function questionToAHiddenViewOpensAsADiff({ user, home, page, openGate }) {
  await user.ask('Glaze the rye');
  await user.lastTurn.locator('.answer', { hasText: 'A glaze' }).waitFor();
  await page.locator('.part.activitybar a.action-label[aria-label^="Explorer"]').click();
  await user.input.waitFor({ state: 'hidden' });
  await openGate('glaze');
  const toast = page.locator('.notifications-toasts .notification-list-item', { hasText: 'PTK asks for your consent' });
  await toast.getByRole('button', { name: 'Open Diff' }).click();
  await user.tab('rye.txt (proposed change)').waitFor();
  await page
    .locator('.part.activitybar .action-item', { has: page.locator('a[aria-label^="PTK"]') })
    .locator('.badge-content', { hasText: '1' })
    .waitFor();
  await page.getByRole('button', { name: 'Allow Once' }).click();
  await until('it is written', () => home.read('rye.txt') === 'rye\nglaze\n');
  await user.openChat();
  assert.match(await user.answered(), /It shines/);
}

async function severalQuestionsWaitSideBySide({ user, home, page }) {
  await user.ask('Write two cards');
  await until('both are asked', async () => (await user.lastTurn.locator('.approval').count()) === 2);
  await user.command('PTK: Review Proposed Change', { asks: true });
  await user.choose('Create second.txt');
  await user.tab('second.txt (proposed change)').waitFor();
  await user.modified.locator('.view-line', { hasText: 'the second card' }).waitFor();
  await user.modified.click();
  await page.keyboard.press('Control+Enter');
  await until('the second is written', () => home.has('second.txt'));
  assert.equal(home.has('first.txt'), false);
  await user.lastTurn.locator('.approval').getByRole('button', { name: 'Reject' }).click();
  assert.match(await user.answered(), /One card/);
  assert.equal(home.has('first.txt'), false);
}

async function madeChangeIsShownBesideTheFileAndUndone({ user, home, page }) {
  await user.ask('Brew a tea list');
  await user.lastTurn.getByRole('button', { name: 'Allow Once' }).click();
  await user.answered();
  assert.equal(home.read('tea.txt'), 'green\n');
  await user.lastTurn.locator('.tool[data-state="done"]').getByRole('button', { name: 'Open Diff' }).click();
  await user.tab('tea.txt (before and now)').waitFor();
  await user.modified.locator('.view-line', { hasText: 'green' }).waitFor();
  await user.command('View: Close All Editors');
  await page.locator('.tab').first().waitFor({ state: 'detached' });
  await user.command('PTK: Undo Changes of the Last Turn');
  await until('it is gone', () => !home.has('tea.txt'));
}

async function questionsThatEndCloseTheirEditors({ user, home, page }) {
  const before = home.read('rye.txt');
  await user.ask('Bake with rye');
  await user.lastTurn.locator('.approval').waitFor();
  await page.locator('.statusbar-item', { hasText: 'PTK: needs your consent' }).click();
  await user.tab('rye.txt (proposed change)').waitFor();
  await user.command('PTK: Stop');
  await user.answered('stopped');
  await user.tab('rye.txt (proposed change)').waitFor({ state: 'detached' });
  await page.locator('.statusbar-item', { hasText: 'test-model' }).waitFor();
  assert.equal(home.read('rye.txt'), before);
}

async function review(user) {
  await user.lastTurn.locator('.approval').waitFor();
  await user.command('PTK: Review Proposed Change');
  await user.tab(proposed).waitFor();
  await user.modified.locator('.view-line').first().waitFor();
}

export const cases = [
  hunkIsLeftOutInTheDiffEditorByKeys,
  changeIsRejectedWithAReasonFromTheEditorsTitle,
  textThatTheUserWroteIntoTheProposalIsWritten,
  alwaysIsSaidInWordsAndAskedNoMore,
  sessionIsAllowedAndChatAnswersWhatTheEditorShows,
  questionToAHiddenViewOpensAsADiff,
  severalQuestionsWaitSideBySide,
  madeChangeIsShownBesideTheFileAndUndone,
  questionsThatEndCloseTheirEditors,
];
