import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PendingChanges } from './pending';

/** Shows Keep and Undo above each pending change. */
export class ChangeLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly pending: PendingChanges) {
    this.disposables = [
      this.changed,
      pending.onChange(() => this.changed.fire()),
      vscode.languages.registerCodeLensProvider([{ scheme: 'file' }, { scheme: 'vscode-remote' }], this),
    ];
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const hunks = this.pending.hunks(document);
    return hunks.flatMap(({ start, end, before, edited }, i) => {
      const at = new vscode.Range(Math.min(start, document.lineCount - 1), 0, Math.min(start, document.lineCount - 1), 0);
      const lens = (title: string, command: string) => new vscode.CodeLens(at, { title, command, arguments: [document.uri, start] });
      const what = t('change {0} of {1}: +{2} −{3}', i + 1, hunks.length, end - start, before.length);
      return [
        lens(`$(check) ${t('Keep')}`, 'ptk.changes.keep'),
        lens(`$(discard) ${edited ? t('Undo, with your edits in it') : t('Undo')}`, 'ptk.changes.undo'),
        lens(what, 'ptk.changes.show'),
      ];
    });
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }
}
