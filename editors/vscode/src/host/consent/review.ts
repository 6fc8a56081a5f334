// Proposed changes in VS Code's diff editor: on the left the file as it is, on the right the proposal. The user may
// take hunks back there, or write something else: what stands on the right is what is allowed.
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
    void closeTabs(() => true); // of a window that was reloaded; nobody waits for them
  }

  async open(question: ApproveParams, uri?: string): Promise<void> {
    const diffs = question.diff ?? [];
    const wanted = Math.max(0, diffs.findIndex((diff) => diff.uri === uri));
    // One after the other, so that the first is in front, or the one that is wanted.
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
    const present = await this.present(diff, proposed);
    await vscode.commands.executeCommand('vscode.diff', present, proposed, title(diff, i, question.diff?.length ?? 1), { preview: false });
  }

  /** The file as it is; nothing where there is none yet. */
  private async present(diff: ApproveDiff, proposed: vscode.Uri): Promise<vscode.Uri> {
    const uri = vscode.Uri.parse(diff.uri);
    if (openDocument(diff.uri) || await exists(uri)) return uri;
    const nothing = proposed.with({ fragment: 'nothing' });
    this.files.add(nothing, '', false);
    return nothing;
  }
}

/** The call that a proposed text belongs to. */
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
