import assert from 'node:assert/strict';
import { until } from '../wait.mjs';

async function offlineProviderAnswersFromTheWorkspace({ user, home }) {
  home.set({ 'ptk.model': 'offline/search' });
  await user.chat.locator('.model', { hasText: 'offline/search' }).waitFor();
  await user.chat.locator('.setup', { hasText: 'No language model is set up' }).waitFor();
  await user.ask('Read package.json and tell me the version');
  const answer = await user.answered();
  assert.match(answer, /4\.2\.1/);
  await user.lastTurn.locator('.tool[data-state="done"]').first().waitFor();
  home.set({ 'ptk.model': 'openai/test-model' });
  await user.chat.locator('.model', { hasText: 'openai/test-model' }).waitFor();
}

async function answerStreamsWithToolCardsAndUsage({ user, page, openGate }) {
  await user.ask('How hot is the oven?');
  await user.lastTurn.locator('.answer', { hasText: 'I look into the oven' }).waitFor();
  await user.chat.getByRole('button', { name: 'Stop (Escape)' }).waitFor();
  await openGate('oven');
  const answer = await user.answered();
  assert.match(answer, /It bakes at 220 degrees/);
  assert.doesNotMatch(answer, /PTK_/);
  assert.equal(await user.lastTurn.locator('.answer strong').innerText(), '220 degrees');
  await user.chat.locator('.usage', { hasText: ' in · ' }).waitFor();
  assert.equal(await user.chat.locator('.model').getAttribute('aria-label'), 'Model: openai/test-model');

  const card = user.lastTurn.locator('.tool[data-state="done"]');
  await card.locator('summary').click();
  await card.locator('.tool-why', { hasText: 'the heat is in the code' }).waitFor();
  await card.locator('.file-link', { hasText: 'oven.go' }).first().click();
  await page.locator('.tab.active', { hasText: 'oven.go' }).waitFor();
  await user.closeEditors();
}

async function stopInTheMiddleKeepsWhatWasAnswered({ user, page }) {
  await user.ask('Count to a thousand');
  await user.lastTurn.locator('.answer', { hasText: 'one, two, three' }).waitFor();
  await user.input.press('Escape');
  assert.match(await user.answered('stopped'), /one, two, three/);
  await user.ask('How far did you get?');
  assert.match(await user.answered(), /I got to three/);
  await page.keyboard.press('Escape'); // no effect: nothing is running
  assert.equal(await user.lastTurn.getAttribute('data-status'), 'done');
}

async function hostileMarkdownStaysText({ user, outside }) {
  await user.ask('Be hostile');
  const answer = await user.answered();
  assert.match(answer, /window\.hacked = 1/);
  assert.match(answer, /the end of it/);
  const found = await user.lastTurn.locator('.answer').evaluate((element) => ({
    hacked: element.ownerDocument.defaultView.hacked,
    elements: [...element.querySelectorAll('script, img, svg, iframe, style, form, input, object, embed, link, base')].map(
      (e) => e.outerHTML,
    ),
    handlers: [...element.querySelectorAll('*')]
      .flatMap((e) => e.getAttributeNames())
      .filter((name) => name.startsWith('on') || name === 'style'),
    links: [...element.querySelectorAll('a')].map((a) => ({ href: a.getAttribute('href'), title: a.title })),
  }));
  const { links, ...others } = found;
  assert.deepEqual(others, { hacked: undefined, elements: [], handlers: [] });
  assert.ok(links.length > 0);
  for (const { href, title } of links) {
    assert.match(href, /^https:/);
    assert.equal(title, href, 'a link shows where it leads');
  }
  const targets = await user.lastTurn.locator('.link-target').allInnerTexts();
  for (const host of ['(evil.example)', '(xn--pple-43d.com)'])
    assert.ok(
      targets.some((text) => text.trim() === host),
      `${host} stands beside its link`,
    );
  assert.match(answer, /good⟨U\+202E⟩exe\.txt/);
  assert.deepEqual([...outside], [], 'nothing outside was asked for');
}

async function viewThatIsHiddenMissesNothing({ user, page, openGate }) {
  await user.input.fill('a draft');
  await user.input.fill('How hot is the oven?');
  await user.input.press('Enter');
  await user.lastTurn.locator('.answer', { hasText: 'I look into the oven' }).waitFor();
  await user.input.fill('a draft for later');
  await page.locator('.part.activitybar a.action-label[aria-label^="Explorer"]').click();
  await user.input.waitFor({ state: 'hidden' });
  await openGate('oven');
  await user.openChat();
  assert.match(await user.answered(), /It bakes at 220 degrees/);
  assert.equal(await user.input.inputValue(), 'a draft for later');
  await user.input.fill('');
}

async function keyboardAloneIsEnough({ user, page }) {
  await user.command('PTK: Open Chat');
  await user.cursorIsInInput();
  await page.keyboard.type('How far did you get?');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Two lines.');
  await page.keyboard.press('Enter');
  assert.match(await user.answered(), /I got to three/);
  assert.equal(await user.lastTurn.locator('.question').innerText(), 'How far did you get?\nTwo lines.');
}

async function changeIsAllowedAndUndoneByTheKeyboardAlone({ user, page, home }) {
  const focused = () => user.chat.locator('body').evaluate((body) => body.ownerDocument.activeElement?.textContent ?? '');
  const goBackTo = (name) =>
    until(`${name} has the focus`, async () => {
      await page.keyboard.press('Shift+Tab');
      return (await focused()) === name;
    });
  await user.command('PTK: Open Chat');
  await user.cursorIsInInput();
  await page.keyboard.type('Raise the heat to 250');
  await page.keyboard.press('Enter');
  await user.lastTurn.locator('.approval').waitFor();
  await goBackTo('Allow Once');
  await page.keyboard.press('Enter');
  await user.answered();
  assert.match(home.read('src/oven.go'), /250/);
  await user.input.focus();
  await goBackTo('Undo Changes');
  await page.keyboard.press('Enter');
  await user.lastTurn.locator('.undo-status', { hasText: 'undone' }).waitFor();
  await until('it is as it was', () => home.read('src/oven.go').includes('220'));
}

export const cases = [
  offlineProviderAnswersFromTheWorkspace,
  answerStreamsWithToolCardsAndUsage,
  stopInTheMiddleKeepsWhatWasAnswered,
  hostileMarkdownStaysText,
  viewThatIsHiddenMissesNothing,
  keyboardAloneIsEnough,
  changeIsAllowedAndUndoneByTheKeyboardAlone,
];
