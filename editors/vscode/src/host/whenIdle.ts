import type * as vscode from 'vscode';
import { runningTurn } from '../shared/state/reduce';
import type { Store } from './store';

/** Runs an action when no turn is running, once for all requests until then. */
export class WhenIdle {
  private waiting: vscode.Disposable | undefined;

  constructor(private readonly store: Store, private readonly action: () => Promise<void>) {}

  request(): void {
    if (this.waiting) return;
    if (!runningTurn(this.store.state)) {
      void this.action();
      return;
    }
    this.waiting = this.store.onEvent(() => {
      if (runningTurn(this.store.state)) return;
      this.waiting?.dispose();
      this.waiting = undefined;
      void this.action();
    });
  }
}
