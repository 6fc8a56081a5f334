import { mkdirSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { Sides } from './hunks';
import type { PendingChanges } from './pending';

/** The size of the file with the pending changes, in characters; if there are more, they end with the window. */
const most = 16_000_000;
const delayMs = 100;

/** Stores the pending changes in the extension's folder of the workspace. */
export class PendingMemory implements vscode.Disposable {
  private readonly file: vscode.Uri;
  private readonly watching: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pending: PendingChanges,
    private readonly folder: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.file = vscode.Uri.joinPath(folder, 'changes.json');
    this.watching = pending.onChange(() => this.saveSoon());
  }

  /** Reads what was pending when the window was closed. */
  async restore(): Promise<void> {
    const data = await vscode.workspace.fs.readFile(this.file).then((bytes) => new TextDecoder().decode(bytes), () => '[]');
    for (const { uri, sides } of readFiles(data)) if (!this.pending.sides(uri)) this.pending.set(uri, sides);
  }

  dispose(): void {
    this.watching.dispose();
    if (this.timer) this.saveNow();
  }

  private saveSoon(): void {
    this.timer ??= setTimeout(() => void this.save(), delayMs);
  }

  private async save(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      await vscode.workspace.fs.createDirectory(this.folder);
      await vscode.workspace.fs.writeFile(this.file, new TextEncoder().encode(this.data()));
    } catch (e) {
      this.log.warn(`can't store which changes are pending: ${e instanceof Error ? e.message : String(e)}`);
    }
  }

  /** Saves at the end of the extension, which waits for nothing. */
  private saveNow(): void {
    clearTimeout(this.timer);
    try {
      mkdirSync(this.folder.fsPath, { recursive: true });
      writeFileSync(this.file.fsPath, this.data());
    } catch {
      // There is nobody left to tell; the files themselves and the undo of the turns are not concerned.
    }
  }

  private data(): string {
    const data = JSON.stringify([...this.pending.all].map(([uri, { before, after }]) => ({ uri, before, after })));
    return data.length > most ? '[]' : data;
  }
}

/** Returns the files that are well-formed. */
export function readFiles(data: string): { uri: vscode.Uri; sides: Sides }[] {
  let list: unknown;
  try {
    list = JSON.parse(data);
  } catch {
    return []; // half written
  }
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: { uri?: unknown; before?: unknown; after?: unknown } | null) => {
    if (typeof one?.uri !== 'string' || !isText(one.before) || !isText(one.after)) return [];
    return [{ uri: vscode.Uri.parse(one.uri), sides: { before: one.before, after: one.after } }];
  });
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}
