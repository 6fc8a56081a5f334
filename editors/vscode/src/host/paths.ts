// Finds the files of the workspace that an answer names.
import * as vscode from 'vscode';

/** So many paths are looked for at once, and so many bare names in all folders. */
const [mostPaths, mostNames] = [100, 20];

/** Returns those of the paths that exist in the workspace. */
export async function existingPaths(paths: readonly string[]): Promise<string[]> {
  let names = 0;
  const found = await Promise.all(paths.slice(0, mostPaths).map((path) => resolvePath(path, isBare(path) ? names++ < mostNames : false)));
  return paths.filter((_, i) => found[i] !== undefined);
}

/** Returns the file or folder that a path names: in a folder of the workspace, or anywhere in it if the name stands alone. */
export async function resolvePath(path: string, searchName = isBare(path)): Promise<vscode.Uri | undefined> {
  const slashed = path.replaceAll('\\', '/');
  if (slashed.split('/').includes('..')) return undefined;
  const candidates = isAbsolute(slashed) ? [vscode.Uri.file(slashed)] : inFolders(slashed.replace(/^\.\//, ''));
  const found = await Promise.all(candidates.filter((uri) => vscode.workspace.getWorkspaceFolder(uri)).map(whereItExists));
  return found.find((uri) => uri !== undefined) ?? (searchName ? onlyFileNamed(slashed) : undefined);
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

function isBare(path: string): boolean {
  return !/[\\/]/.test(path);
}

function inFolders(path: string): vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => vscode.Uri.joinPath(folder.uri, path));
}

function whereItExists(uri: vscode.Uri): Thenable<vscode.Uri | undefined> {
  return vscode.workspace.fs.stat(uri).then(() => uri, () => undefined);
}

/** Returns the file with that name, if there is just one. */
async function onlyFileNamed(name: string): Promise<vscode.Uri | undefined> {
  const [first, second] = await vscode.workspace.findFiles(`**/${name.replaceAll(/[[\]{}*?]/g, '[$&]')}`, undefined, 2);
  return second ? undefined : first;
}
