// All notifications and dialogs of the extension. Their texts are escaped: names, paths and errors make no links.
import * as vscode from 'vscode';
import { escapeLine, escapeText } from './escape';

type Choice = Thenable<string | undefined>;

/** Each function returns the button that the user clicked. */
export function showInformation(message: string, ...buttons: string[]): Choice {
  return vscode.window.showInformationMessage(escapeLine(message), ...buttons);
}

export function showWarning(message: string, ...buttons: string[]): Choice {
  return vscode.window.showWarningMessage(escapeLine(message), ...buttons);
}

export function showError(message: string): Choice {
  return vscode.window.showErrorMessage(escapeLine(message));
}

/** Shows a modal dialog. */
export function askModal(message: string, detail: string, ...buttons: string[]): Choice {
  return vscode.window.showWarningMessage(escapeLine(message), { modal: true, detail: escapeText(detail) }, ...buttons);
}

export function askInput(options: vscode.InputBoxOptions): Choice {
  const { title, prompt } = options;
  return vscode.window.showInputBox({
    ...options, ...(title !== undefined && { title: escapeLine(title) }), ...(prompt !== undefined && { prompt: escapeLine(prompt) }),
  });
}

/** Shows progress until the task has ended; the user can cancel it if the options say so. */
export function showProgress<T>(options: vscode.ProgressOptions, task: (token: vscode.CancellationToken) => Thenable<T>): Thenable<T> {
  const { title } = options;
  return vscode.window.withProgress({ ...options, ...(title !== undefined && { title: escapeLine(title) }) }, (_, token) => task(token));
}
