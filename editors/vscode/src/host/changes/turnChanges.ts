import type * as vscode from 'vscode';
import type { ViewEvent } from '../../shared/state/types';
import type { Server } from '../server';
import type { Chats } from '../chats/chats';
import type { Store } from '../store';
import type { PendingChanges } from './pending';
import { requestChanges } from './requestChanges';

/** Shows below each turn what it changed, also if it was stopped or cut off, and makes the changes of a turn that ends pending. */
export class TurnChanges implements vscode.Disposable {
  private readonly watching: vscode.Disposable;

  constructor(
    private readonly server: Server,
    chats: Chats,
    private readonly pending: PendingChanges,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.watching = chats.onEvent(({ store, event }) => void this.follow(store, event));
  }

  dispose(): void {
    this.watching.dispose();
  }

  private async follow(store: Store, event: ViewEvent): Promise<void> {
    try {
      if (event.type === 'opened' || event.type === 'earlier' || event.type === 'undone') await this.show(store);
      else if (event.type === 'result' || event.type === 'failed' || event.type === 'stopped')
        await Promise.all([this.show(store), this.add(store)]);
    } catch (e) {
      this.log.warn(`can't read what the turns changed: ${e instanceof Error ? e.message : String(e)}`);
    }
  }

  private async show(store: Store): Promise<void> {
    const conversation = store.state.conversation?.id;
    if (conversation === undefined || !this.server.client) return;
    const { turns } = await requestChanges(this.server, store, {});
    if (store.state.conversation?.id === conversation) store.dispatch({ type: 'changes', turns });
  }

  /** Makes the changes of the last turn pending. */
  private async add(store: Store): Promise<void> {
    const turnId = store.state.turns.at(-1)?.id;
    if (turnId === undefined || !this.server.client) return;
    const { files } = await requestChanges(this.server, store, { turnId, texts: true });
    if (files.length > 0) this.pending.add(files);
  }
}
