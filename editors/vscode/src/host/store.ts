import * as vscode from 'vscode';
import { emptyState, reduce, runningTurn } from '../shared/state/reduce';
import type { ViewEvent, ViewState } from '../shared/state/types';

/** The chat as it stands. It outlives the view, which is closed and opened at the user's will. */
export class Store implements vscode.Disposable {
  private current: ViewState = emptyState;
  private busy = false;
  private readonly emitter = new vscode.EventEmitter<ViewEvent>();

  /** Tells each event after it has been applied. */
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
