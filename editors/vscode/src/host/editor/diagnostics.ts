import * as vscode from 'vscode';
import type { Code2ProtocolConverter } from 'vscode-languageclient/node';
import type { DiagnosticsResult, DocumentDiagnostics } from '../../shared/protocol';
import { openDocument } from './documents';

/** Returns the diagnostics of all extensions, for one file or for all. */
export async function diagnostics(convert: Code2ProtocolConverter, uri?: string): Promise<DiagnosticsResult> {
  const found: [vscode.Uri, vscode.Diagnostic[]][] = uri === undefined
    ? vscode.languages.getDiagnostics()
    : [[vscode.Uri.parse(uri), vscode.languages.getDiagnostics(vscode.Uri.parse(uri))]];
  const items = found.filter(([, list]) => list.length > 0).map(([where, list]) => documentDiagnostics(convert, where.toString(), list));
  return { items: await Promise.all(items) };
}

async function documentDiagnostics(convert: Code2ProtocolConverter, uri: string, list: vscode.Diagnostic[]): Promise<DocumentDiagnostics> {
  const version = openDocument(uri)?.version;
  const converted = await convert.asDiagnostics(list) as DocumentDiagnostics['diagnostics'];
  return { uri, ...(version !== undefined && { version }), diagnostics: converted };
}
