import * as vscode from 'vscode';
import { ErrorCodes, ResponseError } from 'vscode-languageclient/node';
import type { ForwardParams } from '../../shared/protocol';
import { asHover, asLocation, asSymbol, asSymbolInformation } from './languageResults';

type Forward = (params: LspParams) => Promise<unknown>;

/** The parameters of LSP requests that VS Code's commands need. */
interface LspParams {
  textDocument?: { uri?: unknown };
  position?: { line?: unknown; character?: unknown };
  query?: unknown;
}

const methods: ReadonlyMap<string, Forward> = new Map<string, Forward>([
  [
    'textDocument/documentSymbol',
    async (params) => {
      const found = await run<(vscode.DocumentSymbol | vscode.SymbolInformation)[]>('vscode.executeDocumentSymbolProvider', uriOf(params));
      if (!found) throw methodNotFound('textDocument/documentSymbol');
      return found.map(asSymbol);
    },
  ],
  [
    'workspace/symbol',
    async (params) => {
      const found = await run<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', String(params.query ?? ''));
      return found?.map(asSymbolInformation) ?? [];
    },
  ],
  ['textDocument/definition', (params) => locations('vscode.executeDefinitionProvider', params)],
  ['textDocument/references', (params) => locations('vscode.executeReferenceProvider', params)],
  [
    'textDocument/hover',
    async (params) => asHover((await run<vscode.Hover[]>('vscode.executeHoverProvider', uriOf(params), positionOf(params))) ?? []),
  ],
]);

/** The LSP methods that VS Code's language features can handle. */
export const forwarded: readonly string[] = [...methods.keys()];

/** Forwards an LSP request to VS Code's language features. */
export function forward(params: ForwardParams): Promise<unknown> {
  const handler = methods.get(params.method);
  if (!handler) throw methodNotFound(params.method);
  return handler((params.params ?? {}) as LspParams);
}

async function locations(command: string, params: LspParams): Promise<unknown> {
  const found = await run<(vscode.Location | vscode.LocationLink)[]>(command, uriOf(params), positionOf(params));
  return found?.map(asLocation) ?? [];
}

/** Runs a command; the document is opened first, invisibly, since providers know open documents only. */
async function run<T>(command: string, subject: vscode.Uri | string, ...more: unknown[]): Promise<T | undefined> {
  if (typeof subject !== 'string') await vscode.workspace.openTextDocument(subject);
  return vscode.commands.executeCommand<T | undefined>(command, subject, ...more);
}

function uriOf(params: LspParams): vscode.Uri {
  return vscode.Uri.parse(String(params.textDocument?.uri), true);
}

function positionOf(params: LspParams): vscode.Position {
  return new vscode.Position(Number(params.position?.line), Number(params.position?.character));
}

function methodNotFound(method: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.MethodNotFound, `no extension handles ${method} for this document`);
}
