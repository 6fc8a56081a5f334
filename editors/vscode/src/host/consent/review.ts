// Proposed changes in the diff editor: the current file on the left, the proposal on the right. The user may revert hunks or
// edit the right side; its text is what will be written.
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApprovedFile, ApproveDiff, ApproveParams } from '../../shared/protocol';
import { nameOf, openDocument } from '../editor/documents';
import type { Reviewer } from './approvals';
import { ProposedFiles, proposedScheme } from './proposedFiles';

export class Review implements Reviewer, vscode.Disposable {
  private readonly files = new ProposedFiles();
  private readonly registered = vscode.workspace.registerFileSystemProvider(proposedScheme, this.files, { isCaseSensitive: true });

  constructor() {
    void closeTabs(() => true); // left open by a reload of the window
  }

  async open(question: ApproveParams, uri?: string): Promise<void> {
    const diffs = question.diff ?? [];
    const wanted = Math.max(0, diffs.findIndex((diff) => diff.uri === uri));
    // One after the other, so that the wanted file, or the first, is active at the end.
    const order = [...diffs.keys()].toReversed().toSorted((a, b) => Number(a === wanted) - Number(b === wanted));
    await order.reduce((before, i) => before.then(() => this.show(question, diffs[i] as ApproveDiff, i)), Promise.resolve());
  }

  async changed(question: ApproveParams): Promise<ApprovedFile[]> {
    return (question.diff ?? []).flatMap((diff) => {
      const uri = proposedUri(question, diff);
      const document = openDocument(uri.toString());
      const newText = document?.isDirty ? document.getText() : this.files.text(uri);
      return newText === undefined || newText === diff.newText ? [] : [{ uri: diff.uri, newText }];
    });
  }

  close(toolCallId: string): void {
    void closeTabs((id) => id === toolCallId).finally(() => this.files.forget((uri) => toolCallOf(uri) === toolCallId));
  }

  dispose(): void {
    this.registered.dispose();
  }

  private async show(question: ApproveParams, diff: ApproveDiff, i: number): Promise<void> {
    const proposed = proposedUri(question, diff);
    this.files.add(proposed, diff.newText, question.toolKind === 'edit');
    const current = await this.currentFile(diff, proposed);
    await vscode.commands.executeCommand('vscode.diff', current, proposed, title(diff, i, question.diff?.length ?? 1), { preview: false });
  }

  /** Returns the current file, or an empty one if it does not exist yet. */
  private async currentFile(diff: ApproveDiff, proposed: vscode.Uri): Promise<vscode.Uri> {
    const uri = vscode.Uri.parse(diff.uri);
    if (openDocument(diff.uri) || await exists(uri)) return uri;
    const nothing = proposed.with({ fragment: 'nothing' });
    this.files.add(nothing, '', false);
    return nothing;
  }
}

/** Returns the id of the tool call that a proposed file belongs to. */
export function toolCallOf(uri: vscode.Uri): string | undefined {
  return uri.scheme === proposedScheme ? uri.query : undefined;
}

function proposedUri(question: ApproveParams, diff: ApproveDiff): vscode.Uri {
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(diff.uri));
  return vscode.Uri.from({ scheme: proposedScheme, path: `/${path.replace(/^\//, '')}`, query: question.toolCallId });
}

function title(diff: ApproveDiff, i: number, all: number): string {
  const name = nameOf(vscode.Uri.parse(diff.uri));
  return all === 1 ? t('{0} (proposed change)', name) : t('{0} (proposed change {1} of {2})', name, i + 1, all);
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(() => true, () => false);
}

/** Closes the diff editors of calls, without a question about what the user changed there. */
async function closeTabs(wanted: (toolCallId: string) => boolean): Promise<void> {
  const isWanted = (uri: vscode.Uri) => {
    const id = toolCallOf(uri);
    return id !== undefined && wanted(id);
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && isWanted(input.modified));
  const dirty = vscode.workspace.textDocuments.filter((document) => document.isDirty && isWanted(document.uri));
  await Promise.all(dirty.map((document) => document.save()));
  await vscode.window.tabGroups.close(tabs, true);
}
