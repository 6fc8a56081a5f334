import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { switchChat, type Places } from './chats/places';
import type { Chats } from './chats/chats';
import type { Surfaces } from './chats/surfaces';
import type { Conversations } from './conversations';
import type { ApiKeys } from './keys/apiKeys';
import { setApiKey } from './keys/setApiKey';
import { pickMode, pickModel } from './pickers';
import type { Server } from './server';
import { showModel } from './showModel';
import type { Store } from './store';
import type { ChatView } from './view';
import { showError, showInformation } from './notifications';

export interface CommandTargets {
  chats: Chats;
  surfaces: Surfaces;
  places: Places;
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
  const { surfaces, places, store, memory, keys, server, view, log } = targets;
  const commands: Record<string, () => unknown> = {
    'ptk.openChat': () => view.reveal(),
    'ptk.newChat': () => {
      surfaces.active.newChat();
      return places.reveal(surfaces.active);
    },
    'ptk.history': () => {
      places.post(surfaces.active, { kind: 'showHistory' });
      return places.reveal(surfaces.active);
    },
    ...placeCommands(targets),
    'ptk.stop': () => surfaces.chat.stop(),
    'ptk.pickModel': () => pickModel(store, async () => (await targets.conversations.request('ptk/models', {})).models),
    'ptk.pickMode': () => pickMode(store, memory),
    'ptk.undoLastTurn': () => undoLastTurn(targets),
    'ptk.setApiKey': () => setApiKey(keys),
    'ptk.openSettings': () => openSettings(`@ext:${targets.extensionId}`),
    'ptk.getStarted': () => vscode.commands.executeCommand('workbench.action.openWalkthrough', `${targets.extensionId}#start`, false),
    'ptk.restartServer': async () => {
      await server.restart();
      await showModel(server, surfaces, log);
    },
    'ptk.showLog': () => log.show(),
  };
  return Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, () => runCommand(run)));
}

/** The commands that switch chats and move them. */
function placeCommands({ chats, surfaces, places }: CommandTargets): Record<string, () => unknown> {
  const step = (by: number) => () => {
    const { all } = chats;
    const next = all[(all.indexOf(surfaces.active.shown) + by + all.length) % all.length];
    if (next) surfaces.active.show(next);
    return places.reveal(surfaces.active);
  };
  return {
    'ptk.nextChat': step(1),
    'ptk.previousChat': step(-1),
    'ptk.switchChat': () => switchChat(chats, surfaces, places),
    'ptk.openChatInEditor': () => places.moveToEditor(),
    'ptk.openChatInWindow': async () => {
      places.moveToEditor();
      await vscode.commands.executeCommand('workbench.action.moveEditorToNewWindow');
    },
    'ptk.searchPrompts': () => places.searchPrompts(surfaces.active),
  };
}

/** Opens the settings in the tab that has them: they belong to the machine on which the server runs. */
function openSettings(query: string): Thenable<unknown> {
  const tab = vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings';
  return vscode.commands.executeCommand(`workbench.action.${tab}`, { query });
}

/** Runs a command and shows its error to the user. */
async function runCommand(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (e) {
    void showError(`PTK: ${e instanceof Error ? e.message : String(e)}`);
  }
}

async function undoLastTurn({ store, surfaces, places, conversations }: CommandTargets): Promise<void> {
  const turn = store.state.turns.findLast(({ id, changes, undone }) => id !== undefined && changes?.length && (!undone || undone.redo));
  if (turn?.id === undefined) {
    void showInformation(t('PTK: there is nothing to undo. No turn of this chat has changed a file.'));
    return;
  }
  await places.reveal(surfaces.active);
  await conversations.revert(turn.id, false);
}
