// What the user points at in an editor, and how it goes along with a question.
import * as vscode from 'vscode';
import type { Attached } from '../../shared/attachment';
import { nameOf } from '../editor/documents';

/** A piece of a text; without a range all of it. */
export interface Target {
  document: vscode.TextDocument;
  range?: vscode.Range;
}

/** What is selected in the active editor; else the function or the like that the cursor is in; else all of the text. */
export async function targetOf(editor: vscode.TextEditor): Promise<Target> {
  const { document, selection } = editor;
  if (!selection.isEmpty) return { document, range: wholeLines(document, selection) };
  const range = await symbolAround(document, selection.active);
  return range ? { document, range: wholeLines(document, range) } : { document };
}

/** From the start of the first line to the end of the last one that it touches. */
export function wholeLines(document: vscode.TextDocument, range: vscode.Range): vscode.Range {
  const last = range.end.line > range.start.line && range.end.character === 0 ? range.end.line - 1 : range.end.line;
  return new vscode.Range(range.start.line, 0, last, document.lineAt(last).text.length);
}

/** By its place where the server can read it, else by its text. */
export function attach({ document, range }: Target): Attached {
  const { uri } = document;
  const label = nameOf(uri) + (range ? lines(range) : '');
  if (!isServers(uri)) return { label, attachment: { name: vscode.workspace.asRelativePath(uri), text: document.getText(range) } };
  const { start, end } = range ?? {};
  const place = start && end && { start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character } };
  return { label, attachment: { uri: uri.toString(), ...(place && { range: place }) } };
}

/** A whole file; it may be a picture. */
export async function attachFile(uri: vscode.Uri): Promise<Attached> {
  if (isServers(uri)) return { label: nameOf(uri), attachment: { uri: uri.toString() } };
  return attach({ document: await vscode.workspace.openTextDocument(uri) });
}

/** The server reads the files of the workspace's folders; not texts that were never saved, nor what lies elsewhere. */
function isServers(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

/** Such as ":3-7", counted from 1. */
function lines({ start, end }: vscode.Range): string {
  return start.line === end.line ? `:${start.line + 1}` : `:${start.line + 1}-${end.line + 1}`;
}

const named: ReadonlySet<vscode.SymbolKind> = new Set([
  vscode.SymbolKind.Class, vscode.SymbolKind.Constructor, vscode.SymbolKind.Enum, vscode.SymbolKind.Function,
  vscode.SymbolKind.Interface, vscode.SymbolKind.Method, vscode.SymbolKind.Struct,
]);

/** The innermost that has a name and holds the position. */
async function symbolAround(document: vscode.TextDocument, at: vscode.Position): Promise<vscode.Range | undefined> {
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', document.uri);
  let found: vscode.Range | undefined;
  const look = (all: readonly vscode.DocumentSymbol[]): void => all.forEach((symbol) => {
    if (!symbol.range?.contains(at)) return;
    if (named.has(symbol.kind)) found = symbol.range;
    look(symbol.children);
  });
  look(symbols ?? []);
  return found;
}
