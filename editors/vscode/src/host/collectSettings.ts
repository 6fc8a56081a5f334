export type SettingsObject = { [key: string]: unknown };

/** The part of package.json that lists the settings. */
export interface Manifest {
  contributes: { configuration: { properties: Record<string, unknown> } };
}

/** What a setting is, by who set it; see vscode.WorkspaceConfiguration.inspect. */
export interface Inspected { globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown }

/** The user's own value. Those of the workspace and of its folders do not count, in whatever scope the setting is. */
export function ownValue(found: Inspected | undefined): unknown {
  return found?.globalValue;
}

/** Settings of the extension itself, which the server does not know. */
const ownSettings = new Set(['ptk.serverPath', 'ptk.allowedCommands', 'ptk.codeActions']);

/** Makes `{chat: {maxIterations: 5}}` of the manifest's `ptk.chat.maxIterations`, for every key that has a value. */
export function collectSettings(manifest: Manifest, valueOf: (key: string) => unknown): SettingsObject {
  const settings: SettingsObject = {};
  for (const key of Object.keys(manifest.contributes.configuration.properties)) {
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
