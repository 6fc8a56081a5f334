import { spawn, type ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';

/** Starts the program with pipes to talk through; fails where it can't be started. */
export function spawnServer(program: string): Promise<ChildProcess> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const cwd = folder?.scheme === 'file' ? folder.fsPath : undefined;
  const child = spawn(program, ['--stdio'], { cwd, stdio: 'pipe' });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', reject);
  });
}
