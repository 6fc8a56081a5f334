import * as vscode from 'vscode';
import type { PendingChanges } from './pending';

const delayMs = 150;

/** Marks the pending changes in the editors and their rulers. */
export class ChangeDecorations implements vscode.Disposable {
  private readonly added = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('diffEditor.insertedLineBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.addedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  private readonly removed = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderWidth: '2px 0 0 0',
    borderStyle: 'solid',
    borderColor: new vscode.ThemeColor('editorGutter.deletedBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.deletedForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  private timer: NodeJS.Timeout | undefined;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly pending: PendingChanges) {
    this.disposables = [
      this.added,
      this.removed,
      pending.onChange(() => this.drawSoon()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => pending.sides(document.uri) && this.drawSoon()),
    ];
    this.draw();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private drawSoon(): void {
    this.timer ??= setTimeout(() => this.draw(), delayMs);
  }

  private draw(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const hunks = this.pending.hunks(document);
      const written = hunks.filter(({ start, end }) => end > start);
      const gone = hunks.filter(({ start, end }) => end === start);
      editor.setDecorations(this.added, written.map(({ start, end }) => linesOf(document, start, end)));
      editor.setDecorations(this.removed, gone.map(({ start }) => linesOf(document, start, start + 1)));
    }
  }
}

/** Returns the range of lines, the end exclusive. */
function linesOf(document: vscode.TextDocument, start: number, end: number): vscode.Range {
  const line = (i: number) => Math.max(0, Math.min(i, document.lineCount - 1));
  return new vscode.Range(line(start), 0, line(end - 1), 0);
}
