import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectSettings, ownValue, type Manifest } from '../src/host/collectSettings';
import { locateServer } from '../src/host/locate';
import { logLine } from '../src/host/logLine';
import { localAttachments } from '../src/host/remoteUri';

const manifest = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as Manifest;

describe('settings', () => {
  test('have the structure that the server expects', () => {
    const set: Record<string, unknown> = {
      'ptk.model': 'a/b',
      'ptk.chat.maxIterations': 5,
      'ptk.chat.maxToolCalls': 7,
      'ptk.permissions.rules': [],
    };
    expect(collectSettings(manifest, (key) => set[key])).toEqual({
      model: 'a/b',
      chat: { maxIterations: 5, maxToolCalls: 7 },
      permissions: { rules: [] },
    });
  });

  test("omit unset and empty values, and the extension's own settings", () => {
    expect(collectSettings(manifest, (key) => (key === 'ptk.model' ? '' : undefined))).toEqual({});
    expect(collectSettings(manifest, (key) => (key === 'ptk.serverPath' ? '/bin/ptk-lsp' : undefined))).toEqual({});
    expect(collectSettings(manifest, (key) => (key === 'ptk.allowedCommands' ? ['x'] : undefined))).toEqual({});
  });

  test("come from the user: a workspace can set none that the server gets", () => {
    const { capabilities, contributes } = manifest as Manifest & {
      capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
    };
    const groups = contributes.configuration as unknown as { properties: Record<string, { scope?: string }> }[];
    const properties = groups.flatMap((group) => Object.entries(group.properties));
    // All have one scope, so that one tab of the settings has them all, in remote windows too.
    expect(properties.filter(([, { scope }]) => scope !== 'machine').map(([key]) => key)).toEqual(['ptk.codeActions']);
    expect(capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual([]);
  });

  test('are in groups with a title, in an order, each with an explanation', () => {
    const groups = manifest.contributes.configuration as readonly { title?: string; order?: number; properties: Record<string, object> }[];
    expect(groups.map(({ order }) => order)).toEqual(groups.map((_, i) => i + 1));
    for (const { title, properties } of groups) {
      expect(title).toMatch(/^%settings\.group\./);
      const settings = Object.entries(properties) as [string, { order?: number; description?: string; markdownDescription?: string }][];
      expect(settings.map(([, { order }]) => order), title).toEqual(settings.map((_, i) => i + 1));
      for (const [key, { description, markdownDescription }] of settings) expect(description ?? markdownDescription, key).toMatch(/^%/);
    }
  });

  test('of the workspace are ignored, whatever their scope', () => {
    expect(ownValue({ globalValue: 'mine', workspaceValue: 'evil', workspaceFolderValue: 'evil' })).toBe('mine');
    expect(ownValue({ workspaceValue: 'evil', workspaceFolderValue: 'evil' })).toBeUndefined();
    expect(ownValue(undefined)).toBeUndefined();
  });
});

test('files dragged in a remote window become local files', () => {
  const uris = ['vscode-remote://ssh-remote%2Bbakery/home/me/a%20b.txt', 'file:///home/me/c.txt', 'untitled:Untitled-1'];
  const attached = localAttachments(uris.map((uri) => ({ label: 'x', attachment: { uri } })));
  expect(attached?.map(({ attachment }) => attachment.uri)).toEqual([
    'file:///home/me/a%20b.txt',
    'file:///home/me/c.txt',
    'untitled:Untitled-1',
  ]);
  expect(localAttachments([{ label: 'note', attachment: { name: 'note', text: 'x' } }])).toEqual([
    { label: 'note', attachment: { name: 'note', text: 'x' } },
  ]);
});

describe('the server', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'ptk-locate-'));
  const program = path.join(dir, process.platform === 'win32' ? 'ptk-lsp.exe' : 'ptk-lsp');

  test('that is missing is reported with a remedy', async () => {
    expect(await locateServer('', dir)).toEqual({ problem: expect.stringContaining('set ptk.serverPath') });
    expect(await locateServer('/no/such/server', dir)).toEqual({ problem: expect.stringContaining('/no/such/server') });
    expect(await locateServer('bin/ptk-lsp', dir)).toEqual({ problem: expect.stringContaining('absolute path') });
  });

  test('is the one in the extension unless the user configures another', async () => {
    writeFileSync(program, '');
    chmodSync(program, 0o755);
    expect(await locateServer('', dir)).toEqual({ path: program });
    expect(await locateServer(` ${program} `, '/elsewhere')).toEqual({ path: program });
  });
});

test.each([
  ['time=2026-01-02T03:04:05.000Z level=WARN msg="careful" a=1', 'warn', 'msg="careful" a=1'],
  ['time=2026-01-02T03:04:05.000Z level=INFO+2 msg=x', 'info', 'msg=x'],
  ['panic: oh no', 'info', 'panic: oh no'],
])('the line %s is logged as %s', (line, level, text) => {
  expect(logLine(line)).toEqual({ level, text });
});
