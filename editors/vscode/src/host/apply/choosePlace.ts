import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { nameOf } from '../editor/documents';
import { appendCode, placeCode, replaceWhole } from './merge';

/** Asks where the code belongs if that is not certain; returns the new text, or undefined if the user chooses nothing. */
export async function choosePlace(document: vscode.TextDocument, code: string, mayBeWhole: boolean): Promise<string | undefined> {
  const text = document.getText();
  const selection = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.selection;
  const items: (vscode.QuickPickItem & { result: string })[] = [];
  if (selection && !selection.isEmpty) {
    const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
    items.push({ label: `$(selection) ${t('Replace the Selection')}`, result: placeCode(text, code, start, end) });
  } else if (selection) {
    const at = document.offsetAt(new vscode.Position(selection.active.line, 0));
    const label = `$(insert) ${t('Insert Before Line {0}, at the Cursor', selection.active.line + 1)}`;
    items.push({ label, result: placeCode(text, code.endsWith('\n') ? `${code}\n` : `${code}\n\n`, at, at) });
  }
  items.push({ label: `$(arrow-down) ${t('Add at the End of the File')}`, result: appendCode(text, code) });
  const whole = { label: `$(replace-all) ${t('Replace the Whole File')}`, result: replaceWhole(text, code) };
  const all = mayBeWhole ? [whole, ...items] : [...items, whole];
  const title = t('Where does the code belong in {0}?', nameOf(document.uri));
  return (await vscode.window.showQuickPick(all, { title, placeHolder: t('You see the change before it is made') }))?.result;
}
