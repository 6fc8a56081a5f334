import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import type * as vscode from 'vscode';
import { logLine } from './logLine';

/**
 * Starts the program with stdio pipes and writes its standard error to the log; rejects if it can't be started. `secrets` are
 * added to its environment.
 */
export function spawnServer(
  program: string,
  secrets: Record<string, string>,
  log: vscode.LogOutputChannel,
): Promise<ChildProcessWithoutNullStreams> {
  // Not in the workspace: a relative entry of PATH would find programs of the repository.
  const child = spawn(program, ['--stdio'], { cwd: homedir(), env: { ...process.env, ...secrets }, stdio: 'pipe' });
  createInterface({ input: child.stderr }).on('line', (line) => {
    const { level, text } = logLine(line);
    log[level](text);
  });
  child.once('exit', (code, signal) => log.info(`the server exited (${signal ?? `exit code ${code}`})`));
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', reject);
  });
}
