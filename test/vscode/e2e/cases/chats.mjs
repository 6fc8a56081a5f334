// Chats side by side: in the background, in an editor tab, and in another window.
import assert from 'node:assert/strict';
import { User } from '../user.mjs';
import { patient, until } from '../wait.mjs';
import { seriousFindings } from '../axe.mjs';
import { themes, useTheme, widen } from './looks.mjs';
import { storedInTheBrowser } from './view.mjs';

const strip = (user) => user.chat.locator('.strip-chat');

async function newChatLeavesTheTurnRunning({ user, openGate, picture }) {
  await user.ask('Proof the dough slowly');
  await user.lastTurn.locator('.answer', { hasText: 'It rises.' }).waitFor();
  await user.input.fill('a thought for later');
  await user.newChat();
  assert.equal(await user.input.inputValue(), '', 'what was written stays with its chat');
  const first = strip(user).filter({ hasText: 'Proof the dough slowly' });
  await first.filter({ hasText: 'running' }).waitFor();
  await user.ask('How far did you get?');
  assert.match(await user.answered(), /I got to three/);
  await picture('chats-running.png');
  await openGate('proof');
  await first.filter({ hasText: 'new answer' }).waitFor();
  await user.command('PTK: Show History');
  const panel = user.chat.getByRole('dialog', { name: 'History' });
  await panel.locator('.entry', { hasText: 'Proof the dough slowly' }).filter({ hasText: 'new answer' }).waitFor();
  await picture('chats-history.png');
  await panel.getByRole('button', { name: 'Close (Escape)' }).click();
  await first.click();
  assert.match(await user.answered(), /It has risen\./);
  assert.equal(await user.input.inputValue(), 'a thought for later');
  await user.input.fill('');
  await strip(user).first().waitFor({ state: 'detached' });
}

async function questionOfAnotherChatIsShownButNotAnswered({ user, page, home, openGate, picture }) {
  const before = home.read('rye.txt');
  await user.ask('Dust the bread');
  await user.lastTurn.locator('.answer', { hasText: 'Some flour.' }).waitFor();
  await user.newChat();
  await openGate('dust');
  await strip(user).filter({ hasText: 'needs you' }).waitFor();
  const toast = page.locator('.notification-toast', { hasText: 'Dust the bread' });
  await toast.waitFor();
  await picture('chats-needs-you.png');
  await user.input.press('Control+Enter'); // allows a question of the chat that is shown
  await toast.getByRole('button', { name: 'Open Chat' }).click();
  await user.lastTurn.locator('.approval').waitFor();
  await user.newChat();
  await user.input.press('Escape'); // stops the turn of the chat that is shown
  await strip(user).filter({ hasText: 'needs you' }).waitFor();
  assert.equal(home.read('rye.txt'), before);
  await strip(user).filter({ hasText: 'Dust the bread' }).click();
  await user.lastTurn.locator('.approval').getByRole('button', { name: 'Reject' }).click();
  await user.answered();
  assert.equal(home.read('rye.txt'), before);
}

async function waitingMessageIsEditedAndTakenBack({ user, openGate, picture }) {
  await user.ask('Stir the soup');
  await user.lastTurn.locator('.answer', { hasText: 'I stir.' }).waitFor();
  const queued = user.chat.locator('.queued li');
  for (const text of ['with a wooden spoon', 'clockwise', 'and sing']) {
    await user.input.fill(text);
    await user.input.press('Enter');
    await queued.filter({ hasText: text }).waitFor();
  }
  await picture('chats-queue.png');
  await queued.filter({ hasText: 'and sing' }).getByRole('button', { name: 'Take Back' }).click();
  await queued.filter({ hasText: 'and sing' }).waitFor({ state: 'detached' });
  await queued.filter({ hasText: 'clockwise' }).getByRole('button', { name: 'Edit' }).click();
  await until('it is in the input', async () => (await user.input.inputValue()) === 'clockwise');
  await user.input.fill('widdershins');
  await user.input.press('Enter');
  await queued.filter({ hasText: 'widdershins' }).waitFor();
  await openGate('soup');
  const answer = await user.answered();
  assert.match(answer, /I heard: [^]*with a wooden spoon[^]*widdershins/);
  assert.doesNotMatch(answer.slice(answer.indexOf('I heard')), /and sing|clockwise/);
  await user.input.press('Control+r');
  await user.choose('with a wooden spoon');
  await until('it is found', async () => {
    if (await user.quickInput.isVisible()) await user.page.keyboard.press('Enter'); // a picker that is still filtering swallows the first
    return (await user.input.inputValue()) === 'with a wooden spoon';
  });
  await user.input.fill('');
}

async function chatsAreSwitchedByKeyboard({ user, page }) {
  await user.ask('How far did you get? One.');
  await user.answered();
  await user.newChat();
  await user.ask('How far did you get? Two.');
  await user.answered();
  await page.keyboard.press('Control+Alt+PageUp');
  await user.lastTurn.locator('.question', { hasText: 'One.' }).waitFor();
  await page.keyboard.press('Control+Alt+PageDown');
  await user.lastTurn.locator('.question', { hasText: 'Two.' }).waitFor();
  await user.command('PTK: Switch Chat', { asks: true });
  await user.choose('One.');
  await user.lastTurn.locator('.question', { hasText: 'One.' }).waitFor();
}

async function chatInAnEditorTabComesBackAfterAReload({ user, page, picture }) {
  await user.ask('How far did you get? In a tab.');
  await user.answered();
  await user.command('PTK: Open Chat in Editor Tab');
  await user.tab('How far did you get? In a tab.').waitFor();
  const inTab = tabOf(page);
  await inTab.locator('.answer', { hasText: 'I got to three' }).waitFor();
  await inTab.getByLabel('Message', { exact: true }).fill('Show me some code');
  await inTab.getByLabel('Message', { exact: true }).press('Enter');
  await inTab.locator('.turn.last[data-status="done"] .code').first().waitFor();
  await user.chat.locator('.welcome').waitFor(); // the side bar has a chat of its own
  await picture('chats-tab.png');
  await until('VS Code has stored the tab', () => storedInTheBrowser(page, 'ptk.chatEditor', 'conversationId'));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await user.tab('How far did you get? In a tab.').waitFor();
  await tabOf(page).locator('.turn.last .code').first().waitFor();
  assert.equal(await tabOf(page).locator('.turn').count(), 2);
  await user.openChat();
  await user.tab('How far did you get? In a tab.').click();
  await page.keyboard.press('Control+F4');
  await user.command('View: Close All Editors');
  await page.locator('.tab').first().waitFor({ state: 'detached' });
}

async function turnOfAnotherWindowIsReadButNotWrittenTo({ user, page, code, home, openGate, picture, file }) {
  await user.ask('Simmer in one window');
  await user.lastTurn.locator('.answer', { hasText: 'It simmers.' }).waitFor();
  const other = await page.context().browser().newPage({ viewport: { width: 900, height: 700 } });
  try {
    other.setDefaultTimeout(patient(30_000));
    const query = new URLSearchParams({ folder: home.workspace });
    await other.goto(`http://127.0.0.1:${code.port}/?${query}`, { waitUntil: 'domcontentloaded' });
    const second = new User(other);
    await second.openChat();
    await second.command('PTK: Show History');
    const row = second.chat.locator('.entry', { hasText: 'Simmer in one window' });
    await row.filter({ hasText: 'runs in another window' }).waitFor();
    await row.locator('.entry-open').click();
    await second.chat.locator('.answer', { hasText: 'It simmers.' }).waitFor();
    await second.chat.locator('.foot .elsewhere').waitFor();
    assert.ok(!(await second.input.isVisible()), 'it can be read only');
    await other.screenshot({ path: file('chats-elsewhere.png') });
    await second.chat.locator('.foot .elsewhere').getByRole('button', { name: 'Fork' }).click();
    await second.chat.locator('.welcome').waitFor(); // none of its turns has ended
    await second.command('PTK: Show History');
    await row.locator('.entry-open').click();
    await second.chat.locator('.foot .elsewhere').waitFor();
    await openGate('simmer');
    await second.chat.locator('.answer', { hasText: 'It is done simmering.' }).waitFor();
    await second.chat.locator('.foot .elsewhere').waitFor({ state: 'hidden' });
    await second.ask('How far did you get?');
    assert.match(await second.answered(), /I got to three/);
  } finally {
    await other.close();
  }
  await user.answered();
  await picture('chats-window.png');
}

async function answerLinksPlacesAndDrawsFormulas({ user, page, picture }) {
  await user.ask('Show the places');
  await user.answered();
  const turn = user.lastTurn;
  await turn.locator('.path-link', { hasText: 'src/oven.go:4-6' }).waitFor();
  await turn.locator('.path-link', { hasText: 'the notes' }).waitFor();
  assert.deepEqual(await turn.locator('.path-link').allInnerTexts(), ['src/oven.go:4-6', 'the notes'], 'only what exists');
  await turn.locator('math').nth(1).waitFor(); // its script is loaded under the policy of the page
  assert.equal(await turn.locator('td.align-right').first().innerText(), '500');
  await picture('chats-markdown.png');
  await turn.locator('.path-link', { hasText: 'src/oven.go:4-6' }).click();
  await page.locator('.tab.active[data-resource-name="oven.go"]').waitFor();
  await page.locator('.statusbar-item', { hasText: /selected/ }).waitFor();
  await turn.locator('.footnote-mark').press('Enter');
  await until('the note has the focus', () => turn.locator('.footnotes li').evaluate((note) => note === document.activeElement));
  await user.closeEditors();
}

async function unknownNamesAreMarkedAndFoldersAreAdded({ user, page, picture }) {
  await user.openFile('recipe.txt');
  await user.input.focus();
  await page.keyboard.type('see @src/nope.go and @src/oven.go then');
  await user.chat.locator('.unknown', { hasText: '@src/nope.go' }).waitFor();
  assert.deepEqual(await user.chat.locator('.unknown').allInnerTexts(), ['@src/nope.go']);
  await picture('chats-unknown.png');
  await user.input.fill('');
  await page.keyboard.type('@');
  const files = user.chat.getByRole('option').filter({ hasNotText: '@' });
  assert.match(await files.first().innerText(), /recipe\.txt/, 'what is open comes first');
  for (const name of ['@symbol:', '@tool:']) await user.chat.getByRole('option').filter({ hasText: name }).waitFor();
  await page.keyboard.press('Escape');
  await user.input.fill('look at');
  await user.command('View: Show Explorer');
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: /^src$/ }).click({ button: 'right' });
  await user.pickFromMenu('PTK: Add to Chat');
  await until('the folder is mentioned', async () => (await user.input.inputValue()).startsWith('look at @src/'));
  await user.input.fill('');
  await user.closeEditors();
}

async function chatsLookRightInDarkAndNarrow({ user, home, page, openGate, picture }) {
  await user.ask('Stir the soup');
  await user.lastTurn.locator('.answer', { hasText: 'I stir.' }).waitFor();
  await user.input.fill('with a wooden spoon');
  await user.input.press('Enter');
  await user.chat.locator('.queued li').first().waitFor();
  await widen(page, 300);
  for (const name of ['dark', 'light']) {
    await useTheme(user, home, themes[name], name);
    await picture(`chats-narrow-queue-${name}.png`);
    assert.deepEqual(await seriousFindings(user), [], `nothing serious beside the queue, in ${name}`);
  }
  await user.newChat();
  await strip(user).filter({ hasText: 'Stir the soup' }).waitFor();
  await user.ask('Show the places');
  await user.answered();
  await user.lastTurn.locator('math').first().waitFor();
  await user.input.fill('see @nowhere.go or not');
  await user.chat.locator('.unknown').waitFor();
  for (const name of ['dark', 'light']) {
    await useTheme(user, home, themes[name], name);
    await picture(`chats-narrow-markdown-${name}.png`);
    assert.deepEqual(await seriousFindings(user), [], `nothing serious in the answer, in ${name}`);
  }
  await user.input.fill('');
  await openGate('soup');
  await strip(user).filter({ hasText: 'new answer' }).click();
  await user.answered();
}

/** Returns the page of the chat in the active editor tab. */
function tabOf(page) {
  const frame = 'iframe.webview.ready[src*="extensionId=ptk.ptk-lsp"]:not([src*="purpose=webviewView"])';
  return page.frameLocator(frame).frameLocator('iframe#active-frame');
}

export const cases = [
  newChatLeavesTheTurnRunning,
  questionOfAnotherChatIsShownButNotAnswered,
  waitingMessageIsEditedAndTakenBack,
  chatsAreSwitchedByKeyboard,
  answerLinksPlacesAndDrawsFormulas,
  unknownNamesAreMarkedAndFoldersAreAdded,
  chatsLookRightInDarkAndNarrow,
  chatInAnEditorTabComesBackAfterAReload,
  turnOfAnotherWindowIsReadButNotWrittenTo,
];
