import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLabel } from '../escape';
import { findPath } from '../openFile';

/** The file that a code block is for. */
export interface ApplyTarget {
  uri: vscode.Uri;
  isNew: boolean;
}

const maxMatches = 20;

/**
 * Finds the file that a code block names, or where it is to be created. The user chooses if several files match, or if the
 * block names none; undefined if the user chooses nothing.
 */
export async function findTarget(path: string | undefined): Promise<ApplyTarget | undefined> {
  const relative = path === undefined ? undefined : relativePath(path);
  if (relative === undefined) return chooseFile();
  const exact = await findPath(relative);
  if (exact) return { uri: exact, isNew: false };
  const matches = await vscode.workspace.findFiles(`**/${relative.replace(/[[\]{}*?!]/g, '?')}`, undefined, maxMatches);
  if (matches.length > 0) return chooseMatch(relative, matches);
  return newFile(relative);
}

/** Returns the path relative to the workspace; undefined if it leads out of it. */
function relativePath(path: string): string | undefined {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => path.startsWith(`${uri.path}/`));
  const relative = (folder ? path.slice(folder.uri.path.length + 1) : path).replace(/^(?:\.\/)+/, '');
  return relative === '' || relative.startsWith('/') || relative.split('/').includes('..') ? undefined : relative;
}

/** A single match with directories in its path is certain; a bare name could also be a new file. */
async function chooseMatch(path: string, matches: readonly vscode.Uri[]): Promise<ApplyTarget | undefined> {
  const [only] = matches;
  if (only && matches.length === 1) return { uri: only, isNew: false };
  const items = matches.map((uri) => ({ label: escapeLabel(vscode.workspace.asRelativePath(uri)), choose: () => existing(uri) }));
  const create = { label: `$(new-file) ${t('Create {0}', escapeLabel(path))}`, choose: () => newFile(path) };
  return choose([...items, create], t('Several files match {0}', path));
}

async function newFile(path: string): Promise<ApplyTarget | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const create = ({ uri }: vscode.WorkspaceFolder) => Promise.resolve({ uri: vscode.Uri.joinPath(uri, path), isNew: true });
  const [only] = folders;
  if (only && folders.length === 1) return create(only);
  if (!only) return chooseFile();
  return choose(
    folders.map((folder) => ({ label: escapeLabel(folder.name), choose: () => create(folder) })),
    t('Folder for the new file {0}', path),
  );
}

/** Lets the user choose a file: an open one, the active one first, or any other. */
async function chooseFile(): Promise<ApplyTarget | undefined> {
  const open = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].flatMap((editor) =>
    editor ? [editor.document.uri] : [],
  );
  const tabs = vscode.window.tabGroups.all
    .flatMap(({ tabs: all }) => all)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  const uris = new Map(
    [...open, ...tabs].filter(({ scheme }) => scheme === 'file' || scheme === 'untitled').map((uri) => [uri.toString(), uri]),
  );
  const items = [...uris.values()].map((uri) => ({
    label: `$(file) ${escapeLabel(vscode.workspace.asRelativePath(uri))}`,
    choose: () => existing(uri),
  }));
  const other = { label: `$(folder-opened) ${t('Choose a File…')}`, choose: chooseOnDisk };
  const untitled = {
    label: `$(new-file) ${t('New File')}`,
    choose: async () => existing((await vscode.workspace.openTextDocument({ content: '' })).uri),
  };
  return choose([...items, other, untitled], t('Apply the code to'));
}

async function chooseOnDisk(): Promise<ApplyTarget | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [uri] =
    (await vscode.window.showOpenDialog({ openLabel: t('Apply'), title: t('Apply the code to'), ...(folder && { defaultUri: folder }) })) ??
    [];
  return uri && existing(uri);
}

function existing(uri: vscode.Uri): Promise<ApplyTarget> {
  return Promise.resolve({ uri, isNew: false });
}

interface Choice extends vscode.QuickPickItem {
  choose(): Promise<ApplyTarget | undefined>;
}

async function choose(items: readonly Choice[], title: string): Promise<ApplyTarget | undefined> {
  const chosen = await vscode.window.showQuickPick(items, { title: escapeLabel(title) });
  return chosen?.choose();
}
