// The code that a command is about, and its attachment to a question.
import * as vscode from 'vscode';
import type { Attached } from '../../shared/attachment';
import { nameOf } from '../editor/documents';

/** A range of a document; without a range, the whole document. */
export interface Target {
  document: vscode.TextDocument;
  range?: vscode.Range;
}

/** Returns the selection, else the function or type at the cursor, else the whole document. */
export async function targetOf(editor: vscode.TextEditor): Promise<Target> {
  const { document, selection } = editor;
  if (!selection.isEmpty) return { document, range: wholeLines(document, selection) };
  const range = await symbolAround(document, selection.active);
  return range ? { document, range: wholeLines(document, range) } : { document };
}

/** Extends a range to whole lines. */
export function wholeLines(document: vscode.TextDocument, range: vscode.Range): vscode.Range {
  const last = range.end.line > range.start.line && range.end.character === 0 ? range.end.line - 1 : range.end.line;
  return new vscode.Range(range.start.line, 0, last, document.lineAt(last).text.length);
}

/** Attaches the URI and range if the server can read the file, else the text. */
export function attach({ document, range }: Target): Attached {
  const { uri } = document;
  const label = nameOf(uri) + (range ? lines(range) : '');
  if (!isReadableByServer(uri)) return { label, attachment: { name: vscode.workspace.asRelativePath(uri), text: document.getText(range) } };
  const { start, end } = range ?? {};
  const place = start &&
    end && { start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character } };
  return { label, attachment: { uri: uri.toString(), ...(place && { range: place }) } };
}

/** Attaches a whole file, which may be a picture. */
export async function attachFile(uri: vscode.Uri): Promise<Attached> {
  if (isReadableByServer(uri)) return { label: nameOf(uri), attachment: { uri: uri.toString() } };
  return attach({ document: await vscode.workspace.openTextDocument(uri) });
}

/** Reports whether the server can read the file: it must be in a folder of the workspace. */
function isReadableByServer(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

/** Returns a label such as ":3-7", counted from 1. */
function lines({ start, end }: vscode.Range): string {
  return start.line === end.line ? `:${start.line + 1}` : `:${start.line + 1}-${end.line + 1}`;
}

const symbolKinds: ReadonlySet<vscode.SymbolKind> = new Set([
  vscode.SymbolKind.Class,
  vscode.SymbolKind.Constructor,
  vscode.SymbolKind.Enum,
  vscode.SymbolKind.Function,
  vscode.SymbolKind.Interface,
  vscode.SymbolKind.Method,
  vscode.SymbolKind.Struct,
]);

/** Returns the range of the innermost function or type at the position. */
async function symbolAround(document: vscode.TextDocument, at: vscode.Position): Promise<vscode.Range | undefined> {
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  let found: vscode.Range | undefined;
  const visit = (all: readonly vscode.DocumentSymbol[]): void =>
    all.forEach((symbol) => {
      if (!symbol.range?.contains(at)) return;
      if (symbolKinds.has(symbol.kind)) found = symbol.range;
      visit(symbol.children);
    });
  visit(symbols ?? []);
  return found;
}
