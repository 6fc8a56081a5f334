import * as vscode from 'vscode';
import { collectSettings, type Manifest, type SettingsObject } from './collectSettings';

/** What the user set under `ptk`, in the shape of the server's settings; what is left at its default is left out. */
export function readSettings(manifest: Manifest): SettingsObject {
  const config = vscode.workspace.getConfiguration();
  return collectSettings(manifest, (key) => {
    const found = config.inspect(key);
    const isSet = found?.globalValue !== undefined || found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
    return isSet ? config.get(key) : undefined;
  });
}
