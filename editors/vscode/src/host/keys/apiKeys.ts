import * as vscode from 'vscode';
import { tokenVariable } from '../panel/entry';
import { readServers } from '../panel/mcpSettings';

/** A provider that needs an API key, and the environment variable from which the server reads it. */
export interface KeyOwner {
  provider: string;
  variable: string;
}

const builtin: readonly KeyOwner[] = [
  { provider: 'OpenAI', variable: 'OPENAI_API_KEY' },
  { provider: 'Anthropic', variable: 'ANTHROPIC_API_KEY' },
  { provider: 'Google AI Studio', variable: 'GEMINI_API_KEY' },
  { provider: 'Groq', variable: 'GROQ_API_KEY' },
  { provider: 'OpenRouter', variable: 'OPENROUTER_API_KEY' },
];

const prefix = 'ptk.key.';

/** The API keys, in VS Code's secret storage, which the system's keychain protects. They appear in no setting and no log. */
export class ApiKeys {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** Returns the built-in providers, those of the user settings that name a variable, and the MCP servers that have an address. */
  owners(): KeyOwner[] {
    const found = vscode.workspace.getConfiguration('ptk').get<Record<string, { apiKeyEnv?: unknown }>>('providers', {});
    const own = Object.entries(found).flatMap(([provider, { apiKeyEnv }]) =>
      isVariable(apiKeyEnv) ? [{ provider, variable: apiKeyEnv }] : [],
    );
    const servers = Object.entries(readServers()).filter(([, { url }]) => url);
    const tokens = servers.map(([name]) => ({ provider: `MCP: ${name}`, variable: tokenVariable(name) }));
    return [...builtin, ...own.filter(({ variable }) => builtin.every((one) => one.variable !== variable)), ...tokens];
  }

  async has({ variable }: KeyOwner): Promise<boolean> {
    return (await this.secrets.get(prefix + variable)) !== undefined;
  }

  async set({ variable }: KeyOwner, key: string): Promise<void> {
    await this.secrets.store(prefix + variable, key);
  }

  async delete({ variable }: KeyOwner): Promise<void> {
    await this.secrets.delete(prefix + variable);
  }

  /** Returns the variables for the server's environment. */
  async environment(): Promise<Record<string, string>> {
    const all = await Promise.all(
      this.owners().map(async ({ variable }) => [variable, await this.secrets.get(prefix + variable)] as const),
    );
    return Object.fromEntries(all.filter((one): one is readonly [string, string] => one[1] !== undefined));
  }

  /** Calls the listener if a key is set or deleted, in this window or another. */
  onChange(listener: () => void): vscode.Disposable {
    return this.secrets.onDidChange((e) => {
      if (e.key.startsWith(prefix)) listener();
    });
  }
}

function isVariable(name: unknown): name is string {
  return typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name);
}
