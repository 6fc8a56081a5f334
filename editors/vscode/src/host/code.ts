// Inserts and applies the code of an answer.
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { nameOf } from './editor/documents';
import { findPath } from './openFile';
import { placeCode, type Placed } from './placeCode';
import { showInformation, showWarning } from './notifications';

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

/** The scheme of files with the code applied. */
const scheme = 'ptk-code';

/** Shows code of an answer as a change of a file, and applies it if the user agrees. */
export class CodePreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  private shown = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.registered.dispose();
  }

  /** Shows what the code changes in the file that the code block names, else in the active editor. */
  async apply(code: string, path?: string): Promise<void> {
    const document = await documentFor(path);
    if (!document) {
      void showInformation(t('Open the file that the code is for, and apply it again.'));
      return;
    }
    const placed = placeCode(document.getText(), code, selectionIn(document));
    const text = document.getText();
    const uri = document.uri.with({ scheme, query: String(++this.shown), fragment: '' });
    this.texts.set(uri.toString(), text.slice(0, placed.start) + placed.text + text.slice(placed.end));
    const name = nameOf(document.uri);
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, t('{0} (with the code of the chat)', name), { preview: true });
    const apply = t('Apply');
    const chosen = await showInformation(t('Apply the code of the chat to {0}?', name), apply, t('Discard'));
    await close(uri);
    this.texts.delete(uri.toString());
    if (chosen === apply) await put(document, text, placed);
  }
}

/** Changes the document without saving it, unless it was changed since the change was shown. */
async function put(document: vscode.TextDocument, shown: string, { start, end, text }: Placed): Promise<void> {
  if (document.getText() !== shown) {
    void showWarning(t('The file has been changed since. Apply the code again.'));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
  await vscode.workspace.applyEdit(edit);
  const at = document.positionAt(start);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

async function close(uri: vscode.Uri): Promise<void> {
  const isShown = ({ input }: vscode.Tab) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString();
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isShown));
}

function selectionIn(document: vscode.TextDocument): { start: number; end: number } | undefined {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  if (!editor || editor.selection.isEmpty) return undefined;
  return { start: document.offsetAt(editor.selection.start), end: document.offsetAt(editor.selection.end) };
}

/** Returns the document that the code block names, else the active one. */
async function documentFor(path: string | undefined): Promise<vscode.TextDocument | undefined> {
  const active = (vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0])?.document;
  const uri = path ? await findPath(path) : undefined;
  return uri ? vscode.workspace.openTextDocument(uri) : active;
}
