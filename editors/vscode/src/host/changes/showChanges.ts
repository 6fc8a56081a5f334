import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChangedFile } from '../../shared/protocol';
import { nameOf } from '../editor/documents';
import { readFile } from '../editor/readFile';
import { showInformation } from '../notifications';
import type { Server } from '../server';
import type { Store } from '../store';
import { requestChanges } from './requestChanges';

const scheme = 'ptk-changes';

/** Shows what turns changed: one file in the diff editor, or all in one editor. */
export class ShowChanges implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly server: Server, private readonly store: Store) {}

  /** Shows all files that the turn changed, or all turns of the conversation. */
  async showAll(turnId?: string): Promise<void> {
    const { files, turns } = await requestChanges(this.server, this.store, { texts: true, ...(turnId !== undefined && { turnId }) });
    if (files.length === 0) {
      const undone = turns.some((turn) => turn.undone);
      void showInformation(undone ? t('PTK: these changes are undone.') : t('PTK: no file was changed in this chat.'));
      return;
    }
    const sides = await Promise.all(files.map((file) => this.sides(file, turnId)));
    const title = turnId === undefined ? t('Changes of this chat') : t('Changes of this turn');
    await vscode.commands.executeCommand('vscode.changes', title, sides.map(({ file, left, right }) => [file, left, right]));
  }

  /** Shows one file of a turn. */
  async showFile(turnId: string, uri: string): Promise<void> {
    const { files } = await requestChanges(this.server, this.store, { turnId, texts: true });
    const changed = files.find((file) => file.uri === uri);
    if (!changed) {
      await vscode.window.showTextDocument(vscode.Uri.parse(uri)); // it is undone
      return;
    }
    const { file, left, right, whole } = await this.sides(changed, turnId);
    const title = whole ? t('{0} (before and now)', nameOf(file)) : t('{0} (this change only; the file has changed since)', nameOf(file));
    await vscode.commands.executeCommand('vscode.diff', left ?? this.nothing(file), right ?? this.nothing(file), title);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.registered.dispose();
  }

  /** Returns both sides. The right one is the file itself, unless it has changed since the turn; undefined if there is no file. */
  private async sides({ uri, kind, before, after }: ChangedFile, turnId = 'all') {
    const file = vscode.Uri.parse(uri);
    const present = await readFile(uri).catch(() => undefined);
    const left = kind === 'create' ? undefined : this.add(file, `${turnId}-before`, before ?? t('(no text)'));
    const whole = turnId === 'all' || present === undefined || after === undefined || isSame(present.text, after);
    if (kind === 'delete') return { file, left, right: undefined, whole: true };
    return { file, left, right: whole && present ? file : this.add(file, `${turnId}-after`, after ?? t('(no text)')), whole };
  }

  private nothing(file: vscode.Uri): vscode.Uri {
    return this.add(file, 'nothing', '');
  }

  private add(file: vscode.Uri, query: string, text: string): vscode.Uri {
    const uri = file.with({ scheme, query });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

function isSame(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
}
