import * as vscode from 'vscode';
import { line } from '../../shared/visible';

/** The open document of a URI, however the server spells it. */
export function openDocument(uri: string): vscode.TextDocument | undefined {
  const wanted = vscode.Uri.parse(uri).toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted && !document.isClosed);
}

/** The last part of its path, for a title. */
export function nameOf(uri: vscode.Uri): string {
  return line(uri.path.slice(uri.path.lastIndexOf('/') + 1));
}
