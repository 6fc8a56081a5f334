import * as vscode from 'vscode';
import type { ReadFileResult } from '../../shared/protocol';
import { openDocument } from './documents';

/**
 * Returns the text of an open document, unsaved changes included, else the text of the file. Documents that are not on disk
 * must be open or in the workspace.
 */
export async function readFile(uri: string): Promise<ReadFileResult> {
  const document = openDocument(uri);
  if (document) return { text: document.getText(), version: document.version, languageId: document.languageId, dirty: document.isDirty };
  const file = vscode.Uri.parse(uri);
  if (file.scheme !== 'file' && !vscode.workspace.getWorkspaceFolder(file)) throw vscode.FileSystemError.FileNotFound(file);
  const bytes = await vscode.workspace.fs.readFile(file);
  return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), dirty: false };
}
