// Starts a real VS Code: code-server with the packaged extension in a temporary folder, and a headless Chromium.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { patient, until } from './wait.mjs';

/** Settings that disable popups and animations. */
const quiet = {
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.editor.empty.hint': 'hidden',
  'window.commandCenter': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'chat.disableAIFeatures': true,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'files.autoSave': 'off',
  'git.enabled': false,
};

/**
 * Starts everything; `close` ends it. `files` are the contents of workspace files by name, `settings` the user settings, and
 * `env` the environment of the extension host.
 */
export async function startWorkbench({ bed, vsix, fixture, files, settings, env }) {
  const home = new Home(files, settings);
  try {
    const code = new CodeServer(bed, home, env);
    code.install(vsix);
    code.installFolder(fixture);
    await code.start();
    const browser = await startBrowser(bed, home);
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] });
    page.setDefaultTimeout(patient(20_000));
    /** Opens a folder, or a workspace file, in a fresh window. */
    const open = async (where) => {
      const query = new URLSearchParams({ [where.endsWith('.code-workspace') ? 'workspace' : 'folder']: where });
      await page.goto(`http://127.0.0.1:${code.port}/?${query}`, { waitUntil: 'domcontentloaded' });
      await page.locator('.monaco-workbench .part.activitybar').waitFor();
    };
    await open(home.workspace);
    const close = async () => {
      await browser.close();
      await code.stop();
      home.remove();
    };
    return { page, home, code, open, close };
  } catch (e) {
    home.remove();
    throw e;
  }
}

/** A temporary home: settings, extensions, workspace. */
class Home {
  constructor(files, settings) {
    this.root = mkdtempSync(path.join(tmpdir(), 'ptk-vscode-'));
    this.userData = path.join(this.root, 'user-data');
    this.extensions = path.join(this.root, 'extensions');
    this.workspace = path.join(this.root, 'workspace');
    for (const dir of [path.join(this.userData, 'User'), this.extensions, this.workspace]) mkdirSync(dir, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(this.file(name)), { recursive: true });
      writeFileSync(this.file(name), text);
    }
    this.wishes = path.join(this.root, 'settings-wanted.json');
    writeFileSync(this.wishes, '{}');
    // What VS Code writes when it installs the language pack that the fixture is, but not where that is done from a command line.
    const vietnamese = {
      hash: 'fixture',
      label: 'Tiếng Việt',
      extensions: [{ extensionIdentifier: { id: 'fixture.problems-fixture' }, version: '1.0.0' }],
      translations: { vscode: path.join(this.root, 'fixture/vi.json') },
    };
    writeFileSync(path.join(this.userData, 'languagepacks.json'), JSON.stringify({ vi: vietnamese }));
    writeFileSync(path.join(this.userData, 'User/settings.json'), JSON.stringify(quiet, null, 2));
    // The settings of the extension belong to the machine on which it runs.
    mkdirSync(path.join(this.userData, 'Machine'));
    writeFileSync(path.join(this.userData, 'Machine/settings.json'), JSON.stringify(settings, null, 2));
  }

  file(name) {
    return path.join(this.workspace, name);
  }

  read(name) {
    return readFileSync(this.file(name), 'utf8');
  }

  has(name) {
    return existsSync(this.file(name));
  }

  /** Changes the user's settings, through the fixture extension. */
  set(settings) {
    writeFileSync(this.wishes, JSON.stringify(settings));
  }

  /** Sets the display language of new windows. */
  speak(locale) {
    writeFileSync(path.join(this.userData, 'User/argv.json'), JSON.stringify({ locale }));
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

class CodeServer {
  constructor(bed, home, env) {
    this.bed = bed;
    this.home = home;
    this.env = {
      PATH: `${path.dirname(bed.node)}:${process.env.PATH}`,
      HOME: home.root,
      LANG: 'C.UTF-8',
      TMPDIR: home.root,
      FIXTURE_SETTINGS: home.wishes,
      EXTENSIONS_GALLERY: '{"serviceUrl":""}', // no requests to a gallery
      ...env,
    };
    this.common = [bed.codeServer, '--user-data-dir', home.userData, '--extensions-dir', home.extensions];
    this.log = '';
  }

  install(vsix) {
    execFileSync(this.bed.node, [...this.common, '--install-extension', vsix], { env: this.env, stdio: 'pipe' });
  }

  /** Packages an extension folder and installs it. */
  installFolder(folder) {
    const copy = path.join(this.home.root, 'fixture');
    const vsix = path.join(this.home.root, 'fixture.vsix');
    cpSync(folder, copy, { recursive: true });
    const vsce = path.join(this.bed.modules, '.bin/vsce');
    execFileSync(vsce, ['package', '-o', vsix, '--no-dependencies', '--allow-missing-repository', '--skip-license'], {
      cwd: copy,
      env: this.env,
      stdio: 'pipe',
    });
    this.install(vsix);
  }

  async start() {
    this.port = await freePort();
    const args = [
      '--auth',
      'none',
      '--bind-addr',
      `127.0.0.1:${this.port}`,
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-getting-started-override',
      '--disable-proxy',
      this.home.workspace,
    ];
    // In its own process group, so that its children can be ended with it.
    this.process = spawn(this.bed.node, [...this.common, ...args], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    process.on('exit', () => this.signal('SIGKILL'));
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on('data', (data) => {
        this.log += data;
      });
    await until('code-server answers', async () => (await fetch(`http://127.0.0.1:${this.port}/healthz`)).ok);
  }

  async stop() {
    this.signal('SIGTERM');
    await until('code-server and its children end', () => !this.signal(0), 5000).catch(() => this.signal('SIGKILL'));
  }

  signal(signal) {
    try {
      process.kill(-this.process.pid, signal);
      return true;
    } catch {
      return false;
    }
  }
}

function startBrowser(bed, home) {
  const { chromium } = createRequire(path.join(bed.modules, 'x.js'))('playwright-core');
  return chromium.launch({
    executablePath: bed.chromium,
    env: { ...process.env, HOME: home.root },
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net
      .createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => resolve(port));
      });
  });
}
