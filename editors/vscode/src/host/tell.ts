// The one place where the user is told something outside of the chat: names, paths and errors stay text.
import * as vscode from 'vscode';
import { plain, plainText } from './plain';

/** Each gives the button that was clicked. */
export const inform = (message: string, ...buttons: string[]): Thenable<string | undefined> => vscode.window.showInformationMessage(plain(message), ...buttons);
export const warn = (message: string, ...buttons: string[]): Thenable<string | undefined> => vscode.window.showWarningMessage(plain(message), ...buttons);
export const alarm = (message: string): Thenable<string | undefined> => vscode.window.showErrorMessage(plain(message));

/** A dialog that must be answered before anything else is done. */
export function insist(message: string, detail: string, ...buttons: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(plain(message), { modal: true, detail: plainText(detail) }, ...buttons);
}

export function askFor(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  const { title, prompt } = options;
  return vscode.window.showInputBox({ ...options, ...(title !== undefined && { title: plain(title) }), ...(prompt !== undefined && { prompt: plain(prompt) }) });
}
