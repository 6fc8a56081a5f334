import * as vscode from 'vscode';
import type { ViewEvent, ViewState } from '../../shared/state/types';
import type { Chat } from '../chat';
import type { Store } from '../store';
import type { Chats } from './chats';
import type { OpenChat } from './openChat';

/** A place that shows one chat at a time: the view in the side bar, or an editor tab. It is also the store of that chat. */
export class Surface implements Store, vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<ViewEvent>();
  private current: OpenChat;
  private subscription: vscode.Disposable;
  private seen = false;

  /** Fires after each event of the chat, and 'shown' if another chat is shown. */
  readonly onEvent = this.emitter.event;

  constructor(private readonly chats: Chats, first = chats.create()) {
    this.current = first;
    this.subscription = this.follow(first);
  }

  get shown(): OpenChat {
    return this.current;
  }

  get chat(): Chat {
    return this.current.chat;
  }

  get state(): ViewState {
    return this.current.state;
  }

  get visible(): boolean {
    return this.seen;
  }

  /** Notes whether the user sees the place. */
  set visible(visible: boolean) {
    this.seen = visible;
    if (visible) this.chats.read(this.current);
  }

  dispatch(event: ViewEvent): void {
    this.current.store.dispatch(event);
  }

  /** Shows a chat; the one before goes on if a turn of it runs. */
  show(chat: OpenChat): void {
    const before = this.current;
    if (chat !== before) {
      this.subscription.dispose();
      this.current = chat;
      this.subscription = this.follow(chat);
      this.chats.release(before);
    }
    if (this.seen) this.chats.read(chat);
    this.emitter.fire({ type: 'shown' });
  }

  /** Shows a new chat, unless the one that is shown is still empty. */
  newChat(): void {
    this.show(this.current.empty ? this.current : this.chats.create());
  }

  dispose(): void {
    this.subscription.dispose();
    this.emitter.dispose();
  }

  private follow(chat: OpenChat): vscode.Disposable {
    return chat.store.onEvent((event) => this.emitter.fire(event));
  }
}
