import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Conversations } from '../conversations';
import type { ApiKeys } from '../keys/apiKeys';
import { askInput, askModal, showError } from '../notifications';
import { isServerName, parseTarget, tokenVariable, withToken } from './entry';
import { readServers, writeServer } from './mcpSettings';
import type { Row } from './nodes';
import { panelView, type Panel } from './panel';

export interface PanelTargets {
  panel: Panel;
  conversations: Conversations;
  keys: ApiKeys;
}

/** Registers the commands of the panel. Those of a row get it as their argument. */
export function panelCommands(targets: PanelTargets): vscode.Disposable[] {
  const { panel, conversations } = targets;
  const commands: Record<string, (subject: string) => unknown> = {
    'ptk.openManage': () => vscode.commands.executeCommand(`${panelView}.focus`),
    'ptk.manage.refresh': () => {},
    'ptk.manage.revoke': (id) => conversations.request('ptk/revokePermission', { id }),
    'ptk.manage.editRules': () => openSettings('ptk.permissions.rules'),
    'ptk.manage.addServer': () => addServer(targets),
    'ptk.manage.restartServer': (name) => conversations.request('ptk/restartMcpServer', { name }),
    'ptk.manage.serverOutput': (name) => showOutput(name, conversations),
    'ptk.manage.signIn': (name) => signIn(name, targets),
    'ptk.manage.turnOffServer': (name) => setDisabled(name, true),
    'ptk.manage.turnOnServer': (name) => setDisabled(name, false),
    'ptk.manage.removeServer': (name) => removeServer(name, targets),
    'ptk.manage.editServers': () => openSettings('ptk.mcpServers'),
    'ptk.manage.rebuildIndex': () => conversations.request('ptk/rebuildIndex', {}),
    'ptk.manage.openConversation': (id) => conversations.open(id),
  };
  return Object.entries(commands).map(([id, run]) =>
    vscode.commands.registerCommand(id, async (row?: Partial<Row>) => {
      try {
        await run(typeof row?.subject === 'string' ? row.subject : '');
      } catch (e) {
        void showError(`PTK: ${e instanceof Error ? e.message : String(e)}`);
      }
      panel.refresh();
    }),
  );
}

function openSettings(query: string): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', query);
}

/** Asks for a server, writes it into the user's settings, and says how its first start went. */
async function addServer({ conversations, keys, panel }: PanelTargets): Promise<void> {
  const title = t('Add an MCP server');
  const target = await askInput({
    title,
    prompt: t('The command that starts it, or its address'),
    placeHolder: 'npx -y @modelcontextprotocol/server-filesystem   |   https://example.com/mcp',
    ignoreFocusOut: true,
    validateInput: (text) =>
      text !== '' && !parseTarget(text) ? t('Enter a command with its arguments, or an address that begins with https://.') : undefined,
  });
  const entry = parseTarget(target ?? '');
  if (!entry) return;
  const name = await askInput({
    title,
    prompt: t('A short name; its tools are named after it'),
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (!isServerName(text)) return t('Use letters, digits, - and _, at most 40.');
      return readServers()[text] ? t('There is a server of this name.') : undefined;
    },
  });
  if (!name) return;
  const what = entry.url ?? [entry.command, ...(entry.args ?? [])].join(' ');
  const add = t('Add and Start');
  const chosen = await askModal(
    t('Add the MCP server “{0}” to your settings?', name),
    `${what}\n\n${t('It is a program or service that you trust: it runs outside of the sandbox. Each call of its tools is asked for.')}`,
    add,
  );
  if (chosen !== add) return;
  await writeServer(name, entry);
  if (entry.url && (await needsToken())) await signIn(name, { conversations, keys, panel });
  await conversations.request('ptk/tools', {}); // starts it, and waits for it a little
}

async function needsToken(): Promise<boolean> {
  const [yes, no] = [t('Yes, I Have a Token'), t('No')];
  return (await vscode.window.showQuickPick([no, yes], { title: t('Does the server need a token?') })) === yes;
}

/** Asks for the token of a server. It goes into the secret storage; the settings name only the variable. */
async function signIn(name: string, { keys }: PanelTargets): Promise<void> {
  const entry = readServers()[name];
  if (!entry?.url) return;
  const prompt = t('It is stored in the keychain and sent to {0} only.', entry.url);
  const token = await askInput({ title: t('The token of {0}', name), prompt, password: true, ignoreFocusOut: true });
  if (!token?.trim()) return;
  await writeServer(name, withToken(entry, name));
  await keys.set({ provider: name, variable: tokenVariable(name) }, token.trim()); // the server is restarted with it
}

async function setDisabled(name: string, disabled: boolean): Promise<void> {
  const entry = readServers()[name];
  if (!entry) return;
  const { disabled: _, ...rest } = entry;
  await writeServer(name, disabled ? { ...rest, disabled } : rest);
}

async function removeServer(name: string, { keys }: PanelTargets): Promise<void> {
  const remove = t('Remove');
  const chosen = await askModal(t('Remove the MCP server “{0}” from your settings?', name), t('Its token is deleted too.'), remove);
  if (chosen !== remove) return;
  await writeServer(name, undefined);
  await keys.delete({ provider: name, variable: tokenVariable(name) });
}

async function showOutput(name: string, conversations: Conversations): Promise<void> {
  const { servers } = await conversations.request('ptk/mcpServers', {});
  const server = servers.find((one) => one.name === name);
  const lines = [
    `${name}: ${server?.state ?? t('off')}`, server?.target, server?.server, server?.error, server?.suggestion, '',
    ...(server?.output?.length ? server.output : [t('It has written nothing.')]),
  ];
  const content = lines.filter((one) => one !== undefined).join('\n');
  const document = await vscode.workspace.openTextDocument({ content, language: 'log' });
  await vscode.window.showTextDocument(document, { preview: true });
}
