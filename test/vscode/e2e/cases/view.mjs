import assert from 'node:assert/strict';
import { until } from '../wait.mjs';

async function steeringReachesTheModelAtItsNextStep({ user, openGate, picture }) {
  await user.ask('Knead the dough');
  await user.lastTurn.locator('.answer', { hasText: 'I begin.' }).waitFor();
  await user.input.fill('Use rye flour');
  await user.input.press('Enter');
  await user.chat.locator('.queued', { hasText: 'Use rye flour' }).waitFor();
  await picture('view-steering.png');
  await openGate('dough');
  assert.match(await user.answered(), /I heard: [^]*Use rye flour/);
  await user.lastTurn.locator('.question.said', { hasText: 'Use rye flour' }).waitFor();
  await user.chat.locator('.queued').waitFor({ state: 'hidden' });
}

async function questionIsEditedAndAskedAgain({ user, page }) {
  await user.ask('How far did you get?');
  await user.answered();
  await user.ask('Show me some code');
  await user.answered();
  const asked = user.lastTurn.locator('.asked');
  await asked.hover();
  await asked.getByRole('button', { name: 'Edit and Ask Again' }).click();
  const box = asked.getByLabel('Edit the question');
  assert.equal(await box.inputValue(), 'Show me some code');
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await asked.getByRole('button', { name: 'Edit and Ask Again' }).press('Enter');
  await box.fill('Knead no dough. How far did you get?');
  await box.press('Enter');
  await user.lastTurn.locator('.question', { hasText: 'Knead no dough' }).waitFor();
  assert.match(await user.answered(), /I got to three/);
  assert.equal(await user.chat.locator('.turn').count(), 2, 'it takes the place of the one before');
}

async function codeIsColouredCopiedInsertedAndApplied({ user, page, home }) {
  await user.openFile('notes.txt');
  await user.ask('Show me some code');
  await user.answered();
  const [go, shell] = [user.lastTurn.locator('.code').nth(0), user.lastTurn.locator('.code').nth(1)];
  assert.equal(await go.locator('.code-name').innerText(), 'src/oven.go');
  const colours = await go
    .locator('code span')
    .evaluateAll((all) => all.map((e) => [e.className, e.textContent, getComputedStyle(e).color]));
  const classes = colours.map(([name, text]) => `${name} ${text}`);
  for (const want of ['code-keyword func', 'code-number 260', 'code-comment // Heat is in degrees Celsius.'])
    assert.ok(classes.includes(want), `${want} is missing of ${classes}`);
  assert.ok(new Set(colours.map(([, , colour]) => colour)).size >= 3, 'in different colours');
  assert.equal(await shell.getByRole('button', { name: /^Apply/ }).count(), 0, 'a command is for no file');

  await user.editor.click();
  await page.keyboard.press('Control+End');
  await shell.getByRole('button', { name: 'Insert at Cursor' }).click();
  await user.editorShows('second line\necho "done"');
  await shell.getByRole('button', { name: 'Copy' }).click();
  await shell.locator('.codicon-check').waitFor();
  await user.editor.click();
  await page.keyboard.press('Control+End');
  await until('what was copied is pasted', async () => {
    // the extension host writes the clipboard
    await page.keyboard.press('Control+V');
    return (await user.editorText()).includes('echo "done"\necho "done"');
  });
  await user.closeEditors();

  await go.getByRole('button', { name: /^Apply/ }).click();
  await page.locator('.tab.active', { hasText: 'oven.go (with the code of the chat)' }).waitFor();
  assert.doesNotMatch(home.read('src/oven.go'), /260/, 'it is shown before it is done');
  await user.titleAction('Apply to File').click();
  await page.locator('.tab.active[data-resource-name="oven.go"]').waitFor();
  await user.editorShows('return 260 // "hot"');
  await user.closeEditors();
}

async function modeAndModelArePickedByKeyboard({ user, page }) {
  const mode = user.chat.locator('.picker.mode');
  assert.equal(await mode.innerText(), 'Agent');
  await mode.focus();
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Reads and searches only.' }).waitFor();
  await page.keyboard.type('Ask');
  await page.keyboard.press('Enter');
  await user.chat.locator('.picker.mode', { hasText: 'Ask' }).waitFor();
  await user.ask('How far did you get?');
  await user.answered();
  assert.equal(await user.lastTurn.locator('.question-mode').innerText(), 'Ask');

  for (const model of ['offline/search', 'openai/test-model']) {
    await user.chat.locator('.picker.model').click();
    await user.quickInput.fill(model);
    await page.locator('.quick-input-widget .monaco-list-row.focused', { hasText: model }).waitFor();
    await page.keyboard.press('Enter');
    await user.chat.locator('.picker.model', { hasText: model }).waitFor();
  }
  await pickMode(user, page, 'Agent');
}

async function planIsEditedAndCarriedOut({ user, page, picture }) {
  await pickMode(user, page, 'Plan');
  await user.ask('Plan a bigger oven');
  await user.answered();
  assert.equal(await user.lastTurn.locator('.plan').count(), 0, 'the steps stand in the answer already');
  await user.lastTurn.getByRole('button', { name: 'Edit Plan' }).click();
  const steps = user.lastTurn.getByLabel('Steps of the plan, one per line');
  assert.match(await steps.inputValue(), /Measure the oven in .*src\/oven\.go.*\nBuy bricks\.?$/);
  await steps.fill('Measure the oven\nBuy red bricks');
  await picture('view-plan.png');
  await user.lastTurn.getByRole('button', { name: 'Carry Out' }).click();
  await user.lastTurn.locator('.question', { hasText: 'Carry out the plan.' }).waitFor();
  assert.match(await user.answered(), /I heard: Carry out the plan\.[^]*Buy red bricks/);
  assert.deepEqual(await user.lastTurn.locator('.plan-steps li > span:nth-child(2)').allInnerTexts(), [
    'Measure the oven',
    'Buy red bricks',
  ]);
  await user.chat.locator('.picker.mode', { hasText: 'Agent' }).waitFor();
}

async function completionOffersFilesAndCommands({ user, page }) {
  await user.input.focus();
  await page.keyboard.type('Look at @ove');
  const options = user.chat.getByRole('option');
  await options.filter({ hasText: 'src/oven.go' }).waitFor();
  assert.equal(await user.input.getAttribute('aria-expanded'), 'true');
  assert.equal(await user.input.getAttribute('aria-activedescendant'), await options.first().getAttribute('id'));
  await page.keyboard.press('Enter');
  assert.equal(await user.input.inputValue(), 'Look at @src/oven.go ');
  await user.chat.getByRole('listbox').waitFor({ state: 'hidden' });
  await user.input.fill('');
  await page.keyboard.type('/com');
  await options.filter({ hasText: '/compact' }).waitFor();
  await page.keyboard.press('Escape');
  await user.chat.getByRole('listbox').waitFor({ state: 'hidden' });
  assert.equal(await user.input.inputValue(), '/com');
  await user.input.fill('');
  await user.chat.getByRole('button', { name: /^Mention a File/ }).click();
  await options.first().waitFor();
  await page.keyboard.press('Escape');
  await user.input.fill('');
}

async function changesOfATurnAreUndoneAndRedone({ user, home }) {
  await user.ask('Raise the heat to 250');
  await user.lastTurn.locator('.approval').getByRole('button', { name: 'Allow Once' }).click();
  await user.answered();
  const changes = user.lastTurn.locator('.changes');
  assert.match(await changes.innerText(), /1 file changed/);
  const heat = (degrees) => until(`it says ${degrees}`, () => home.read('src/oven.go').includes(`return ${degrees}`));
  await heat(250);
  await changes.getByRole('button', { name: 'Undo Changes' }).click();
  await changes.locator('.undo-status', { hasText: 'undone' }).waitFor();
  await until('it is as it was', () => !home.read('src/oven.go').includes('250'));
  await changes.getByRole('button', { name: 'Redo' }).click();
  await changes.locator('.undo-status', { hasText: 'redone' }).waitFor();
  await heat(250);
  await changes.getByRole('button', { name: 'Undo Changes' }).click();
  await changes.locator('.undo-status', { hasText: 'undone' }).waitFor();
}

async function oneOfTwoHunksIsTaken({ user, home, picture }) {
  await user.ask('Season the bread');
  const approval = user.lastTurn.locator('.approval');
  await approval.getByLabel('Include change 2').uncheck();
  await picture('view-hunks.png');
  await approval.getByLabel('Include change 1').uncheck();
  assert.ok(await approval.getByRole('button', { name: 'Allow Once' }).isDisabled(), 'nothing is left to allow');
  await approval.getByLabel('Include change 1').check();
  await approval.getByRole('button', { name: 'Allow Once' }).click();
  await user.answered();
  await until('the first is written', () => home.read('bread.txt').startsWith('salt\n'));
  assert.doesNotMatch(home.read('bread.txt'), /honey/);
}

async function historyIsSearchedOpenedRenamedForkedExportedAndDeleted({ user, page }) {
  await user.ask('How far did you get? Say it to the history.');
  await user.answered();
  await user.lastTurn.getByRole('button', { name: 'Continue from Here in a Copy' }).click();
  await until(
    'the copy is shown',
    async () => (await user.chat.locator('.turn').count()) === 1 && !(await user.chat.locator('.turn[data-status="running"]').count()),
  );
  await user.newChat();
  await user.command('PTK: Show History');
  const panel = user.chat.getByRole('dialog', { name: 'History' });
  await panel.getByLabel('Search conversations').fill('Say it to the history');
  const entries = panel.locator('.entry');
  await until('two are found', async () => (await entries.count()) === 2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await user.quickInput.fill('Renamed by the user');
  await page.keyboard.press('Enter');
  await entries.filter({ hasText: 'Renamed by the user' }).waitFor();
  await entries.filter({ hasText: 'Renamed by the user' }).hover();
  await entries
    .filter({ hasText: 'Renamed by the user' })
    .getByRole('button', { name: /^Export/ })
    .click();
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Markdown' }).waitFor();
  await page.keyboard.press('Enter');
  await user.editorShows('I got to three');
  await entries
    .filter({ hasText: 'Renamed by the user' })
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.locator('.monaco-dialog-box', { hasText: 'Renamed by the user' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await until('one is left', async () => (await entries.count()) === 1);
  await entries.first().locator('.entry-open').click();
  await panel.waitFor({ state: 'hidden' });
  await user.lastTurn.locator('.answer', { hasText: 'I got to three' }).waitFor();
  await user.command('View: Revert and Close Editor');
}

async function usageOpensTheFiguresOfTheChat({ user, page, picture }) {
  await user.ask('How far did you get?');
  await user.answered();
  await user.chat.locator('.usage-button').click();
  await user.chat.locator('.stats', { hasText: 'Tokens in' }).waitFor();
  await picture('view-figures.png');
  await page.keyboard.press('Enter');
  await user.chat.locator('.stats').waitFor({ state: 'hidden' });
}

async function reloadOfTheWindowShowsTheSameChat({ user, page, code }) {
  await user.ask('Show me some code');
  const answer = await user.answered();
  await user.input.fill('a draft that outlives the window');
  await until('VS Code has stored it', () => storedInTheBrowser(page, 'a draft that outlives the window'));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.locator('.monaco-workbench .part.activitybar').waitFor();
  await user.openChat();
  await user.lastTurn.locator('.code').first().waitFor();
  assert.equal((await user.answered()).split('\n')[0], answer.split('\n')[0]);
  assert.equal(await user.input.inputValue(), 'a draft that outlives the window');
  await user.input.fill('');
  await user.ask('How far did you get?');
  assert.match(await user.answered(), /I got to three/);
  assert.equal(await user.chat.locator('.turn').count(), 2, 'the conversation goes on');
  assert.ok(code.signal(0));
}

/** Reports whether VS Code has stored the texts together for the next window. */
export function storedInTheBrowser(page, ...texts) {
  return page.evaluate(async (wanted) => {
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const rows = await Promise.all(
      (await indexedDB.databases()).map(async ({ name }) => {
        const db = await done(indexedDB.open(name));
        const all = await Promise.all([...db.objectStoreNames].map((store) => done(db.transaction(store).objectStore(store).getAll())));
        db.close();
        return all.flat();
      }),
    );
    return rows.flat().some((row) => typeof row === 'string' && wanted.every((text) => row.includes(text)));
  }, texts);
}

async function pickMode(user, page, name) {
  await user.chat.locator('.picker.mode').click();
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: name }).first().waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await user.chat.locator('.picker.mode', { hasText: name }).waitFor();
}

export const cases = [
  steeringReachesTheModelAtItsNextStep,
  questionIsEditedAndAskedAgain,
  codeIsColouredCopiedInsertedAndApplied,
  modeAndModelArePickedByKeyboard,
  planIsEditedAndCarriedOut,
  completionOffersFilesAndCommands,
  changesOfATurnAreUndoneAndRedone,
  oneOfTwoHunksIsTaken,
  historyIsSearchedOpenedRenamedForkedExportedAndDeleted,
  usageOpensTheFiguresOfTheChat,
  reloadOfTheWindowShowsTheSameChat,
];
