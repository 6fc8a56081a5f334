import type * as vscode from 'vscode';
import { runningTurn } from '../shared/state/reduce';
import type { Store } from './store';

/** Does something as soon as no question is being answered: once, however often it is asked for until then. */
export class WhenIdle {
  private waiting: vscode.Disposable | undefined;

  constructor(private readonly store: Store, private readonly work: () => Promise<void>) {}

  request(): void {
    if (this.waiting) return;
    if (!runningTurn(this.store.state)) {
      void this.work();
      return;
    }
    this.waiting = this.store.onEvent(() => {
      if (runningTurn(this.store.state)) return;
      this.waiting?.dispose();
      this.waiting = undefined;
      void this.work();
    });
  }
}
