import * as vscode from 'vscode';
import type { Chat } from './chat';
import type { Server } from './server';
import type { ChatView } from './view';

export interface CommandTargets {
  chat: Chat;
  server: Server;
  view: ChatView;
  log: vscode.LogOutputChannel;
}

/** The commands of the palette. */
export function registerCommands({ chat, server, view, log }: CommandTargets): vscode.Disposable[] {
  const commands: Record<string, () => unknown> = {
    'ptk.openChat': () => view.reveal(),
    'ptk.newChat': () => {
      chat.newChat();
      return view.reveal();
    },
    'ptk.stop': () => chat.stop(),
    'ptk.restartServer': async () => {
      await server.restart();
      await chat.showModel();
    },
    'ptk.showLog': () => log.show(),
  };
  return Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
}
