import * as vscode from 'vscode';

/** Inserts the code at the cursor, or replaces the selection. */
export async function insertCode(code: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (!editor) {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: code }));
    return;
  }
  await editor.edit((edit) => editor.selections.forEach((selection) => edit.replace(selection, code)));
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}
