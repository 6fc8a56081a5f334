import * as vscode from 'vscode';
import { emptyState, ownTurn } from '../../shared/state/reduce';
import { chatStep, sameChat } from '../../shared/state/chatNumber';
import type { ViewEvent, ViewState } from '../../shared/state/types';
import type { Chat } from '../chat';
import { ChatStore } from '../store';
import { OpenChat } from './openChat';


/** So many chats that are idle and not shown stay open, to switch back to them. */
const mostIdle = 10;

/** Makes what runs the turns of a chat. */
export type MakeChat = (store: ChatStore) => Chat;

/** The chats that this window has open: those that are shown, those that run, and those that ended unseen. */
export class Chats implements vscode.Disposable {
  private readonly open: OpenChat[] = [];
  private readonly changes = new vscode.EventEmitter<void>();
  private readonly histories = new vscode.EventEmitter<void>();
  private readonly events = new vscode.EventEmitter<{ store: ChatStore; event: ViewEvent }>();
  private count = 0;
  /** What new chats begin with: the server, the models and the mode. */
  private base: ViewState = emptyState;
  private sharing = false;
  /** The marks and titles at the last change. */
  private shown = '';

  /** Reports whether the user sees the chat; set by the places that show chats. */
  isVisible: (chat: OpenChat) => boolean = () => false;
  /** Reports whether a place holds the chat, visible or not. */
  isHeld: (chat: OpenChat) => boolean = () => false;

  /** Keeps messages that did not reach the model before their turn ended unseen; a visible page puts them into its input. */
  keepUnsent: (chat: OpenChat, texts: readonly string[]) => void = () => {};

  /** Fires if a chat was added or removed, or its title or mark has changed. */
  readonly onChange = this.changes.event;
  /** Fires if a conversation of the history was created, renamed or deleted. */
  readonly onHistoryChange = this.histories.event;

  /** Fires after each event of any chat. */
  readonly onEvent = this.events.event;

  constructor(private readonly make: MakeChat) {}

  get all(): readonly OpenChat[] {
    return this.open;
  }

  /** Reports whether a turn runs in any chat. */
  get busy(): boolean {
    return this.open.some((chat) => chat.running);
  }

  create(): OpenChat {
    const store = new ChatStore({ ...this.base, chat: ++this.count * chatStep });
    const chat = new OpenChat(store, this.make(store));
    this.open.push(chat);
    let before = store.state;
    store.onEvent((event) => {
      this.share(event, store);
      this.events.fire({ store, event });
      if (ownTurn(before) && !chat.running) this.ended(chat, before.queued.map(({ text }) => text));
      before = store.state;
      this.update();
    });
    this.update();
    return chat;
  }

  /** Returns the chat of a conversation, if it is open. */
  find(conversationId: string): OpenChat | undefined {
    return this.open.find((chat) => chat.conversationId === conversationId);
  }

  /** Returns the chat whose state has, or had, that number. */
  withNumber(number: number): OpenChat | undefined {
    return this.open.find((chat) => sameChat(number, chat.number));
  }

  /** Returns the store that a question about a call of that conversation belongs to. */
  storeOf(conversationId: string): ChatStore | undefined {
    return this.find(conversationId)?.store;
  }

  /** Notes that the user sees the chat. */
  read(chat: OpenChat): void {
    chat.unread = false;
    this.update();
  }

  /** Notes that a place shows the chat no more: it is forgotten if it is empty, and so are the oldest of many that are idle. */
  release(chat: OpenChat): void {
    const idle = this.open.filter((one) => one.mark === 'idle' && !this.isHeld(one));
    const dropped = idle.filter((one) => one.empty && !one.draft?.text);
    const rest = idle.filter((one) => !dropped.includes(one) && one !== chat);
    for (const one of [...dropped, ...rest.slice(0, Math.max(0, rest.length - mostIdle))]) this.forget(one);
    this.update();
  }

  /** Tells the places that the history has changed. */
  historyChanged(): void {
    this.histories.fire();
  }

  dispose(): void {
    vscode.Disposable.from(...this.open, this.changes, this.histories, this.events).dispose();
  }

  private forget(chat: OpenChat): void {
    this.open.splice(this.open.indexOf(chat), 1);
    chat.dispose();
  }

  private ended(chat: OpenChat, queued: readonly string[]): void {
    const unseen = !this.isVisible(chat);
    chat.unread = unseen && chat.store.state.turns.length > 0;
    if (unseen && queued.length > 0) this.keepUnsent(chat, queued);
    this.historyChanged();
  }

  /** Passes on what all chats have in common, and keeps it for new ones. */
  private share(event: ViewEvent, from: ChatStore): void {
    const { server, model, models, mode, pending } = from.state;
    if (event.type === 'mode') this.base = { ...this.base, mode };
    if (this.sharing || !['server', 'model', 'pending'].includes(event.type)) return;
    this.base = { ...this.base, server, model, models, ...(pending && { pending }) };
    this.sharing = true;
    for (const { store } of this.open) if (store !== from) store.dispatch(event);
    this.sharing = false;
  }

  /** Fires a change if a list of the chats would look different. */
  private update(): void {
    const now = JSON.stringify(this.open.map((chat) => [chat.number, chat.mark, chat.title, chat.conversationId]));
    if (now === this.shown) return;
    this.shown = now;
    this.changes.fire();
  }
}
