// The MCP servers in the user's own settings. Those of a workspace are neither read nor written.
import * as vscode from 'vscode';

export interface ServerEntry {
  command?: string;
  args?: string[];
  url?: string;
  headers?: Record<string, string>;
  disabled?: boolean;
}
export type ServerEntries = Record<string, ServerEntry>;

const key = 'mcpServers';

export function readServers(): ServerEntries {
  return vscode.workspace.getConfiguration('ptk').inspect<ServerEntries>(key)?.globalValue ?? {};
}

/** Changes the entry of a server; undefined removes it. */
export async function writeServer(name: string, entry: ServerEntry | undefined): Promise<void> {
  const { [name]: _, ...others } = readServers();
  const next = entry ? { ...others, [name]: entry } : others;
  await vscode.workspace.getConfiguration('ptk').update(key, next, vscode.ConfigurationTarget.Global);
}

/** Turns a tool on or off in the user's settings. */
export async function setToolEnabled(name: string, enabled: boolean): Promise<void> {
  const config = vscode.workspace.getConfiguration('ptk');
  const off = config.inspect<string[]>('disabledTools')?.globalValue ?? [];
  const next = enabled ? off.filter((one) => one !== name) : [...new Set([...off, name])];
  await config.update('disabledTools', next, vscode.ConfigurationTarget.Global);
}
