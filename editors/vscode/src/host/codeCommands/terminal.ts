import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Attached } from '../../shared/attachment';

/** Attaches the terminal's selection, else its last command with the output if the shell integration provides it. */
export async function terminalText(): Promise<Attached | undefined> {
  const name = vscode.window.activeTerminal?.name ?? '';
  const text =
    (await copied('workbench.action.terminal.copySelection')) ||
    (await copied('workbench.action.terminal.copyLastCommandAndLastCommandOutput'));
  if (text.trim() === '') return undefined;
  return { label: t('Terminal'), attachment: { name: t('terminal {0}', name), text } };
}

/** Returns what a command copies, and restores the clipboard: VS Code has no other way to read a terminal. */
async function copied(command: string): Promise<string> {
  const before = await vscode.env.clipboard.readText();
  try {
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand(command);
    return await vscode.env.clipboard.readText();
  } finally {
    await vscode.env.clipboard.writeText(before);
  }
}
