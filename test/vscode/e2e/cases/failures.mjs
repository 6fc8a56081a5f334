import assert from 'node:assert/strict';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { until } from '../wait.mjs';

async function failureSaysWhatToDoAndCanBeRetried({ user }) {
  await user.ask('Fail once');
  const card = user.lastTurn.locator('.error-card');
  await card.waitFor();
  assert.match(await card.innerText(), /the model is out to lunch/);
  await card.getByRole('button', { name: 'Retry' }).click();
  assert.match(await user.answered(), /It is back from lunch/);
  assert.equal(await user.chat.locator('.turn').count(), 2);
}

async function retriesAreOneLineThatDisappears({ user, picture }) {
  await user.ask('Be busy');
  await user.lastTurn.locator('.notice', { hasText: /^Try [23] of 4( in .*)?: all ovens are in use/ }).waitFor();
  await picture('retry.png');
  await user.lastTurn.locator('.notice', { hasText: 'Try 3 of 4' }).waitFor();
  assert.equal(await user.lastTurn.locator('.notice').count(), 1, 'one line');
  assert.match(await user.answered(), /I have time now/);
  assert.equal(await user.lastTurn.locator('.notice').count(), 0);
  await user.lastTurn.locator('.reasoning-label', { hasText: /^Thought/ }).waitFor();
}

async function killedServerRestartsByItself({ user, code, home }) {
  await user.ask('Count to a thousand');
  await user.lastTurn.locator('.answer', { hasText: 'one, two, three' }).waitFor();
  const pid = serverPid(home);
  process.kill(pid, 'SIGKILL');
  assert.match(await user.answered('failed'), /one, two, three/, 'what was answered stays');
  await until('there is another server', () => ![undefined, pid].includes(serverPid(home)));
  await user.ask('How far did you get?');
  assert.match(await user.answered(), /I got to three/);
  assert.equal(await user.chat.locator('.turn').count(), 2, 'the chat is still there');
  assert.equal(await user.chat.locator('.banner').isVisible(), false);
  assert.ok(code.signal(0));
}

async function serverThatKeepsCrashingIsReportedAndRestarted({ user, home }) {
  const banner = user.chat.locator('.banner', { hasText: 'The server exited unexpectedly' });
  await until('the server is given up', async () => {
    const pid = serverPid(home);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return banner.isVisible();
  });
  await banner.getByRole('button', { name: 'Restart Server' }).click();
  await banner.waitFor({ state: 'hidden' });
  await until('the server is there', () => serverPid(home) !== undefined);
  await user.ask('How far did you get?');
  assert.match(await user.answered(), /I got to three/);
}

async function turnGoesOnWithANewServer({ user, home }) {
  const before = stored(home, 'three');
  await user.ask('Count to a thousand');
  await user.lastTurn.locator('.answer', { hasText: 'one, two, three' }).waitFor();
  await until('the answer so far is stored', () => stored(home, 'three') > before);
  process.kill(serverPid(home), 'SIGKILL');
  await user.lastTurn.getByRole('button', { name: 'Restart and Retry' }).click();
  assert.match(await user.answered(), /four, five/, 'what was answered before the crash is not answered again');
  assert.equal(await user.chat.locator('.question:visible').count(), 1);
  await user.chat.locator('.banner').waitFor({ state: 'hidden' });
}

async function logIsShown({ user, page }) {
  await user.command('PTK: Show Log');
  await page.locator('.part.panel .output-view .view-line', { hasText: 'starting' }).first().waitFor();
  await user.command('View: Hide Panel');
}

/** Returns how often the text is in the files of the history. */
function stored(home, text) {
  const folder = path.join(home.root, '.local/state/ptk/history');
  const files = readdirSync(folder).filter((name) => /\.db(-wal)?$/.test(name));
  return files.reduce((sum, name) => sum + readFileSync(path.join(folder, name), 'latin1').split(text).length - 1, 0);
}

/** Returns the process id of the server in this workbench, if it runs. */
function serverPid(home) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/exe`).startsWith(home.extensions);
    } catch {
      return false; // ended, or owned by another user
    }
  });
  assert.ok(pids.length <= 1, 'one server runs');
  return pids[0] && Number(pids[0]);
}

async function turnThatReachesALimitContinues({ user, home, picture }) {
  home.set({ 'ptk.chat.maxIterations': 2 });
  await until('the limit is set', () => user.userSettings(home)['ptk.chat.maxIterations'] === 2);
  await user.ask('Look twice');
  await user.answered('paused');
  await user.lastTurn.locator('.limit-card', { hasText: 'Paused.' }).waitFor();
  await picture('limit.png');
  await user.lastTurn.getByRole('button', { name: 'Continue', exact: true }).click();
  assert.match(await user.answered(), /I go on after the second look/);
  assert.equal(await user.chat.locator('.turn').count(), 2);
  assert.equal(await user.chat.locator('.question:visible').count(), 1, 'nothing is asked again');
  home.set({ 'ptk.chat.maxIterations': null }); // a value would override the one of a workspace in other cases
  await until('the limit is not set', () => !('ptk.chat.maxIterations' in user.userSettings(home)));
}

export const cases = [
  turnThatReachesALimitContinues,
  failureSaysWhatToDoAndCanBeRetried,
  retriesAreOneLineThatDisappears,
  killedServerRestartsByItself,
  serverThatKeepsCrashingIsReportedAndRestarted,
  turnGoesOnWithANewServer,
  logIsShown,
];
