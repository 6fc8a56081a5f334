import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLabel } from './escape';
import { showInformation } from './notifications';

/** Opens the definition of the symbol that an answer names, such as "oven.Heat", by the editor's own symbols. */
export async function openSymbol(name: string): Promise<void> {
  const parts = name.replace(/\(\)$/, '').split(/\.|::|#/);
  const last = parts.at(-1) ?? name;
  const find = 'vscode.executeWorkspaceSymbolProvider';
  const all = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(find, last);
  const named = (all ?? []).filter((symbol) => plainName(symbol.name) === last && vscode.workspace.getWorkspaceFolder(symbol.location.uri));
  const containers = parts.slice(0, -1);
  const inside = named.filter((symbol) => containers.every((part) => `${symbol.containerName} ${symbol.name}`.includes(part)));
  const chosen = await choose(inside.length > 0 ? inside : named);
  if (chosen === 'none') void showInformation(t('The editor knows no symbol {0} in this workspace.', name));
  else if (chosen) await vscode.window.showTextDocument(chosen.location.uri, { preview: true, selection: chosen.location.range });
}

/** Returns the name without its parameters and its container, as some language servers write them. */
function plainName(name: string): string {
  return name.replace(/\(.*$/, '').split(/\.|::|#/).at(-1) ?? name;
}

async function choose(symbols: readonly vscode.SymbolInformation[]): Promise<vscode.SymbolInformation | 'none' | undefined> {
  const [only] = symbols;
  if (!only) return 'none';
  if (symbols.length === 1) return only;
  const items = symbols.map((symbol) => ({
    label: escapeLabel(symbol.name),
    description: escapeLabel(symbol.containerName),
    detail: `${escapeLabel(vscode.workspace.asRelativePath(symbol.location.uri))}:${symbol.location.range.start.line + 1}`,
    symbol,
  }));
  return (await vscode.window.showQuickPick(items, { title: t('Definitions'), matchOnDetail: true }))?.symbol;
}
