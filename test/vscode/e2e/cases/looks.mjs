import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { seriousFindings } from '../axe.mjs';

export const themes = {
  light: 'Light Modern',
  dark: 'Dark Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};

async function looksRightInEveryTheme({ user, home, page, picture }) {
  await user.openFile('oven.go');
  await user.command('PTK: Open Chat');
  await widen(page, 460);
  await user.ask('Explain the bakery and make the oven hotter');
  await user.lastTurn.locator('.approval').waitFor();
  for (const [name, theme] of Object.entries(themes)) {
    await useTheme(user, home, theme, name);
    await picture(`vscode-${name}.png`);
    assert.deepEqual(await seriousFindings(user), [], `nothing serious while it asks, in ${name}`);
  }
  await user.lastTurn.getByRole('button', { name: 'Allow Once' }).click();
  await user.answered();
  for (const [name, theme] of Object.entries(themes)) {
    await useTheme(user, home, theme, name);
    assert.deepEqual(await seriousFindings(user), [], `nothing serious in the answer, in ${name}`);
  }
  await useTheme(user, home, themes.dark, 'dark');
  await picture('vscode-answered.png');
  await user.closeEditors();
}

async function isUsableIn300Pixels({ user, home, page, picture }) {
  writeFileSync(home.file('src/oven.go'), home.read('src/oven.go').replace('240', '220'));
  await widen(page, 300);
  for (const name of ['dark', 'light']) {
    await useTheme(user, home, themes[name], name);
    await picture(`narrow-empty-${name}.png`);
    assert.deepEqual(await seriousFindings(user), [], `nothing serious in an empty chat, in ${name}`);
    await user.command('PTK: Show History');
    await user.chat.locator('.entry').first().waitFor();
    await picture(`narrow-history-${name}.png`);
    assert.deepEqual(await seriousFindings(user), [], `nothing serious in the history, in ${name}`);
    await page.keyboard.press('Escape');
  }
  await user.input.focus();
  await page.keyboard.type('@');
  await user.chat.getByRole('option').first().waitFor();
  await picture('narrow-completion.png');
  assert.deepEqual(await seriousFindings(user), [], 'nothing serious in the suggestions');
  await page.keyboard.press('Escape');
  await user.input.fill('');
  await user.ask('Explain the bakery and make the oven hotter');
  const approval = user.lastTurn.locator('.approval');
  await approval.waitFor();
  await picture('narrow-approval.png');
  await approval.getByRole('button', { name: 'Reject' }).click();
  assert.match(await user.answered(), /The oven stays as it is/);
  await picture('narrow-answered.png');
  await nothingIsCutOff(user);
  await widen(page, 200);
  await nothingIsCutOff(user);
  await user.chat.locator('.jump').waitFor({ state: 'hidden' }); // it stays at the end
  assert.ok((await user.chat.locator('.picker.model .picker-text').boundingBox()).width > 25, 'the model can be told by its name');
  assert.deepEqual(await seriousFindings(user), [], 'nothing serious in 200 pixels');
  await picture('narrow-least.png');
  await widen(page, 300);
}

async function nothingIsCutOff(user) {
  const overflow = await user.chat.locator('.scroller').evaluate((element) => element.scrollWidth - element.clientWidth);
  assert.equal(overflow, 0, 'nothing is wider than the view');
}

export async function useTheme(user, home, theme, name) {
  home.set({ 'workbench.colorTheme': theme });
  const kind = {
    light: 'vscode-light',
    dark: 'vscode-dark',
    'high-contrast': 'vscode-high-contrast',
    'high-contrast-light': 'vscode-high-contrast-light',
  }[name];
  await user.chat.locator(`body.${kind}[data-vscode-theme-id="${theme}"]`).waitFor();
}

/** Drags the border of the side bar to make it `width` pixels wide. */
export async function widen(page, width) {
  const bar = await page.locator('.part.sidebar').boundingBox();
  await page.mouse.move(bar.x + bar.width, 400);
  await page.mouse.down();
  await page.mouse.move(bar.x + width, 400, { steps: 5 });
  await page.mouse.up();
}

export const cases = [looksRightInEveryTheme, isUsableIn300Pixels];
