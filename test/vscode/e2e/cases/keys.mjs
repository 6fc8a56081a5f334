// API keys in VS Code's secret storage.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const key = 'sk-bakery-0123456789';

async function keyReachesTheServerAndNoFile({ user, page, home, picture }) {
  await user.command('PTK: Set API Key…');
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Anthropic' }).waitFor();
  await picture('keys.png');
  await user.choose('Anthropic');
  await user.quickInput.fill(key);
  assert.equal(await user.quickInput.getAttribute('type'), 'password');
  await page.keyboard.press('Enter');
  home.set({ 'ptk.model': 'anthropic/test-model' });
  await user.chat.locator('.model', { hasText: 'anthropic/test-model' }).waitFor();
  await user.ask('Which key do you have?');
  assert.match(await user.answered(), /I got the key as \[key\]/);
  assert.deepEqual(filesWith(home.userData, key), []);

  await user.command('PTK: Set API Key…');
  await user.choose('Anthropic');
  await user.choose('Delete the Key');
  home.set({ 'ptk.model': 'openai/test-model' });
  await user.chat.locator('.model', { hasText: 'openai/test-model' }).waitFor();
  await user.ask('How far did you get?');
  assert.match(await user.answered(), /I got to three/);
}

/** Returns the files in the folder that contain the text. */
function filesWith(folder, text) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

async function walkthroughLeadsThroughTheFirstSteps({ user, page, picture }) {
  await user.command('PTK: Get Started');
  await page
    .locator('.getting-started-category', { hasText: 'Choose a model' })
    .or(page.locator('.getting-started-step', { hasText: 'Choose a model' }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Set API Key' }).waitFor();
  await picture('walkthrough.png');
  await user.command('View: Close All Editors');
}

export const cases = [walkthroughLeadsThroughTheFirstSteps, keyReachesTheServerAndNoFile];
