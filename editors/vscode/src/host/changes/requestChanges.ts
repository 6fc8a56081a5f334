import { t } from '@vscode/l10n';
import type { ChangesResult } from '../../shared/protocol';
import { sendRequest } from '../requests';
import type { Server } from '../server';
import type { Store } from '../store';

/** Reads from the server what the turns of the shown conversation changed, or one of them. */
export async function requestChanges(server: Server, store: Store, options: { turnId?: string; texts?: boolean }): Promise<ChangesResult> {
  const { client } = server;
  const conversationId = store.state.conversation?.id;
  if (!client) throw new Error(t('The server is not running.'));
  if (conversationId === undefined) return { turns: [], files: [] };
  return sendRequest(client, 'ptk/changes', { conversationId, ...options });
}
