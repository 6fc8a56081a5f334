import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FileDiff } from '../../shared/protocol';
import { readFile } from '../editor/readFile';
import { nameOf } from '../editor/documents';
import { sidesOf } from './hunks';

const scheme = 'ptk-applied';

/** Shows applied changes in the diff editor: the earlier text beside the file. */
export class AppliedChanges implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  async open(toolCallId: string, { uri, unified }: FileDiff): Promise<void> {
    const file = vscode.Uri.parse(uri);
    const present = await readFile(uri).catch(() => undefined); // it may be deleted
    const { before, after, whole } = sidesOf(present?.text ?? '', unified);
    const left = this.add(file, `${toolCallId}-before`, before);
    const right = whole && present ? file : this.add(file, `${toolCallId}-after`, after);
    const title = whole ? t('{0} (before and now)', nameOf(file)) : t('{0} (this change only; the file has changed since)', nameOf(file));
    await vscode.commands.executeCommand('vscode.diff', left, right, title);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.registered.dispose();
  }

  private add(file: vscode.Uri, query: string, text: string): vscode.Uri {
    const uri = file.with({ scheme, query });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}
