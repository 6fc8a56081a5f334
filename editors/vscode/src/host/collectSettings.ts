export type SettingsObject = { [key: string]: unknown };

/** The part of package.json that lists the settings, by groups. */
export interface Manifest {
  contributes: { configuration: readonly { properties: Record<string, unknown> }[] };
}

/** The values of a setting by scope; see vscode.WorkspaceConfiguration.inspect. */
export interface Inspected { globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown }

/** Returns the user's value. Values of the workspace and its folders are ignored, whatever the scope of the setting. */
export function ownValue(found: Inspected | undefined): unknown {
  return found?.globalValue;
}

/** Settings of the extension, which the server does not know. */
const ownSettings = new Set(['ptk.serverPath', 'ptk.allowedCommands', 'ptk.codeActions']);

/** Collects the settings of the manifest that have a value: `ptk.chat.maxIterations` becomes `{chat: {maxIterations: 5}}`. */
export function collectSettings(manifest: Manifest, valueOf: (key: string) => unknown): SettingsObject {
  const settings: SettingsObject = {};
  for (const key of manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties))) {
    const value = ownSettings.has(key) ? undefined : valueOf(key);
    if (value !== undefined && value !== '') put(settings, key.split('.').slice(1), value);
  }
  return settings;
}

function put(into: SettingsObject, path: string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    into[head] = value;
    return;
  }
  const inner = (into[head] ??= {}) as SettingsObject;
  put(inner, rest, value);
}
