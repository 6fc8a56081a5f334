import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { nameOf } from '../editor/documents';
import { askModal, showError, showInformation, showWarning } from '../notifications';
import { fileState } from './fileState';
import { keepHunk, type Hunk } from './hunks';
import { goToChange } from './navigate';
import type { PendingChanges } from './pending';
import type { ShowChanges } from './showChanges';
import { pendingFiles } from './summary';
import { undoFiles, undoHunks } from './undo';

/** Registers the commands that keep, undo and show the changes of PTK. */
export function changeCommands(pending: PendingChanges, shown: ShowChanges): vscode.Disposable[] {
  const go = async (forward: boolean) => {
    if (!(await goToChange(pending, forward))) void showInformation(t('PTK: there is no change to keep or undo.'));
  };
  const commands: Record<string, (...args: unknown[]) => unknown> = {
    'ptk.changes.keep': (uri, line) => atHunk(pending, uri, line, (found) => keep(pending, found)),
    'ptk.changes.undo': (uri, line) => atHunk(pending, uri, line, ({ document, hunk }) => undo(document, [hunk])),
    'ptk.changes.show': (uri) => showPending(pending, uri),
    'ptk.changes.keepFile': (uri) => keepFile(pending, uri),
    'ptk.changes.undoFile': (uri) => undoFile(pending, uri),
    'ptk.changes.keepAll': () => pending.keep(pending.uris),
    'ptk.changes.undoAll': () => undoAll(pending),
    'ptk.changes.next': () => go(true),
    'ptk.changes.previous': () => go(false),
    'ptk.changes.showChat': () => shown.showAll(),
  };
  return Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, (...args: unknown[]) => reporting(run, args)));
}

async function reporting(run: (...args: unknown[]) => unknown, args: unknown[]): Promise<void> {
  try {
    await run(...args);
  } catch (e) {
    void showError(`PTK: ${e instanceof Error ? e.message : String(e)}`);
  }
}

/** A change in a document. */
interface Found {
  document: vscode.TextDocument;
  hunks: readonly Hunk[];
  hunk: Hunk;
}

/** Calls `act` with the change that begins at the line of the arguments, else with that at the cursor. */
async function atHunk(pending: PendingChanges, uri: unknown, line: unknown, act: (found: Found) => unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
  if (!document) return;
  const hunks = pending.hunks(document);
  const cursor = editor?.selection.active.line ?? 0;
  const hunk = typeof line === 'number'
    ? hunks.find(({ start }) => start === line)
    : hunks.find(({ start, end }) => start <= cursor && cursor < Math.max(end, start + 1));
  if (hunk) await act({ document, hunks, hunk });
  else void showInformation(t('PTK: there is no change here. Go to the next one with “PTK: Next Change”.'));
}

function keep(pending: PendingChanges, { document, hunks, hunk }: Found): void {
  if (hunks.length === 1) pending.keep([document.uri]);
  else pending.set(document.uri, keepHunk(document.getText(), hunks, hunk));
}

async function undo(document: vscode.TextDocument, hunks: readonly Hunk[]): Promise<void> {
  if (!(await undoHunks(document, hunks))) void showWarning(t('{0} could not be changed.', nameOf(document.uri)));
}

function fileOf(uri: unknown): vscode.Uri | undefined {
  return uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
}

function keepFile(pending: PendingChanges, argument: unknown): void {
  const uri = fileOf(argument);
  if (uri) pending.keep([uri]);
}

async function undoFile(pending: PendingChanges, argument: unknown): Promise<void> {
  const uri = fileOf(argument);
  const sides = uri && pending.sides(uri);
  const state = sides && (await fileState(uri, sides));
  if (state) tellLeft(await undoFiles([state]));
}

async function undoAll(pending: PendingChanges): Promise<void> {
  const files = await pendingFiles(pending);
  if (files.length === 0) return;
  const button = t('Undo All');
  const names = files.map(({ uri }) => vscode.workspace.asRelativePath(uri)).slice(0, 12);
  const more = files.length > names.length ? [t('{0} more', files.length - names.length)] : [];
  const title = files.length === 1 ? t('Undo the changes of 1 file?') : t('Undo the changes of {0} files?', files.length);
  if ((await askModal(title, [...names, ...more].join('\n'), button)) === button) tellLeft(await undoFiles(files));
}

function tellLeft(kept: readonly vscode.Uri[] | undefined): void {
  if (!kept) void showWarning(t('PTK: the changes could not be undone.'));
  else if (kept.length > 0)
    void showWarning(t('PTK left new files as they are, since you have changed them: {0}', kept.map((uri) => nameOf(uri)).join(', ')));
}

/** Shows all that is pending in one editor. */
async function showPending(pending: PendingChanges, argument: unknown): Promise<void> {
  const files = await pendingFiles(pending);
  const own = argument instanceof vscode.Uri ? files.filter(({ uri }) => uri.toString() === argument.toString()) : files;
  if (own.length === 0) {
    void showInformation(t('PTK: there is no change to keep or undo.'));
    return;
  }
  const rows = own.map(({ uri, sides, text }) => [
    uri, sides.before === undefined ? undefined : uri.with({ scheme: beforeScheme, query: 'before' }), text === undefined ? undefined : uri,
  ]);
  await vscode.commands.executeCommand('vscode.changes', t('Changes to keep or undo'), rows);
}

/** The scheme of the files before the pending changes. */
const beforeScheme = 'ptk-before';

/** Provides the texts before the pending changes. */
export function beforeTexts(pending: PendingChanges): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const before = (uri: vscode.Uri) => uri.with({ scheme: beforeScheme, query: 'before' });
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => {
      const file = pending.uris.find((one) => before(one).toString() === uri.toString());
      return (file && pending.sides(file)?.before) ?? '';
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(beforeScheme, provider),
    pending.onChange(() => pending.uris.forEach((uri) => changed.fire(before(uri)))),
  );
}
