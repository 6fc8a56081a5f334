import type * as vscode from 'vscode';

/** What may be busy. */
interface Work {
  readonly busy: boolean;
  readonly onChange: vscode.Event<void>;
}

/** Runs an action when no turn is running in any chat, once for all requests until then. */
export class WhenIdle {
  private waiting: vscode.Disposable | undefined;

  constructor(private readonly work: Work, private readonly action: () => Promise<void>) {}

  request(): void {
    if (this.waiting) return;
    if (!this.work.busy) {
      void this.action();
      return;
    }
    this.waiting = this.work.onChange(() => {
      if (this.work.busy) return;
      this.waiting?.dispose();
      this.waiting = undefined;
      void this.action();
    });
  }
}
