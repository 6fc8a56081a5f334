import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { nameOf } from '../editor/documents';
import { showInformation, showWarning } from '../notifications';
import { choosePlace } from './choosePlace';
import { difference } from './difference';
import { findTarget, type ApplyTarget } from './findTarget';
import { mergeCode } from './merge';

/** The scheme of files with the code of an answer applied. */
export const codeScheme = 'ptk-code';

/** A change that is shown and not answered yet. */
interface Preview {
  target: ApplyTarget;
  code: string;
  /** The text of the file when the change was computed. */
  before: string;
  after: string;
}

/** Shows the code of an answer as a change of a file in the diff editor, until the user applies or discards it. */
export class CodePreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly previews = new Map<string, Preview>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly disposables = [
    vscode.workspace.registerTextDocumentContentProvider(codeScheme, this),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) =>
      closed.forEach((tab) => this.previews.delete(previewOf(tab)?.toString() ?? '')),
    ),
    vscode.commands.registerCommand('ptk.code.apply', (uri: unknown) => this.accept(uri)),
    vscode.commands.registerCommand('ptk.code.discard', (uri: unknown) => this.discard(uri)),
    this.changed,
  ];
  private count = 0;

  constructor() {
    void closeTabs(() => true); // left open by a reload of the window
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.previews.get(uri.toString())?.after ?? '';
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** Shows what the code changes in the file that its block names, or that the user chooses. */
  async show(code: string, path?: string): Promise<void> {
    const target = await findTarget(path);
    if (!target) return;
    const name = nameOf(target.uri);
    const document = target.isNew ? undefined : await vscode.workspace.openTextDocument(target.uri);
    const before = document?.getText() ?? '';
    const merged = mergeCode(before, code);
    if (merged.kind === 'same') {
      void showInformation(t('{0} already contains this code.', name));
      return;
    }
    const after = merged.kind === 'merged' ? merged.text : document && (await choosePlace(document, code, merged.mayBeWhole));
    if (after === undefined) return;
    const uri = target.uri.with({ scheme: codeScheme, query: String(++this.count), fragment: '' });
    this.previews.set(uri.toString(), { target, code, before, after });
    const present = document?.uri ?? uri.with({ query: 'empty' });
    const title = target.isNew ? t('{0} (new file from the chat)', name) : t('{0} (with the code of the chat)', name);
    await vscode.commands.executeCommand('vscode.diff', present, uri, title, { preview: false });
  }

  /** Changes the file as shown, without saving it; a new file is created. */
  private async accept(shown: unknown): Promise<void> {
    const uri = previewUri(shown);
    const preview = uri && this.previews.get(uri.toString());
    if (!uri || !preview || !(await this.isCurrent(uri, preview))) return;
    const { target, before, after } = preview;
    const edit = new vscode.WorkspaceEdit();
    if (target.isNew) edit.createFile(target.uri, { contents: new TextEncoder().encode(after) });
    const document = target.isNew ? undefined : await vscode.workspace.openTextDocument(target.uri);
    const { start, end, text } = difference(before, after);
    if (document) edit.replace(target.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
    if (!(await vscode.workspace.applyEdit(edit))) {
      void showWarning(t('{0} could not be changed.', nameOf(target.uri)));
      return;
    }
    await closeTabs((tab) => tab.toString() === uri.toString());
    const at = document?.positionAt(start) ?? new vscode.Position(0, 0);
    await vscode.window.showTextDocument(target.uri, { selection: new vscode.Range(at, at) });
  }

  private async discard(shown: unknown): Promise<void> {
    const uri = previewUri(shown);
    if (uri) await closeTabs((tab) => tab.toString() === uri.toString());
  }

  /** Reports whether the file is as it was; if not, the change is computed again and shown. */
  private async isCurrent(uri: vscode.Uri, preview: Preview): Promise<boolean> {
    const { target, code } = preview;
    const now = await vscode.workspace.openTextDocument(target.uri).then(
      (document) => document.getText(),
      () => undefined,
    ); // undefined: no file
    if (now === (target.isNew ? undefined : preview.before)) return true;
    const merged = mergeCode(now ?? '', code);
    if (merged.kind !== 'merged' || now === undefined) {
      void showWarning(t('{0} has changed since. Discard this and apply the code again.', nameOf(target.uri)));
      return false;
    }
    this.previews.set(uri.toString(), { code, before: now, after: merged.text, target: { uri: target.uri, isNew: false } });
    this.changed.fire(uri);
    void showWarning(t('{0} has changed since. Check the change again, then apply it.', nameOf(target.uri)));
    return false;
  }
}

function previewOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === codeScheme ? input.modified : undefined;
}

/** Returns the preview that a command is about: its argument, or the active tab. */
function previewUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri && argument.scheme === codeScheme) return argument;
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab && previewOf(activeTab);
}

async function closeTabs(isWanted: (uri: vscode.Uri) => boolean): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter((tab) => {
      const uri = previewOf(tab);
      return uri !== undefined && isWanted(uri);
    }),
  );
}
