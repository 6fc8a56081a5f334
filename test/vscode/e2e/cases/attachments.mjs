// Attachments of messages.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { until } from '../wait.mjs';

async function pictureThatTheModelCantSeeIsLeftOutAndSaid({ user, picture }) {
  await pastePicture(user, 'bread.png');
  await chip(user, 'bread.png').locator('canvas').waitFor();
  await user.chat.locator('.problem', { hasText: "can't see pictures" }).waitFor();
  await picture('view-attachments.png');
  await user.ask('What is in the picture?');
  assert.match(await user.answered(), /I see no picture/);
  assert.equal(await chips(user).count(), 0);
  await user.lastTurn.locator('.notice[data-level="warning"]', { hasText: 'see pictures' }).waitFor();
}

async function pictureReachesAModelThatSees({ user, page, home, picture }) {
  home.set({ 'ptk.model': 'openai/gpt-4o' });
  await user.chat.locator('.model', { hasText: 'openai/gpt-4o' }).waitFor();
  const bytes = await pastePicture(user, 'bread.png');
  await chip(user, 'bread.png').getByRole('img', { name: 'Preview of bread.png' }).waitFor();
  assert.equal(await user.chat.locator('.problem:not(:empty)').count(), 0, 'nothing is wrong');
  await user.ask('What is in the picture?');
  assert.match(
    await user.answered(),
    new RegExp(`I see 1 picture: image/png, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`),
  );
  assert.equal(await chips(user).count(), 0);
  const shown = user.lastTurn.locator('.question').getByRole('img', { name: 'Preview of bread.png' });
  assert.deepEqual(
    await shown.evaluate((canvas) => [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data]),
    [200, 120, 40, 255],
    'it is painted',
  );
  await picture('view-picture.png');

  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.locator('.monaco-workbench .part.activitybar').waitFor();
  await user.openChat();
  await shown.waitFor();
  home.set({ 'ptk.model': 'openai/test-model' });
  await user.chat.locator('.model', { hasText: 'openai/test-model' }).waitFor();
}

/** Drags files from the explorer with Shift held, without which VS Code does not pass drops to a view. */
async function filesAreDraggedFromTheExplorer({ user, page }) {
  await user.command('View: Move View', { asks: true });
  await user.choose('Chat');
  await user.choose('New Secondary Side Bar Entry');
  await user.command('View: Show Explorer');
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'recipe.txt' });
  await row.waitFor();
  const [from, to] = [await row.boundingBox(), await user.chat.locator('.composer').boundingBox()];
  await page.mouse.move(from.x + 40, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 12, { steps: 3 });
  await page.keyboard.down('Shift');
  await until('the input takes it', async () => {
    await page.mouse.move(to.x + 60, to.y + 20, { steps: 5 });
    await page.mouse.move(to.x + 64, to.y + 24, { steps: 3 });
    return user.chat.locator('.composer.dropping').count();
  });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await chip(user, 'recipe.txt').waitFor();
  await user.ask('What is attached here?');
  assert.match(await user.answered(), /flour[^]*water/);
  assert.deepEqual(await user.lastTurn.locator('.question .chip').allInnerTexts(), ['recipe.txt']);
  await user.command('View: Reset View Locations');
  await user.openChat();
}

const chips = (user) => user.chat.locator('.composer .chip');
const chip = (user, name) => chips(user).filter({ hasText: name });

/** Pastes a picture of one color, as if it was copied in another program; returns its bytes. */
async function pastePicture(user, name) {
  const base64 = await user.input.evaluate(async (element, called) => {
    const canvas = new OffscreenCanvas(320, 200);
    const context = canvas.getContext('2d');
    context.fillStyle = 'rgb(200, 120, 40)';
    context.fillRect(0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    const data = new DataTransfer();
    data.items.add(new File([blob], called, { type: blob.type }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  }, name);
  return Buffer.from(base64, 'base64');
}

export const cases = [pictureThatTheModelCantSeeIsLeftOutAndSaid, pictureReachesAModelThatSees, filesAreDraggedFromTheExplorer];
