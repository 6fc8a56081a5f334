// Runs the cases in one VS Code, one after the other, each in a new chat. Writes two JSON lines per case to stdout: {"case"}
// at its start and {"case", "ms", "error"?} at its end. Its options are JSON in the variable PTK_E2E; see vscode_test.go.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { cases as about } from './cases/about.mjs';
import { cases as apply } from './cases/apply.mjs';
import { cases as answers } from './cases/answers.mjs';
import { cases as attachments } from './cases/attachments.mjs';
import { cases as chats } from './cases/chats.mjs';
import { cases as changes } from './cases/changes.mjs';
import { cases as consent } from './cases/consent.mjs';
import { cases as editor } from './cases/editor.mjs';
import { cases as failures } from './cases/failures.mjs';
import { cases as keys } from './cases/keys.mjs';
import { cases as long } from './cases/long.mjs';
import { cases as looks } from './cases/looks.mjs';
import { cases as panel } from './cases/panel.mjs';
import { cases as review } from './cases/review.mjs';
import { cases as shell } from './cases/shell.mjs';
import { cases as view } from './cases/view.mjs';
import { cases as windows } from './cases/windows.mjs';
import { User } from './user.mjs';
import { limited, patient } from './wait.mjs';
import { startWorkbench } from './workbench.mjs';

const options = JSON.parse(process.env.PTK_E2E);
mkdirSync(options.pictures, { recursive: true });

const cases = [
  ...answers,
  ...editor,
  ...consent,
  ...review,
  ...changes,
  ...panel,
  ...about,
  ...keys,
  ...failures,
  ...view,
  ...chats,
  ...apply,
  ...shell,
  ...attachments,
  ...looks,
  ...long,
  ...windows,
];
const wanted = cases.filter((run) => new RegExp(options.only ?? '').test(run.name));

process.on('SIGINT', () => process.exit(130)); // ends its processes, see workbench.mjs

const caseLimit = 120_000; // ms, on an idle machine; the slowest case takes 20 s

const dough = [
  'bread',
  'flour 500 g',
  'water 300 g',
  'salt 10 g',
  'knead',
  'rest',
  'fold',
  'rest',
  'shape',
  'rest',
  'heat',
  'bake 40 minutes',
  'cool',
]
  .map((line) => `${line}\n`)
  .join('');
const started = performance.now();
begin('start');
const workbench = await startWorkbench({
  ...options,
  files: {
    'package.json': '{\n  "name": "bakery",\n  "version": "4.2.1"\n}\n',
    'notes.txt': 'first line\nsecond line\n',
    'recipe.txt': 'flour\nwater\n',
    'bread.txt': 'crumb\n'.repeat(10),
    'dough.txt': dough,
    'rye.txt': 'rye\n',
    'menu.txt': 'bread\nsoup\nsalad\nfish\nbeans\nrice\npasta\ncheese\ncake\ntea\n',
    'poem.txt': 'this is right\nthis is wrong\n',
    'src/oven.go': 'package bakery\n\n// Heat is in degrees Celsius.\nfunc Heat() int {\n\treturn 220\n}\n',
  },
});
const { page, home, code, open } = workbench;
const user = new User(page);
const openGate = async (name) => {
  const answer = await fetch(`${options.control}/open/${name}`, { method: 'POST' });
  if (!answer.ok) throw new Error(`the gate ${name} can't be opened: ${await answer.text()}`);
};
const file = (name) => path.join(options.pictures, name);
const outside = new Set();
page.on('request', (request) => {
  const { host, protocol } = new URL(request.url());
  // The workbench's service worker answers for vscode-cdn.net by itself.
  if (protocol.startsWith('http') && host !== `127.0.0.1:${code.port}` && !host.endsWith('.vscode-resource.vscode-cdn.net'))
    outside.add(request.url());
});

report('start', started);
let failed = false;
for (const run of wanted) {
  const { name } = run;
  const began = performance.now();
  begin(name);
  page.setDefaultTimeout(patient(20_000));
  try {
    if (await user.input.isVisible()) await user.newChat();
    else await user.openChat();
    const given = {
      user,
      page,
      home,
      code,
      open,
      openGate,
      outside,
      env: options.env,
      picture: (name) => user.screenshot(file(name)),
      file,
    };
    await limited(name, run(given), caseLimit);
    report(name, began);
  } catch (e) {
    failed = true;
    report(name, began, e);
    await page.screenshot({ path: file(`failed-${name}.png`) }).catch(() => {});
    await page.keyboard.press('Escape');
    await user.cleanUp().catch(() => {}); // what it leaves would disturb the next cases
  }
}
if (failed) console.error(code.log.slice(-4000));
await workbench.close();
process.exit(failed ? 1 : 0);

function begin(name) {
  console.log(JSON.stringify({ case: name }));
}

function report(name, since, error) {
  const cause = error?.cause ? `\ncaused by ${error.cause.stack ?? error.cause}` : '';
  console.log(
    JSON.stringify({ case: name, ms: Math.round(performance.now() - since), ...(error && { error: `${error.stack ?? error}${cause}` }) }),
  );
}
