import type * as vscode from 'vscode';
import { sendRequest } from './requests';
import type { Server } from './server';
import type { Store } from './store';

/** Reads the models from the server into the chat that is shown when they arrive: the one before may be closed by then. */
export async function showModel(server: Server, store: Store, log: vscode.LogOutputChannel): Promise<void> {
  const { client } = server;
  if (!client) return;
  try {
    const { current, models } = await sendRequest(client, 'ptk/models', {});
    store.dispatch({ type: 'model', model: current, models });
  } catch (e) {
    log.warn(`can't read the models: ${e instanceof Error ? e.message : String(e)}`);
  }
}
