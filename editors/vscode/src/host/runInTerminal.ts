import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { askModal, showInformation, showWarning } from './notifications';
import { terminalInput } from './terminalInput';

const terminalName = 'PTK';

/**
 * Types the command of a code block into a terminal, without Enter: the user runs it. Several lines would run as they are typed, so
 * the user is asked first, with all of them in view.
 */
export async function runInTerminal(code: string): Promise<void> {
  const { lines, deceptive } = terminalInput(code);
  if (lines.length === 0) {
    void showInformation(t('There is no command in this block.'));
    return;
  }
  if (deceptive) {
    void showWarning(t('This block holds characters that are not visible in a terminal. Copy it, and look at it before you run it.'));
    return;
  }
  if (lines.length === 1) {
    open().sendText(lines[0] as string, false);
    return;
  }
  const run = t('Run All Lines');
  const chosen = await askModal(t('Run {0} lines in the terminal?', String(lines.length)), lines.join('\n'), run);
  if (chosen === run) open().sendText(lines.join('\n'), true);
}

/** Shows the terminal of the extension. Another one may run a program that would read the text. */
function open(): vscode.Terminal {
  const own = vscode.window.terminals.find((one) => one.creationOptions.name === terminalName && one.exitStatus === undefined);
  const terminal = own ?? vscode.window.createTerminal({ name: terminalName });
  terminal.show(false);
  return terminal;
}
