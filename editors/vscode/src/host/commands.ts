import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Chat } from './chat';
import type { Conversations } from './conversations';
import type { ApiKeys } from './keys/apiKeys';
import { setApiKey } from './keys/setApiKey';
import { pickMode, pickModel } from './pickers';
import type { Server } from './server';
import type { Store } from './store';
import type { ChatView } from './view';
import { showError, showInformation } from './notifications';

export interface CommandTargets {
  chat: Chat;
  conversations: Conversations;
  store: Store;
  memory: vscode.Memento;
  keys: ApiKeys;
  server: Server;
  view: ChatView;
  log: vscode.LogOutputChannel;
  extensionId: string;
}

/** Registers the commands that are not about code or consent. */
export function registerCommands(targets: CommandTargets): vscode.Disposable[] {
  const { chat, conversations, store, memory, keys, server, view, log } = targets;
  const commands: Record<string, () => unknown> = {
    'ptk.openChat': () => view.reveal(),
    'ptk.newChat': () => {
      chat.newChat();
      return view.reveal();
    },
    'ptk.history': () => {
      view.postWhenReady({ kind: 'showHistory' });
      return view.reveal();
    },
    'ptk.stop': () => chat.stop(),
    'ptk.pickModel': () => pickModel(store, async () => (await conversations.request('ptk/models', {})).models),
    'ptk.pickMode': () => pickMode(store, memory),
    'ptk.undoLastTurn': () => undoLastTurn(targets),
    'ptk.setApiKey': () => setApiKey(keys),
    'ptk.openSettings': () => vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${targets.extensionId}`),
    'ptk.getStarted': () => vscode.commands.executeCommand('workbench.action.openWalkthrough', `${targets.extensionId}#start`, false),
    'ptk.restartServer': async () => {
      await server.restart();
      await chat.showModel();
    },
    'ptk.showLog': () => log.show(),
  };
  return Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, () => runCommand(run)));
}

/** Runs a command and shows its error to the user. */
async function runCommand(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (e) {
    void showError(`PTK: ${e instanceof Error ? e.message : String(e)}`);
  }
}

async function undoLastTurn({ store, conversations, view }: CommandTargets): Promise<void> {
  const turn = store.state.turns.findLast(({ id, changes, undone }) => id !== undefined && changes?.length && (!undone || undone.redo));
  if (turn?.id === undefined) {
    void showInformation(t('PTK: there is nothing to undo. No turn of this chat has changed a file.'));
    return;
  }
  await view.reveal();
  await conversations.revert(turn.id, false);
}
