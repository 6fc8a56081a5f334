import * as vscode from 'vscode';
import { collectSettings, ownValue, type Manifest, type SettingsObject } from './collectSettings';

/**
 * What the user set under `ptk`, in the shape of the server's settings; what is left at its default is left out, and so is
 * whatever a workspace sets: it is a part of what was cloned.
 */
export function readSettings(manifest: Manifest): SettingsObject {
  const config = vscode.workspace.getConfiguration();
  return collectSettings(manifest, (key) => ownValue(config.inspect(key)));
}
