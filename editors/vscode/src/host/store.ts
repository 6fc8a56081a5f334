import * as vscode from 'vscode';
import { emptyState, reduce } from '../shared/state/reduce';
import type { ViewEvent, ViewState } from '../shared/state/types';

/** The state of a chat. */
export interface Store {
  readonly state: ViewState;
  /** Fires after each event has been applied. */
  readonly onEvent: vscode.Event<ViewEvent>;
  dispatch(event: ViewEvent): void;
}

/** Holds the state of one chat, also while no webview shows it. */
export class ChatStore implements Store, vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<ViewEvent>();

  readonly onEvent = this.emitter.event;

  constructor(private current: ViewState = emptyState) {}

  get state(): ViewState {
    return this.current;
  }

  dispatch(event: ViewEvent): void {
    this.current = reduce(this.current, event);
    this.emitter.fire(event);
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
