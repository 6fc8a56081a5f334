import * as vscode from 'vscode';

/** The scheme of proposed files. */
export const proposedScheme = 'ptk-proposed';

/** Makes VS Code read the text as UTF-8, whatever `files.encoding` is. */
const byteOrderMark = '\uFEFF';

interface Proposed { bytes: Uint8Array; mtime: number; editable: boolean; mark: string }

/** The proposed contents of files, in memory; the user may edit them in the diff editor. */
export class ProposedFiles implements vscode.FileSystemProvider {
  private readonly files = new Map<string, Proposed>();
  private readonly emitter = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.emitter.event;

  /** Adds a file unless it exists. */
  add(uri: vscode.Uri, text: string, editable: boolean): void {
    if (this.files.has(uri.toString())) return;
    const mark = isReadAsUtf8(uri) ? '' : byteOrderMark;
    this.files.set(uri.toString(), { bytes: new TextEncoder().encode(mark + text), mtime: Date.now(), editable, mark });
  }

  /** Returns the saved text. */
  text(uri: vscode.Uri): string | undefined {
    const file = this.files.get(uri.toString());
    return file && new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes).slice(file.mark.length);
  }

  /** Deletes the files that match. */
  forget(matches: (uri: vscode.Uri) => boolean): void {
    for (const uri of this.files.keys()) if (matches(vscode.Uri.parse(uri))) this.files.delete(uri);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, mtime, editable } = this.find(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
    return editable ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.find(uri).bytes;
  }

  /** Saves a file; a file whose question was answered is gone, so the text is dropped. */
  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const file = this.files.get(uri.toString());
    if (!file) return;
    if (!file.editable) throw vscode.FileSystemError.NoPermissions(uri);
    this.files.set(uri.toString(), { ...file, bytes, mtime: file.mtime + 1 });
  }

  /** Does nothing: only the editor changes these files. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  private find(uri: vscode.Uri): Proposed {
    const file = this.files.get(uri.toString());
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }
}

function isReadAsUtf8(uri: vscode.Uri): boolean {
  const files = vscode.workspace.getConfiguration('files', uri);
  return files.get('encoding') === 'utf8' && files.get('autoGuessEncoding') !== true;
}
