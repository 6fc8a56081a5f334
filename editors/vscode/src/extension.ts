// PTK for VS Code: starts the server, answers for the editor, and shows the chat. Everything is put together here.
import './host/strings';
import * as vscode from 'vscode';
import { Approvals } from './host/approvals';
import { Chat } from './host/chat';
import { registerCommands } from './host/commands';
import { Conversations } from './host/conversations';
import { EditorSide } from './host/editor/feature';
import { restoreMode } from './host/pickers';
import { Server } from './host/server';
import { readSettings } from './host/settings';
import { Store } from './host/store';
import { ChatView } from './host/view';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('PTK', { log: true });
  const store = new Store();
  const approvals = new Approvals(store);
  server = new Server({
    log,
    bundled: context.asAbsolutePath('server'),
    settings: () => readSettings(context.extension.packageJSON),
    features: (client) => [new EditorSide(client, approvals)],
    onStatus: (status) => store.dispatch({ type: 'server', status }),
    onSettingsSent: () => void chat.showModel(),
  });
  const memory = context.workspaceState;
  const chat = new Chat(server, store, approvals, log, memory);
  const conversations = new Conversations(server, store, chat, log, memory);
  restoreMode(store, memory);
  const view = new ChatView(context.extensionUri, store, { chat, conversations, store, memory, approvals, server, log });
  approvals.whenHidden(view);
  context.subscriptions.push(log, store, view, ...registerCommands({ chat, server, view, log }));
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration((e) => {
    if (e.affectsConfiguration('ptk.serverPath')) void server?.restart();
  }));
  await server.start();
  await conversations.restore();
  await chat.showModel();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
