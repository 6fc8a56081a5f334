import * as vscode from 'vscode';
import type { ReadFileResult } from '../../protocol';
import { openDocument } from './documents';

/** A document's text as the user sees it; that of the file where it is not open. */
export async function readFile(uri: string): Promise<ReadFileResult> {
  const document = openDocument(uri);
  if (document) return { text: document.getText(), version: document.version, languageId: document.languageId, dirty: document.isDirty };
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(uri));
  return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), dirty: false };
}
