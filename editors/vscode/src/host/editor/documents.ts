import * as vscode from 'vscode';
import { line } from '../../shared/visible';

/** Returns the open document with that URI, however the URI is encoded. */
export function openDocument(uri: string): vscode.TextDocument | undefined {
  const wanted = vscode.Uri.parse(uri).toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted && !document.isClosed);
}

/** Returns the last part of the path, for a title. */
export function nameOf(uri: vscode.Uri): string {
  return line(uri.path.slice(uri.path.lastIndexOf('/') + 1));
}
