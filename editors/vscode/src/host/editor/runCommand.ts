import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CancellationToken } from 'vscode';
import type { RunCommandParams, RunCommandResult } from '../../shared/protocol';
import { asOutput } from './commandOutput';
import { askModal } from '../notifications';

/** Runs a command of VS Code. The user is asked unless the user settings allow the command. */
export async function runCommand(params: RunCommandParams, token: CancellationToken): Promise<RunCommandResult> {
  const allowed = vscode.workspace.getConfiguration('ptk').get<string[]>('allowedCommands', []);
  if (!allowed.includes(params.command) && !(await confirms(params))) throw new Error('the user did not agree to the command');
  if (token.isCancellationRequested) throw new Error('the request was cancelled before the user agreed');
  return { output: asOutput(await vscode.commands.executeCommand(params.command, ...params.args)) };
}

async function confirms(params: RunCommandParams): Promise<boolean> {
  const button = t('Run');
  const detail = params.args.length > 0 ? `${t('Arguments: {0}.', params.args.map((arg) => JSON.stringify(arg)).join(', '))} ` : '';
  const chosen = await askModal(
    t('PTK: run the command {0}?', params.command),
    detail + t('A command can do anything that VS Code can do.'),
    button,
  );
  return chosen === button;
}
