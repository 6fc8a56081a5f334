import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ResponseError, type LanguageClient } from 'vscode-languageclient/node';
import type { ChatResult } from '../shared/protocol';
import { commitQuestion, messageIn } from './commitQuestion';
import { showError, showInformation, showProgress } from './notifications';
import { sendRequest } from './requests';
import type { Server } from './server';

/** The part of the API of the built-in git extension that is used here. */
interface GitApi {
  readonly repositories: readonly Repository[];
  getRepository(uri: vscode.Uri): Repository | null;
}
interface Repository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  diff(staged?: boolean): Promise<string>;
  log(options: { maxEntries: number }): Promise<{ message: string }[]>;
}

const requestCancelled = -32800;
/** How many earlier commits show the model the style of the repository. */
const examples = 8;

/** Registers the command behind the button of source control. */
export function commitMessageCommand(server: Server): vscode.Disposable {
  return vscode.commands.registerCommand('ptk.writeCommitMessage', async (source?: unknown) => {
    try {
      await writeCommitMessage(server, source);
    } catch (e) {
      void showError(t('The commit message could not be written: {0}', e instanceof Error ? e.message : String(e)));
    }
  });
}

/** Writes a commit message for what is staged, or for all changes if nothing is, into the input of source control. */
async function writeCommitMessage(server: Server, source: unknown): Promise<void> {
  const repository = await repositoryOf(source);
  if (!repository) return;
  const staged = await repository.diff(true);
  const diff = staged.trim() === '' ? await repository.diff(false) : staged;
  if (diff.trim() === '') {
    void showInformation(t('There is nothing to commit.'));
    return;
  }
  const { client } = server;
  if (!client) {
    void showError(t('The server is not running.'));
    return;
  }
  const subjects = await recentSubjects(repository);
  const title = staged.trim() === '' ? t('Writing a commit message for all changes…') : t('Writing a commit message for what is staged…');
  const progress = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const message = await showProgress(progress, (token) => ask(client, diff, subjects, token));
  if (message) await put(repository, message);
}

/** Sets the message, and offers to put the one before back. */
async function put({ inputBox }: Repository, message: string): Promise<void> {
  const before = inputBox.value;
  inputBox.value = message;
  if (before.trim() === '') return;
  const undo = t('Undo');
  if ((await showInformation(t('The commit message was replaced.'), undo)) === undo) inputBox.value = before;
}

/** Asks the model in a conversation of its own, which is deleted again; undefined if the user cancelled. */
async function ask(
  client: LanguageClient, diff: string, subjects: readonly string[], token: vscode.CancellationToken,
): Promise<string | undefined> {
  let conversationId: string | undefined;
  try {
    const result = await sendRequest(client, 'ptk/chat', commitQuestion(diff, subjects), token);
    ({ conversationId } = result);
    if (!result.success) throw new Error(result.error?.message ?? t('The answer could not be completed.'));
    if (result.model.startsWith('offline/')) throw new Error(t('Set up a language model first.'));
    return messageIn(result.content);
  } catch (e) {
    if (e instanceof ResponseError) conversationId = (e.data as ChatResult | undefined)?.conversationId;
    if (token.isCancellationRequested || (e instanceof ResponseError && e.code === requestCancelled)) return undefined;
    void showError(t('The commit message could not be written: {0}', e instanceof Error ? e.message : String(e)));
    return undefined;
  } finally {
    // If it can't be deleted it does no harm.
    if (conversationId) await sendRequest(client, 'ptk/deleteConversation', { conversationId }).catch(() => {});
  }
}

async function recentSubjects(repository: Repository): Promise<string[]> {
  try {
    const commits = await repository.log({ maxEntries: examples });
    return commits.map(({ message }) => message.split('\n', 1)[0] ?? '').filter((subject) => subject !== '');
  } catch {
    return []; // there are no commits yet
  }
}

/** Returns the repository of the source control whose button was clicked, else the only one, else the one that the user chooses. */
async function repositoryOf(source: unknown): Promise<Repository | undefined> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
  const git = extension && (await extension.activate()).getAPI(1);
  const root = (source as { rootUri?: unknown } | undefined)?.rootUri;
  if (git && root instanceof vscode.Uri) return git.getRepository(root) ?? undefined;
  if (!git || git.repositories.length === 0) {
    void showInformation(t('There is no git repository in this window.'));
    return undefined;
  }
  if (git.repositories.length === 1) return git.repositories[0];
  const items = git.repositories.map((repository) => ({ label: vscode.workspace.asRelativePath(repository.rootUri), repository }));
  return (await vscode.window.showQuickPick(items, { title: t('Write a commit message for') }))?.repository;
}
