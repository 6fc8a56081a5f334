// The changes that turns have made: shown, kept, undone, and put back.
import * as vscode from 'vscode';
import type { Server } from '../server';
import type { Chats } from '../chats/chats';
import type { Store } from '../store';
import { beforeTexts, changeCommands } from './commands';
import { ChangeDecorations } from './decorations';
import { ChangeLenses } from './lenses';
import { PendingMemory } from './memory';
import { PendingChanges } from './pending';
import { ShowChanges } from './showChanges';
import { PendingSummary } from './summary';
import { TurnChanges } from './turnChanges';

export interface ChangesOptions {
  server: Server;
  /** The chat that the user works in. */
  store: Store;
  chats: Chats;
  /** Where the pending changes are stored. */
  folder: vscode.Uri;
  log: vscode.LogOutputChannel;
}

export class Changes implements vscode.Disposable {
  readonly shown: ShowChanges;
  private readonly disposables: vscode.Disposable;

  constructor({ server, store, chats, folder, log }: ChangesOptions) {
    const pending = new PendingChanges();
    const memory = new PendingMemory(pending, folder, log);
    this.shown = new ShowChanges(server, store);
    this.disposables = vscode.Disposable.from(
      memory, new PendingSummary(pending, store), new TurnChanges(server, chats, pending, log), new ChangeDecorations(pending),
      new ChangeLenses(pending), beforeTexts(pending), this.shown, ...changeCommands(pending, this.shown), pending,
    );
    void memory.restore();
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
