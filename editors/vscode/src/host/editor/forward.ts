import * as vscode from 'vscode';
import { ErrorCodes, ResponseError } from 'vscode-languageclient/node';
import type { ForwardParams } from '../../shared/protocol';
import { asHover, asLocation, asSymbol, asSymbolInformation } from './languageResults';

type Forward = (params: Asked) => Promise<unknown>;

/** What LSP's requests ask with, as far as VS Code's own commands want to know it. */
interface Asked {
  textDocument?: { uri?: unknown };
  position?: { line?: unknown; character?: unknown };
  query?: unknown;
}

const methods: ReadonlyMap<string, Forward> = new Map<string, Forward>([
  ['textDocument/documentSymbol', async (asked) => {
    const found = await run<(vscode.DocumentSymbol | vscode.SymbolInformation)[]>('vscode.executeDocumentSymbolProvider', uriOf(asked));
    if (!found) throw nobody('textDocument/documentSymbol');
    return found.map(asSymbol);
  }],
  ['workspace/symbol', async (asked) => {
    const found = await run<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', String(asked.query ?? ''));
    return found?.map(asSymbolInformation) ?? [];
  }],
  ['textDocument/definition', (asked) => locations('vscode.executeDefinitionProvider', asked)],
  ['textDocument/references', (asked) => locations('vscode.executeReferenceProvider', asked)],
  ['textDocument/hover', async (asked) => asHover(await run<vscode.Hover[]>('vscode.executeHoverProvider', uriOf(asked), positionOf(asked)) ?? [])],
]);

/** The methods of LSP that VS Code's language features answer. */
export const forwarded: readonly string[] = [...methods.keys()];

/** Asks VS Code's language features; a document that is not open is opened for that, unseen. */
export function forward(params: ForwardParams): Promise<unknown> {
  const ask = methods.get(params.method);
  if (!ask) throw nobody(params.method);
  return ask((params.params ?? {}) as Asked);
}

async function locations(command: string, asked: Asked): Promise<unknown> {
  const found = await run<(vscode.Location | vscode.LocationLink)[]>(command, uriOf(asked), positionOf(asked));
  return found?.map(asLocation) ?? [];
}

/** The document is opened first: providers are told of documents that are open. */
async function run<T>(command: string, subject: vscode.Uri | string, ...more: unknown[]): Promise<T | undefined> {
  if (typeof subject !== 'string') await vscode.workspace.openTextDocument(subject);
  return vscode.commands.executeCommand<T | undefined>(command, subject, ...more);
}

function uriOf(asked: Asked): vscode.Uri {
  return vscode.Uri.parse(String(asked.textDocument?.uri), true);
}

function positionOf(asked: Asked): vscode.Position {
  return new vscode.Position(Number(asked.position?.line), Number(asked.position?.character));
}

function nobody(method: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.MethodNotFound, `no extension answers ${method} here`);
}
