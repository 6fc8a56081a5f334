// The entry point of the extension: creates the server, the chat view and the commands.
import './host/strings';
import * as vscode from 'vscode';
import { codeCommands } from './host/codeCommands/codeCommands';
import { Approvals } from './host/consent/approvals';
import { Chat } from './host/chat';
import { commitMessageCommand } from './host/commitMessage';
import { CodePreview } from './host/apply/codePreview';
import { registerCommands } from './host/commands';
import { AppliedChanges } from './host/consent/appliedChanges';
import { Review } from './host/consent/review';
import { reviewCommands } from './host/consent/reviewCommands';
import { Conversations } from './host/conversations';
import { EditorFeature } from './host/editor/feature';
import { ApiKeys } from './host/keys/apiKeys';
import { restoreMode } from './host/pickers';
import { Server } from './host/server';
import { readSettings } from './host/settings';
import { StatusBar } from './host/statusBar';
import { Store } from './host/store';
import { ChatView } from './host/view';
import { WhenIdle } from './host/whenIdle';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('PTK', { log: true });
  const store = new Store();
  const approvals = new Approvals(store);
  const keys = new ApiKeys(context.secrets);
  server = new Server({
    log,
    bundled: context.asAbsolutePath('server'),
    settings: () => readSettings(context.extension.packageJSON),
    secrets: () => keys.environment(),
    features: (client) => [new EditorFeature(client, approvals)],
    onStatus: (status) => store.dispatch({ type: 'server', status }),
    onSettingsSent: () => void chat.showModel(),
    onRestarted: () => void chat.showModel(),
  });
  const memory = context.workspaceState;
  const chat = new Chat(server, store, approvals, log, memory);
  const conversations = new Conversations(server, store, chat, log, memory);
  restoreMode(store, memory);
  const code = new CodePreview();
  const applied = new AppliedChanges();
  const view = new ChatView(context.extensionUri, store, { chat, conversations, store, memory, code, approvals, applied, server, log });
  const review = new Review();
  approvals.connect(view, review);
  const restart = new WhenIdle(store, async () => {
    await server?.restart();
    await chat.showModel();
  });
  context.subscriptions.push(
    log, store, view, code, review, applied, approvals, new StatusBar(store, approvals),
    ...registerCommands({ chat, conversations, store, memory, keys, server, view, log, extensionId: context.extension.id }),
    ...reviewCommands(approvals),
    ...codeCommands({ chat, store, view }),
    commitMessageCommand(server),
    keys.onChange(() => restart.request()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart.request()),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration('ptk.serverPath')) restart.request();
    }),
  );
  await server.start();
  await conversations.restore();
  await chat.showModel();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
