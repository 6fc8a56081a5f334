import type * as vscode from 'vscode';
import type { Draft } from '../../shared/attachment';
import { ownTurn } from '../../shared/state/reduce';
import { titleOf } from '../../shared/state/title';
import type { ViewState } from '../../shared/state/types';
import type { Chat } from '../chat';
import type { ChatStore } from '../store';

/** What the user should know of a chat in a list; 'unread': a turn ended while the user did not see the chat. */
export type ChatMark = 'asks' | 'running' | 'unread' | 'idle';

/** A chat that this window has open: its state, and what runs its turns. Its number is that of the store's first state. */
export class OpenChat implements vscode.Disposable {
  readonly number: number;
  /** What the user has written but not sent. */
  draft: Draft | undefined;
  /** The key under which the draft is stored. */
  savedAs: string | undefined;
  unread = false;

  constructor(readonly store: ChatStore, readonly chat: Chat) {
    this.number = store.state.chat;
  }

  get state(): ViewState {
    return this.store.state;
  }

  get conversationId(): string | undefined {
    return this.state.conversation?.id;
  }

  get running(): boolean {
    return ownTurn(this.state) !== undefined;
  }

  /** Reports whether nothing has been asked and nothing is to be read in it. */
  get empty(): boolean {
    return this.state.turns.length === 0 && this.conversationId === undefined;
  }

  get title(): string {
    return titleOf(this.state);
  }

  get mark(): ChatMark {
    const turn = ownTurn(this.state);
    if (turn?.items.some((item) => item.kind === 'tool' && item.state === 'asking')) return 'asks';
    if (turn) return 'running';
    return this.unread ? 'unread' : 'idle';
  }

  dispose(): void {
    this.store.dispose();
  }
}
