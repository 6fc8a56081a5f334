import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Attached } from '../../shared/attachment';

/** What is selected in the terminal; where nothing is, its last command with what that printed, as far as the shell tells. */
export async function terminalText(): Promise<Attached | undefined> {
  const name = vscode.window.activeTerminal?.name ?? '';
  const text = await copied('workbench.action.terminal.copySelection') || await copied('workbench.action.terminal.copyLastCommandAndLastCommandOutput');
  if (text.trim() === '') return undefined;
  return { label: t('Terminal'), attachment: { name: t('terminal {0}', name), text } };
}

/** What a command puts on the clipboard, which then holds again what it held: VS Code tells a terminal's text in no other way. */
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
