// Commands of an answer in the terminal, and the commit message in source control.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { until } from '../wait.mjs';

async function commandIsTypedIntoTheTerminalAndNotRun({ user, page, home, picture }) {
  await user.ask('How is the dough made?');
  await user.answered();
  await user.lastTurn.getByRole('button', { name: /^Run in Terminal/ }).first().click();
  const terminal = page.locator('.terminal-wrapper.active .xterm-helper-textarea');
  await terminal.waitFor({ state: 'attached' });
  await until('the command is typed', async () => {
    await user.command('Terminal: Select All');
    await user.command('Terminal: Copy Selection');
    return (await page.evaluate(() => navigator.clipboard.readText())).includes('echo kneaded > dough-made.txt');
  });
  assert.equal(existsSync(home.file('dough-made.txt')), false, 'it does not run by itself');
  await picture('terminal.png');
  await terminal.focus();
  await page.keyboard.press('Enter');
  await until('the user runs it', () => existsSync(home.file('dough-made.txt')));
  await user.lastTurn.getByRole('button', { name: /^Run in Terminal/ }).last().click();
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByText('echo proofed > dough-proofed.txt').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(existsSync(home.file('dough-proofed.txt')), false, 'several lines are asked about');
  await user.command('Terminal: Kill the Active Terminal Instance');
}

async function commitMessageIsWrittenForWhatIsStaged({ user, page, home, picture }) {
  const git = (...args) => execFileSync('git', ['-C', home.workspace, ...args]);
  await user.ask('How far did you get?');
  await user.answered();
  git('init', '-q');
  writeFileSync(home.file('commit.txt'), 'a new oven\n');
  git('add', 'commit.txt');
  home.set({ 'git.enabled': true });
  try {
    await page.locator('.part.activitybar a.action-label[aria-label^="Source Control"]').click();
    await page.locator('.scm-view .monaco-list-row', { hasText: 'commit.txt' }).first().waitFor();
    const head = page.locator('.part.sidebar .pane-header', { hasText: 'Changes' }).first();
    await head.hover(); // shows its buttons
    await head.getByRole('button', { name: /Write Commit Message/ }).click();
    await page.locator('.scm-editor .view-line', { hasText: 'Add the new oven' }).waitFor();
    await picture('commit.png');
  } finally {
    home.set({ 'git.enabled': null });
    rmSync(home.file('.git'), { recursive: true, force: true });
    rmSync(home.file('commit.txt'), { force: true });
  }
  await user.openChat();
  await user.command('PTK: Show History');
  await user.chat.locator('.entry').first().waitFor();
  assert.equal(await user.chat.locator('.entry', { hasText: 'commit message' }).count(), 0, 'it leaves no conversation');
  await page.keyboard.press('Escape');
}

export const cases = [commandIsTypedIntoTheTerminalAndNotRun, commitMessageIsWrittenForWhatIsStaged];
