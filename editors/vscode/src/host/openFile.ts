import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { showInformation, showWarning } from './notifications';
import { resolvePath } from './paths';

/** Opens a file at a line, or with the lines up to `endLine` selected, both counted from 0. */
export async function openFile(uri: string, line?: number, endLine?: number): Promise<void> {
  try {
    const target = vscode.Uri.parse(uri, true);
    if (!readable(target)) throw new Error(t('it is not in this workspace'));
    if (await isFolder(target)) {
      await vscode.commands.executeCommand('revealInExplorer', target);
      return;
    }
    const selection = line === undefined ? undefined : rangeOf(line, endLine);
    await vscode.window.showTextDocument(target, { preview: true, ...(selection && { selection }) });
  } catch (e) {
    void showWarning(t("PTK can't open {0}: {1}", uri, e instanceof Error ? e.message : String(e)));
  }
}

/** Opens a file by its path in the workspace. */
export async function openPath(path: string, line?: number, endLine?: number): Promise<void> {
  const uri = await resolvePath(path);
  if (uri) await openFile(uri.toString(), line, endLine);
  else void showInformation(t('There is no file {0} in this workspace.', path));
}

/** Returns the place at the start of a line, or the lines up to `endLine`. */
function rangeOf(line: number, endLine: number | undefined): vscode.Range {
  if (endLine === undefined || endLine < line) return new vscode.Range(line, 0, line, 0);
  return new vscode.Range(line, 0, endLine, Number.MAX_SAFE_INTEGER);
}

/** Returns the file with that path in one of the workspace's folders, if there is one. */
export async function findPath(path: string): Promise<vscode.Uri | undefined> {
  if (path.startsWith('/') || path.split('/').includes('..')) return undefined;
  const candidates = (vscode.workspace.workspaceFolders ?? []).map((folder) => vscode.Uri.joinPath(folder.uri, path));
  const found = await Promise.all(
    candidates.map((uri) =>
      vscode.workspace.fs.stat(uri).then(
        () => uri,
        () => undefined,
      ),
    ),
  ); // undefined: it does not exist
  return found.find((uri) => uri !== undefined);
}

/** Reports whether there is a folder at the URI. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => type === vscode.FileType.Directory,
    () => false,
  );
}

/** Accepts files and untitled documents, but no scheme that loads or generates content. */
function readable(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' || uri.scheme === 'untitled' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
