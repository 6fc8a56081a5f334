// The entry point of the extension: creates the server, the chats and the commands.
import './host/strings';
import * as vscode from 'vscode';
import { ChatWindow } from './host/chats/chatWindow';
import { codeCommands } from './host/codeCommands/codeCommands';
import { commitMessageCommand } from './host/commitMessage';
import { CodePreview } from './host/apply/codePreview';
import { registerCommands } from './host/commands';
import { AppliedChanges } from './host/consent/appliedChanges';
import { Review } from './host/consent/review';
import { reviewCommands } from './host/consent/reviewCommands';
import { EditorFeature } from './host/editor/feature';
import { ApiKeys } from './host/keys/apiKeys';
import { panelCommands } from './host/panel/commands';
import { Panel } from './host/panel/panel';
import { restoreMode } from './host/pickers';
import { Server } from './host/server';
import { readSettings } from './host/settings';
import { showModel } from './host/showModel';
import { StatusBar } from './host/statusBar';
import { WhenIdle } from './host/whenIdle';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('PTK', { log: true });
  const keys = new ApiKeys(context.secrets);
  const own = new Server({
    log,
    bundled: context.asAbsolutePath('server'),
    settings: () => readSettings(context.extension.packageJSON),
    secrets: () => keys.environment(),
    features: (client) => [new EditorFeature(client, approvals)],
    onStatus: (status) => store.dispatch({ type: 'server', status }),
    onSettingsSent: () => void readModels(),
    onRestarted: () => void readModels(),
  });
  server = own;
  const memory = context.workspaceState;
  const code = new CodePreview();
  const applied = new AppliedChanges();
  const window = new ChatWindow({
    extension: context.extensionUri, memory, log, storage: context.storageUri ?? context.globalStorageUri,
    services: { code, applied, server: own },
  });
  const { approvals, chats, view, surfaces: store } = window;
  const readModels = () => showModel(own, store, log);
  restoreMode(store, memory);
  const panel = new Panel(own, store);
  const review = new Review();
  approvals.connect({ shows: (id) => window.shows(id), reveal: (id) => window.revealChat(id) }, review);
  const restart = new WhenIdle(chats, async () => {
    await own.restart();
    await readModels();
  });
  context.subscriptions.push(
    log, window, code, review, applied, new StatusBar(store, approvals, chats),
    ...registerCommands({
      chats, surfaces: store, places: window, store, memory, keys, server: own, view, log, extensionId: context.extension.id,
      get conversations() {
        return window.conversations;
      },
    }),
    ...reviewCommands(approvals),
    panel, ...panelCommands({ panel, conversations: window.conversations, keys }),
    ...codeCommands({ surfaces: store, places: window }),
    commitMessageCommand(own),
    keys.onChange(() => restart.request()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart.request()),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration('ptk.serverPath')) restart.request();
    }),
  );
  await own.start();
  await window.restore();
  await readModels();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
