// Windows that are reloaded, untrusted, multi-root, or in another language.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { patient, until } from '../wait.mjs';

async function viewMovesWithAllThatItShows({ user, page, picture }) {
  await user.ask('How far did you get?');
  await user.answered();
  const before = await user.chat.locator('.turn').count();
  for (const place of ['New Panel Entry', 'New Secondary Side Bar Entry']) {
    await user.command('View: Move View', { asks: true });
    await user.choose('Chat');
    await user.choose(place);
    await user.chat.locator('.turn.last[data-status="done"]', { hasText: 'I got to three' }).waitFor();
  }
  await user.input.click();
  await picture('moved.png');
  await user.ask('How far did you get?');
  await user.answered();
  await user.command('View: Reset View Locations');
  await user.command('View: Hide Panel');
  await user.openChat();
  assert.equal(await user.chat.locator('.turn').count(), before + 1);
}

async function reloadWhileTheUserIsAskedChangesNothing({ user, page, home }) {
  const before = 'bread\nsalt 10 g\n'; // restores changes of other cases
  writeFileSync(home.file('dough.txt'), before);
  await user.ask('Salt the bread');
  await user.lastTurn.locator('.approval').waitFor();
  await user.command('PTK: Review Proposed Change');
  await user.tab('dough.txt (proposed change)').waitFor();
  await page.reload();
  await page.locator('.monaco-workbench .part.activitybar').waitFor();
  await user.lastTurn.locator('.question', { hasText: 'Salt the bread' }).waitFor({ timeout: patient(30_000) });
  assert.equal(await user.lastTurn.getAttribute('data-status'), 'stopped');
  await user.tab('dough.txt (proposed change)').waitFor({ state: 'detached' });
  assert.equal(home.read('dough.txt'), before);
  await user.ask('How far did you get?');
  assert.match(await user.answered(), /I got to three/);
}

async function folderThatIsNotTrustedSetsNothing({ user, page, home, open, picture }) {
  mkdirSync(home.file('.ptk'));
  mkdirSync(home.file('.vscode'));
  writeFileSync(home.file('.ptk/config.toml'), '[chat]\nmaxIterations = 1\n');
  writeFileSync(home.file('.vscode/settings.json'), '{ "ptk.chat.maxIterations": 1 }\n');
  home.set({ 'security.workspace.trust.enabled': true });
  await until('trust matters', () => user.userSettings(home)['security.workspace.trust.enabled']);
  await open(home.workspace);
  await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  await user.openChat();
  await user.newChat();
  await user.ask('What stands in the notes?');
  assert.match(await user.answered(), /second line/);
  await picture('restricted.png');

  await user.command('Workspaces: Manage Workspace Trust');
  await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
  await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ state: 'detached' });
  await until('the settings of the workspace count', async () => {
    await user.newChat();
    await user.ask('What stands in the notes?');
    await user.chat.locator('.turn.last:not([data-status="running"])').waitFor();
    return (await user.lastTurn.getAttribute('data-status')) === 'paused'; // by the limit of one step
  });
  for (const folder of ['.ptk', '.vscode']) rmSync(home.file(folder), { recursive: true });
  await user.command('View: Close All Editors');
}

async function secondFolderIsReadAndWritten({ user, page, home, open }) {
  const second = path.join(home.root, 'second');
  mkdirSync(second);
  writeFileSync(path.join(second, 'shop.txt'), 'open at nine\n');
  const file = path.join(home.root, 'two.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: [{ path: 'workspace' }, { path: 'second' }] }));
  home.set({ 'security.workspace.trust.enabled': false });
  await until('trust does not matter', () => user.userSettings(home)['security.workspace.trust.enabled'] === false);
  // VS Code in a browser may show a workspace's folders only after a reload.
  await until(
    'both folders are open',
    async () => {
      await open(file);
      await user.command('View: Show Explorer');
      return page
        .locator('.explorer-folders-view .monaco-list-row', { hasText: /^second$/ })
        .waitFor({ timeout: patient(15_000) })
        .then(
          () => true,
          () => false,
        );
    },
    90_000,
  );
  await user.openChat();
  await user.ask('When does the shop open?');
  assert.match(await user.answered(), /open at nine/);
  await user.ask('Close the shop');
  await user.lastTurn.getByRole('button', { name: 'Allow Once' }).click();
  assert.match(await user.answered(), /Closed/);
  await until('it is written', () => home.read('../second/shop.txt') === 'closed\n');
}

async function filesOnNoDiskAreAttachedByTheirText({ user, page }) {
  await user.command('Fixture: Open Memo');
  await user.tab('away.txt').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+Alt+J');
  await user.cursorIsInInput();
  await page.keyboard.type('What is attached here?');
  await page.keyboard.press('Enter');
  await user.chat.locator('.turn.last:not([data-status="running"])').waitFor();
  assert.match(await user.lastTurn.innerText(), /it is on no disk/);
}

async function speaksVietnamese({ user, page, home, open, picture }) {
  home.speak('vi');
  await open(home.workspace);
  await user.viewIcon.click();
  await user.chat.locator('html[lang="vi"]').waitFor({ state: 'attached', timeout: patient(30_000) });
  await page.locator('.part.sidebar').getByRole('button', { name: 'Cuộc trò chuyện mới' }).waitFor();
  await user.command('PTK: Cuộc trò chuyện mới');
  await picture('vietnamese.png');
}

export const cases = [
  reloadWhileTheUserIsAskedChangesNothing,
  folderThatIsNotTrustedSetsNothing,
  secondFolderIsReadAndWritten,
  filesOnNoDiskAreAttachedByTheirText,
  viewMovesWithAllThatItShows,
  speaksVietnamese,
];
