import * as vscode from 'vscode';
import type { Store } from '../store';
import { countLines, fileState, type FileState } from './fileState';
import type { PendingChanges } from './pending';

const delayMs = 200;

/** Tells the chat and the menus how much is pending. */
export class PendingSummary implements vscode.Disposable {
  private timer: NodeJS.Timeout | undefined;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly pending: PendingChanges, private readonly store: Store) {
    const soon = (uri?: vscode.Uri) => (!uri || pending.sides(uri)) && this.countSoon();
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    this.disposables = [
      watcher, watcher.onDidChange(soon), watcher.onDidCreate(soon), watcher.onDidDelete(soon),
      pending.onChange(() => soon()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => soon(document.uri)),
      store.onEvent((event) => event.type === 'undone' && soon()),
      vscode.window.onDidChangeActiveTextEditor(() => this.markEditor()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private countSoon(): void {
    this.timer ??= setTimeout(() => void this.count(), delayMs);
  }

  private async count(): Promise<void> {
    this.timer = undefined;
    const files = await pendingFiles(this.pending);
    const sums = files.map((file) => countLines(file));
    const sum = (side: 'added' | 'removed') => sums.reduce((all, one) => all + one[side], 0);
    this.store.dispatch({ type: 'pending', pending: { files: files.length, added: sum('added'), removed: sum('removed') } });
    void vscode.commands.executeCommand('setContext', 'ptk.changes.any', files.length > 0);
    this.markEditor();
  }

  private markEditor(): void {
    const document = vscode.window.activeTextEditor?.document;
    const here = document !== undefined && this.pending.hunks(document).length > 0;
    void vscode.commands.executeCommand('setContext', 'ptk.changes.here', here);
  }
}

/** Returns the files of which changes are pending, as they are now. */
export async function pendingFiles(pending: PendingChanges): Promise<FileState[]> {
  const states = await Promise.all(pending.uris.map((uri) => fileState(uri, pending.sides(uri) ?? { before: '', after: '' })));
  return states.filter((state) => state !== undefined);
}
