import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { makeConversation } from '../seed.mjs';
import { until } from '../wait.mjs';

/** The number of turns of the long chat; each has two messages. */
const turns = 1000;
const seconds = 3;

/**
 * A chat of 2,000 messages costs little more than an empty one while an answer comes with 500 tokens a second: what is
 * measured in the same run is compared. The figures go to the pictures' folder as long-chat.json.
 */
async function longChatStaysSmooth({ user, page, file }) {
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable', { timeDomain: 'threadTicks' });
  const short = await stream(user, page, metrics);
  await user.newChat();
  const filledMs = await fill(user);
  const scrolled = await scrollThrough(user);
  const long = await stream(user, page, metrics);
  writeFileSync(file('long-chat.json'), `${JSON.stringify({ short, long, scrolled, filledMs }, null, 1)}\n`);
  assert.ok(
    long.busyShare < short.busyShare * 2 + 0.1,
    `busy ${long.busyShare} of the time in a long chat, ${short.busyShare} in a short one`,
  );
  assert.ok(long.drawn < 100, `${long.drawn} turns are drawn: the old ones come when the user scrolls up`);
  await jumpToTheEnd(user);
}

/** Fills the view with a long chat, as if the user had scrolled up to its start; returns the drawing time in ms. */
async function fill(user) {
  return user.chat.locator('body').evaluate(async (body, count) => {
    const answer = (i) =>
      `Answer **${i}** is in \`file${i}.go\`:\n\n- one\n- two\n\n\`\`\`go\nfunc F${i}() int {\n\treturn ${i}\n}\n\`\`\`\n\n` +
      `See [the book](https://example.com/${i}).`;
    const tool = (i) => ({
      kind: 'tool',
      id: `t${i}`,
      tool: 'read_file',
      title: `Read file${i}.go`,
      toolKind: 'read',
      args: { path: `file${i}.go` },
      state: 'done',
      locations: [],
      output: '',
      preview: ['3 lines'],
      durationMs: 4,
    });
    const turn = (i) => ({
      id: `turn${i}`,
      question: `Question ${i} about the bakery`,
      status: 'done',
      durationMs: 1200,
      iterations: 2,
      items: [tool(i), { kind: 'text', text: answer(i) }],
    });
    const state = {
      server: { kind: 'running' },
      model: 'openai/test-model',
      models: [],
      mode: 'agent',
      conversation: undefined,
      chat: 1e6,
      earlier: 0,
      queued: [],
      usage: undefined,
      turns: Array.from({ length: count }, (__, i) => turn(i)),
    };
    const start = performance.now();
    globalThis.postMessage({ kind: 'snapshot', state }, '*');
    while (body.querySelectorAll('.turn').length < count) await new Promise(requestAnimationFrame);
    return Math.round(performance.now() - start);
  }, turns);
}

/** Streams a long answer, and measures the frames of the view and the CPU time of the page. */
async function stream(user, page, metrics) {
  await user.ask('Tell a long story');
  await user.lastTurn.locator('.answer', { hasText: 'waits' }).waitFor();
  const before = await work(metrics);
  const frames = await user.chat.locator('body').evaluate(
    (element, forMs) =>
      new Promise((resolve) => {
        const gaps = [];
        const long = [];
        new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
        const start = performance.now();
        let last = start;
        const chars = () => element.querySelector('.turn.last').textContent.length;
        const from = chars();
        const tick = (now) => {
          gaps.push(now - last);
          last = now;
          if (now - start < forMs) requestAnimationFrame(tick);
          else resolve({ gaps: gaps.slice(1), long, characters: chars() - from, drawn: element.querySelectorAll('.turn').length });
        };
        requestAnimationFrame(tick);
      }),
    seconds * 1000,
  );
  const shares = (await work(metrics)).map((ms, i) => Math.round((ms - before[i]) / (seconds * 10)) / 100);
  await user.answered();
  const sorted = frames.gaps.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] * 10) / 10;
  return {
    busyShare: shares[0],
    scriptShare: shares[1],
    layoutShare: shares[2],
    styleShare: shares[3],
    frames: sorted.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
    longTasks: frames.long.length,
    longestTaskMs: Math.round(Math.max(0, ...frames.long)),
    charactersPerSecond: Math.round(frames.characters / seconds),
    drawn: frames.drawn,
  };
}

/** Scrolls from the end to the start in 60 steps, one per frame. */
async function scrollThrough(user) {
  return user.chat.locator('.scroller').evaluate(
    (element) =>
      new Promise((resolve) => {
        const gaps = [];
        const height = element.scrollHeight;
        let step = 60;
        let last = performance.now();
        const tick = (now) => {
          gaps.push(now - last);
          last = now;
          element.scrollTop = (height * step--) / 60;
          if (step >= 0) requestAnimationFrame(tick);
          else
            resolve({
              frames: gaps.length,
              maxMs: Math.round(Math.max(...gaps)),
              medianMs: Math.round(gaps.toSorted((a, b) => a - b)[gaps.length >> 1]),
            });
        };
        requestAnimationFrame(tick);
      }),
  );
}

/** Returns the CPU time of the page's main thread, workbench and view, in ms. */
async function work(metrics) {
  const { metrics: all } = await metrics.send('Performance.getMetrics');
  return ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].map(
    (wanted) => all.find(({ name }) => name === wanted).value * 1000,
  );
}

/** Jumps to the end of the chat with the button. */
async function jumpToTheEnd(user) {
  await user.chat.locator('.scroller').evaluate((element) => {
    element.scrollTop = 0;
  });
  await user.chat.locator('.jump').click();
  await user.lastTurn.locator('.answer', { hasText: 'The end of the story.' }).waitFor();
  const away = await user.chat.locator('.scroller').evaluate(
    (element) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.scrollHeight - element.scrollTop - element.clientHeight)));
      }),
  );
  assert.ok(away < 40, `${away} pixels from the end`);
}

/** A stored chat is loaded page by page from its end; the visible turn keeps its position while a page is added above. */
async function storedChatIsReadAsTheUserScrollsUp({ user, page, home, env }) {
  await makeConversation(home, env, turns, (i) => `Remember loaf ${i}`);
  await user.command('PTK: Show History');
  await user.chat.getByLabel('Search conversations').fill('Remember loaf');
  await user.chat
    .locator('.entry-open', { hasText: `${turns}` })
    .first()
    .click();
  await user.lastTurn.locator('.answer', { hasText: `Loaf ${turns} is kept` }).waitFor();
  const drawn = () => user.chat.locator('.turn').count();
  assert.equal(await drawn(), 40, 'the end of it');
  const box = await user.chat.locator('.scroller').boundingBox();
  await page.mouse.move(box.x + 100, box.y + 100);
  let pages = 1;
  await until(
    'the beginning is reached',
    async () => {
      const before = await drawn();
      const moved = await scrollUpToAnotherPage(user);
      if ((await drawn()) > before) pages++;
      assert.ok(Math.abs(moved) <= 2, `what stood on the screen moved by ${moved} pixels when page ${pages} came`);
      return user.chat.locator('.earlier').isHidden();
    },
    60_000,
  );
  assert.deepEqual([await drawn(), pages], [turns, turns / 40]);
  await user.chat.locator('.scroller').evaluate((element) => {
    element.scrollTop = 0;
  });
  await user.chat
    .locator('.turn')
    .first()
    .locator('.question', { hasText: /^Remember loaf 1$/ })
    .waitFor();
  await user.ask('How far did you get?');
  assert.match(await user.answered(), /I got to three/);
}

/** Scrolls until earlier turns are loaded; returns by how many pixels the visible turn has moved. */
function scrollUpToAnotherPage(user) {
  return user.chat.locator('.scroller').evaluate(async (element) => {
    const frame = () => new Promise(requestAnimationFrame);
    const count = () => element.querySelectorAll('.turn').length;
    const before = count();
    element.scrollTop = Math.min(element.scrollTop, 300);
    await frame();
    const top = element.getBoundingClientRect().top;
    const read = [...element.querySelectorAll('.turn')].find((turn) => turn.getBoundingClientRect().bottom > top);
    const from = read.getBoundingClientRect().top;
    for (let frames = 0; frames < 600 && count() === before; frames++) await frame();
    for (let frames = 0; frames < 5; frames++) await frame();
    return Math.round(read.getBoundingClientRect().top - from);
  });
}

export const cases = [longChatStaysSmooth, storedChatIsReadAsTheUserScrollsUp];
