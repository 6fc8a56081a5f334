import assert from 'node:assert/strict';
import { until } from '../wait.mjs';

async function rejectedWriteChangesNothingAndTellsTheModelWhy({ user, home, page }) {
  await user.ask('Add salt to the recipe, quickly');
  const approval = user.lastTurn.locator('.approval');
  await approval.locator('.diff-line.added', { hasText: 'salt' }).waitFor();
  assert.match(await approval.innerText(), /Allow this\?/);
  // By keyboard: from the input back over the buttons to the reason.
  await until('the reason has the focus', async () => {
    await page.keyboard.press('Shift+Tab');
    return user.chat.locator('body').evaluate((body) => body.ownerDocument.activeElement.matches('.feedback'));
  });
  await page.keyboard.type('salt is bad for me');
  await page.keyboard.press('Enter');
  assert.match(await user.answered(), /No salt then/);
  await user.lastTurn.locator('.tool[data-state="rejected"]').waitFor();
  assert.equal(home.read('recipe.txt'), 'flour\nwater\n');
}

async function allowedWriteGoesThroughTheEditorAndItsUndo({ user, home, page }) {
  await user.openFile('recipe.txt');
  await user.ask('Add yeast to the recipe');
  const approval = user.lastTurn.locator('.approval');
  await approval.locator('.diff-line.added', { hasText: 'yeast' }).waitFor();
  assert.equal(home.read('recipe.txt'), 'flour\nwater\n', 'nothing is written before the user agrees');
  await approval.getByRole('button', { name: 'Allow Once' }).click();
  assert.match(await user.answered(), /There is yeast in it now/);
  await user.editorShows('flour\nwater\nyeast');
  await until('it is saved', () => home.read('recipe.txt') === 'flour\nwater\nyeast\n');
  await user.editor.click();
  await page.keyboard.press('Control+Z');
  await until('undo takes it back', async () => !(await user.editorText()).includes('yeast'));
  await user.editorShows('flour\nwater');
  await page.keyboard.press('Control+S');
  await until('the undone text is saved', () => home.read('recipe.txt') === 'flour\nwater\n');
  await user.closeEditors();
}

async function questionToAHiddenViewIsNotLost({ user, page, home, openGate }) {
  await user.ask('Add sugar to the recipe when I look away');
  await user.lastTurn.locator('.answer', { hasText: 'Sugar, then' }).waitFor();
  await page.locator('.part.activitybar a.action-label[aria-label^="Explorer"]').click();
  await user.input.waitFor({ state: 'hidden' });
  await openGate('sugar');
  const toast = page.locator('.notifications-toasts .notification-list-item', { hasText: 'PTK asks for your consent' });
  await toast.waitFor();
  await toast.getByRole('button', { name: 'Open Chat' }).click();
  const approval = user.lastTurn.locator('.approval');
  await approval.getByRole('button', { name: 'Allow in This Session' }).click();
  assert.match(await user.answered(), /Sweet/);
  await until('it is written', () => home.read('recipe.txt') === 'flour\nwater\nsugar\n');
}

async function commandIsShownAndItsOutputOnce({ user, page }) {
  await user.ask('Light the oven');
  const card = user.lastTurn.locator('.tool');
  const command = 'rm -f cold.txt; echo warm; echo hot';
  assert.equal(await card.locator('.approval .command').innerText(), command);
  assert.match(await card.innerText(), /to heat it/);
  await card.locator('.allow-once:enabled').waitFor(); // early keys are ignored
  await user.input.press('Control+Enter');
  await user.answered();
  await card.locator('details').evaluate((element) => {
    element.open = true;
  }); // it opens by itself if the command is slow
  assert.deepEqual(await card.locator('.tool-output').allInnerTexts(), [command, 'warm\nhot\n']);
  await card.locator('.file-link', { hasText: 'workspace' }).click();
  await page.locator('.explorer-folders-view').waitFor();
  await user.openChat();
}

async function hostileQuestionIsText({ user, page, home, openGate, picture }) {
  await user.ask('Clean up the bakery');
  await user.lastTurn.locator('.answer', { hasText: 'I clean, then' }).waitFor();
  await page.locator('.part.activitybar a.action-label[aria-label^="Explorer"]').click();
  await user.input.waitFor({ state: 'hidden' });
  await openGate('clean');
  const toast = page.locator('.notifications-toasts .notification-list-item', { hasText: 'PTK asks for your consent' });
  await toast.waitFor();
  const told = await toast.locator('.notification-list-item-message').innerText();
  assert.match(told, /\[ok\] \(command:workbench\.action\.quit\) .*␛\[2J ⟨U\+202E⟩gnp/);
  assert.equal(await toast.locator('.notification-list-item-message a').count(), 0, 'no link comes from a command');
  await toast.getByRole('button', { name: 'Open Chat' }).click();
  const approval = user.lastTurn.locator('.approval');
  await approval.waitFor();
  const parts = await approval.locator('.risk, .command, .tool-why, .allow-once').evaluateAll((all) => all.map((one) => one.className));
  assert.deepEqual(
    parts.map((name) => name.replace(/^(?:tool-output|button primary) /, '')),
    ['risk', 'command', 'tool-why', 'tool-why', 'allow-once'],
  );
  const command = approval.locator('.command');
  assert.match(await command.evaluate((element) => element.textContent), /^touch \[ok\].*␍ ok␀\n[^]*\nrm -rf bread\.txt$/);
  assert.equal(await approval.locator('a').count(), 0);
  await approval.getByText('Scroll to the end of the command to allow it.').waitFor();
  assert.ok(await approval.locator('.allow-once').isDisabled(), "what was not seen can't be allowed");
  await picture('hostile-question.png');
  const [box, question] = await Promise.all([approval.locator('.approval-scroll').boundingBox(), approval.boundingBox()]);
  assert.ok(box.height < 700 && question.height < 900, `the answers stay in sight of ${question.height} pixels`);
  await approval.locator('.approval-scroll').evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await approval.locator('.allow-once:enabled').waitFor();
  await approval.getByRole('button', { name: 'Reject' }).click();
  assert.match(await user.answered(), /Not cleaned/);
  assert.ok(home.read('bread.txt').length > 0, 'nothing was removed');
}

async function turnThatWaitsIsStoppedByTheButtonOnly({ user, page, home }) {
  await user.ask('Warm the oven');
  await user.lastTurn.locator('.approval').waitFor();
  await user.input.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal(await user.lastTurn.getAttribute('data-status'), 'running', 'Escape stops no turn that waits for consent');
  await user.lastTurn.locator('.approval').waitFor();
  await user.chat.getByRole('button', { name: 'Stop', exact: true }).click();
  const text = await user.answered('stopped');
  assert.match(text, /Stopped\./);
  assert.doesNotMatch(text, /You rejected this/);
  await user.lastTurn.locator('.tool[data-state="stopped"]').waitFor();
  assert.ok(!home.has('oven.txt'));
}

async function changeIsAllowedInTheNotification({ user, page, home, openGate, picture }) {
  await user.ask('Add pepper to the bread list');
  await user.lastTurn.locator('.answer', { hasText: 'Pepper, then' }).waitFor();
  await page.locator('.part.activitybar a.action-label[aria-label^="Explorer"]').click();
  await user.input.waitFor({ state: 'hidden' });
  await openGate('pepper');
  const toast = page.locator('.notifications-toasts .notification-list-item', { hasText: 'PTK asks for your consent' });
  await toast.getByRole('button', { name: 'Allow Once' }).waitFor();
  await picture('notification.png');
  await toast.getByRole('button', { name: 'Allow Once' }).click();
  await until('the file is written', () => home.has('list.txt'));
  await user.openChat();
  assert.match(await user.answered(), /on the list/);
}

export const cases = [
  turnThatWaitsIsStoppedByTheButtonOnly,
  changeIsAllowedInTheNotification,
  rejectedWriteChangesNothingAndTellsTheModelWhy,
  allowedWriteGoesThroughTheEditorAndItsUndo,
  questionToAHiddenViewIsNotLost,
  commandIsShownAndItsOutputOnce,
  hostileQuestionIsText,
];
