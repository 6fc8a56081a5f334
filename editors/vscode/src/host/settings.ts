import * as vscode from 'vscode';
import { collectSettings, ownValue, type Manifest, type SettingsObject } from './collectSettings';

/**
 * Returns the user's settings under `ptk` in the structure that the server expects, without defaults. Workspace settings are
 * ignored: they come with a cloned repository.
 */
export function readSettings(manifest: Manifest): SettingsObject {
  const config = vscode.workspace.getConfiguration();
  return collectSettings(manifest, (key) => ownValue(config.inspect(key)));
}
