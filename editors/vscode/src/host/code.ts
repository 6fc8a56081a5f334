// What the user does with the code of an answer.
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { placeCode } from './placeCode';

/** Puts the code where the cursor is, in place of what is selected. */
export async function insertCode(code: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (!editor) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: code }));
    return;
  }
  await editor.edit((edit) => editor.selections.forEach((selection) => edit.replace(selection, code)));
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}

/** Shows what the code would change, in VS Code's own preview, which applies it when the user agrees. */
export async function applyCode(code: string, path?: string): Promise<void> {
  const document = await documentFor(path);
  if (!document) {
    void vscode.window.showInformationMessage(t('Open the file that the code is for, and apply it again.'));
    return;
  }
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const selected = editor && !editor.selection.isEmpty ? { start: document.offsetAt(editor.selection.start), end: document.offsetAt(editor.selection.end) } : undefined;
  const { start, end, text } = placeCode(document.getText(), code, selected);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  edit.replace(document.uri, range, text, { needsConfirmation: true, label: t('Code from the chat') });
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

/** The file of the workspace that the code block names, else the one that the user looks at. */
async function documentFor(path: string | undefined): Promise<vscode.TextDocument | undefined> {
  const active = (vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0])?.document;
  if (!path || path.startsWith('/') || path.split('/').includes('..')) return active;
  const candidates = (vscode.workspace.workspaceFolders ?? []).map((folder) => vscode.Uri.joinPath(folder.uri, path));
  const found = await Promise.all(candidates.map((uri) => vscode.workspace.fs.stat(uri).then(() => uri, () => undefined))); // undefined: there is none
  const uri = found.find((one) => one !== undefined);
  if (uri) return vscode.workspace.openTextDocument(uri);
  return active;
}
