import * as vscode from 'vscode';
import { emptyState, reduce, runningTurn } from '../shared/state/reduce';
import type { ViewEvent, ViewState } from '../shared/state/types';

/** Holds the state of the chat, also while the webview is closed. */
export class Store implements vscode.Disposable {
  private current: ViewState = emptyState;
  private busy = false;
  private readonly emitter = new vscode.EventEmitter<ViewEvent>();

  /** Fires after each event has been applied. */
  readonly onEvent = this.emitter.event;

  get state(): ViewState {
    return this.current;
  }

  dispatch(event: ViewEvent): void {
    this.current = reduce(this.current, event);
    this.emitter.fire(event);
    const busy = runningTurn(this.current) !== undefined;
    if (busy === this.busy) return;
    this.busy = busy;
    void vscode.commands.executeCommand('setContext', 'ptk.busy', busy);
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
