// Converts results of VS Code's language features to LSP types. Uses the types of VS Code only, so that it runs in tests.
import type * as vscode from 'vscode';

interface LspPosition {
  line: number;
  character: number;
}
interface LspRange {
  start: LspPosition;
  end: LspPosition;
}

/** LSP's Location. */
export interface LspLocation {
  uri: string;
  range: LspRange;
}

/** LSP's DocumentSymbol. */
export interface LspDocumentSymbol {
  name: string;
  detail: string;
  kind: number;
  range: LspRange;
  selectionRange: LspRange;
  children: LspDocumentSymbol[];
}

/** LSP's SymbolInformation. */
export interface LspSymbolInformation {
  name: string;
  kind: number;
  containerName: string;
  location: LspLocation;
}

/** LSP's Hover. */
export interface LspHover {
  contents: { kind: 'markdown'; value: string };
}

function asPosition(position: vscode.Position): LspPosition {
  return { line: position.line, character: position.character };
}

function asRange(range: vscode.Range): LspRange {
  return { start: asPosition(range.start), end: asPosition(range.end) };
}

/** Converts a location; a link becomes the range of the name, if it has one. */
export function asLocation(place: vscode.Location | vscode.LocationLink): LspLocation {
  if ('targetUri' in place) return { uri: place.targetUri.toString(), range: asRange(place.targetSelectionRange ?? place.targetRange) };
  return { uri: place.uri.toString(), range: asRange(place.range) };
}

/** Converts a symbol. VS Code counts symbol kinds from 0, LSP from 1. */
export function asSymbol(symbol: vscode.DocumentSymbol | vscode.SymbolInformation): LspDocumentSymbol | LspSymbolInformation {
  return 'selectionRange' in symbol ? asDocumentSymbol(symbol) : asSymbolInformation(symbol);
}

function asDocumentSymbol(symbol: vscode.DocumentSymbol): LspDocumentSymbol {
  return {
    name: symbol.name,
    detail: symbol.detail,
    kind: symbol.kind + 1,
    range: asRange(symbol.range),
    selectionRange: asRange(symbol.selectionRange),
    children: symbol.children.map(asDocumentSymbol),
  };
}

/** Converts a symbol that has a location. */
export function asSymbolInformation(symbol: vscode.SymbolInformation): LspSymbolInformation {
  return { name: symbol.name, kind: symbol.kind + 1, containerName: symbol.containerName, location: asLocation(symbol.location) };
}

/** Joins the hovers of all providers; null if there are none. */
export function asHover(hovers: readonly vscode.Hover[]): LspHover | null {
  const texts = hovers
    .flatMap((hover) => hover.contents.map(asMarkdown))
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return texts.length > 0 ? { contents: { kind: 'markdown', value: texts.join('\n\n') } } : null;
}

function asMarkdown(content: vscode.MarkdownString | vscode.MarkedString): string {
  if (typeof content === 'string') return content;
  return 'language' in content ? `\`\`\`${content.language}\n${content.value}\n\`\`\`` : content.value;
}
