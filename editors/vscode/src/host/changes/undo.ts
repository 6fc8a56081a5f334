// Undoes changes by edits of the editor, so that its own undo brings them back.
import * as vscode from 'vscode';
import type { FileState } from './fileState';
import type { Hunk } from './hunks';

/** Undoes changes of a document. A document without unsaved changes is saved. */
export async function undoHunks(document: vscode.TextDocument, hunks: readonly Hunk[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  addHunks(edit, document, hunks);
  return applyAndSave(edit, [document]);
}

/** Undoes all changes of the files in one edit, and returns the files that were left alone, since the user has changed new ones. */
export async function undoFiles(files: readonly FileState[]): Promise<vscode.Uri[] | undefined> {
  const edit = new vscode.WorkspaceEdit();
  const changed = files.filter(({ text, sides }) => text !== undefined && sides.before !== undefined);
  const documents = await Promise.all(changed.map(({ uri }) => vscode.workspace.openTextDocument(uri)));
  documents.forEach((document, i) => addHunks(edit, document, changed[i]?.hunks ?? []));
  const kept: vscode.Uri[] = [];
  for (const { uri, sides, text } of files) {
    if (text === undefined) {
      edit.createFile(uri, { contents: new TextEncoder().encode(sides.before), ignoreIfExists: true });
    } else if (sides.before === undefined) {
      if (sameText(text, sides.after)) edit.deleteFile(uri, { ignoreIfNotExists: true });
      else kept.push(uri);
    }
  }
  return (await applyAndSave(edit, documents)) ? kept : undefined;
}

function addHunks(edit: vscode.WorkspaceEdit, document: vscode.TextDocument, hunks: readonly Hunk[]): void {
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  for (const hunk of hunks) edit.replace(document.uri, rangeOf(document, hunk), replacement(document, hunk, eol));
}

/** Returns the range of the lines of a change. At the end of the document it begins with the newline before them. */
function rangeOf(document: vscode.TextDocument, { start, end }: Hunk): vscode.Range {
  if (end < document.lineCount) return new vscode.Range(start, 0, end, 0);
  const last = document.lineAt(document.lineCount - 1).range.end;
  return new vscode.Range(start === 0 ? new vscode.Position(0, 0) : document.lineAt(start - 1).range.end, last);
}

function replacement({ lineCount }: vscode.TextDocument, { start, end, before }: Hunk, eol: string): string {
  if (end < lineCount) return before.map((line) => line + eol).join('');
  return start === 0 ? before.join(eol) : before.map((line) => eol + line).join('');
}

async function applyAndSave(edit: vscode.WorkspaceEdit, documents: readonly vscode.TextDocument[]): Promise<boolean> {
  const clean = documents.filter((document) => !document.isDirty);
  const applied = await vscode.workspace.applyEdit(edit);
  if (applied) await Promise.all(clean.map((document) => document.save()));
  return applied;
}

function sameText(a: string, b: string | undefined): boolean {
  return b !== undefined && a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
}
