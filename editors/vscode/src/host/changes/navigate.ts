import * as vscode from 'vscode';
import { fileState } from './fileState';
import type { Hunk } from './hunks';
import type { PendingChanges } from './pending';

/** Moves the cursor to the next pending change, or the previous one; after the last of a file follows the next file. */
export async function goToChange(pending: PendingChanges, forward: boolean): Promise<boolean> {
  const editor = vscode.window.activeTextEditor;
  const here = editor && pending.hunks(editor.document);
  const beyond = editor && here && nextHunk(here, editor.selection.active.line, forward);
  if (editor && beyond) {
    show(editor, beyond.start);
    return true;
  }
  const uris = pending.uris;
  const at = uris.findIndex((uri) => uri.toString() === editor?.document.uri.toString());
  return showFirst(pending, inOrder(uris, at, forward), forward);
}

/** Returns the files in the order in which they are visited: those beyond the present one, then the others, the present one last. */
function inOrder(uris: readonly vscode.Uri[], at: number, forward: boolean): readonly vscode.Uri[] {
  if (forward) return [...uris.slice(at + 1), ...uris.slice(0, at + 1)];
  return at < 0 ? uris.toReversed() : [...uris.slice(0, at).toReversed(), ...uris.slice(at).toReversed()];
}

function nextHunk(hunks: readonly Hunk[], line: number, forward: boolean): Hunk | undefined {
  return forward ? hunks.find(({ start }) => start > line) : hunks.findLast(({ start }) => start < line);
}

async function showFirst(pending: PendingChanges, uris: readonly vscode.Uri[], forward: boolean): Promise<boolean> {
  const states = await Promise.all(uris.map((uri) => fileState(uri, pending.sides(uri) ?? { before: '', after: '' })));
  const found = states.find((state) => state?.text !== undefined); // of others nothing is left, or the file is gone
  if (!found) return false;
  const editor = await vscode.window.showTextDocument(found.uri, { preview: false });
  const hunks = pending.hunks(editor.document);
  show(editor, (forward ? hunks[0] : hunks.at(-1))?.start ?? 0);
  return true;
}

function show(editor: vscode.TextEditor, line: number): void {
  const at = new vscode.Position(Math.min(line, editor.document.lineCount - 1), 0);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
