import * as vscode from 'vscode';
import { ownTurn } from '../../shared/state/reduce';
import type { ViewEvent, ViewState } from '../../shared/state/types';
import type { Chat } from '../chat';
import type { Store } from '../store';
import type { Chats } from './chats';
import type { OpenChat } from './openChat';
import type { Surface } from './surface';

/** All places that show chats. As a store it is that of the place that the user works in. */
export class Surfaces implements Store, vscode.Disposable {
  private readonly all = new Set<Surface>();
  private readonly emitter = new vscode.EventEmitter<ViewEvent>();
  private readonly subscriptions = new Map<Surface, vscode.Disposable>();
  private current: Surface;
  private busy = false;

  readonly onEvent = this.emitter.event;

  /** `main` is the view in the side bar, which is always there. */
  constructor(chats: Chats, readonly main: Surface) {
    this.current = main;
    this.add(main);
    chats.isVisible = (chat) => this.places(chat).some((place) => place.visible);
    chats.isHeld = (chat) => this.places(chat).length > 0;
  }

  /** The place that the user worked in last. */
  get active(): Surface {
    return this.current;
  }

  get chat(): Chat {
    return this.current.chat;
  }

  get state(): ViewState {
    return this.current.state;
  }

  dispatch(event: ViewEvent): void {
    this.current.dispatch(event);
  }

  add(surface: Surface): void {
    this.all.add(surface);
    this.subscriptions.set(surface, surface.onEvent((event) => surface === this.current && this.pass(event)));
  }

  remove(surface: Surface): void {
    this.all.delete(surface);
    this.subscriptions.get(surface)?.dispose();
    this.subscriptions.delete(surface);
    if (surface === this.current) this.activate(this.main);
  }

  activate(surface: Surface): void {
    if (surface === this.current) return;
    this.current = surface;
    this.pass({ type: 'shown' });
  }

  /** Returns the places that show the chat, visible ones first. */
  places(chat: OpenChat): Surface[] {
    return [...this.all].filter((place) => place.shown === chat).toSorted((a, b) => Number(b.visible) - Number(a.visible));
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions.values(), ...this.all, this.emitter).dispose();
  }

  private pass(event: ViewEvent): void {
    this.emitter.fire(event);
    const busy = ownTurn(this.state) !== undefined;
    if (busy === this.busy) return;
    this.busy = busy;
    void vscode.commands.executeCommand('setContext', 'ptk.busy', busy);
  }
}
