// Creates a long conversation in the history with the packaged server, as another editor would.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const rpc = createRequire(path.join(import.meta.dirname, '../../../editors/vscode/package.json'))('vscode-jsonrpc/node');
/** Keeps requests small; in tokens. */
const contextWindow = 6000;

/** Asks `count` questions in one conversation; `question` returns the text of each, counted from 1. */
export async function makeConversation(home, env, count, question) {
  const extension = readdirSync(home.extensions).find((name) => name.startsWith('ptk.ptk-lsp'));
  const server = spawn(path.join(home.extensions, extension, 'server/ptk-lsp'), {
    cwd: home.workspace,
    env: { ...env, HOME: home.root },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  const connection = rpc.createMessageConnection(server.stdout, server.stdin);
  connection.listen();
  const uri = pathToFileURL(home.workspace).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: 'workspace' }],
    capabilities: {},
    initializationOptions: { trusted: true, settings: { model: 'openai/test-model', providers: { openai: { contextWindow } } } },
  });
  await connection.sendNotification('initialized', {});
  let conversationId;
  for (let i = 1; i <= count; i++) {
    const result = await connection.sendRequest('ptk/chat', { message: question(i), ...(conversationId && { conversationId }) });
    if (!result.success) throw new Error(`turn ${i}: ${result.error?.message}`);
    ({ conversationId } = result);
  }
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  await ended;
  connection.dispose();
}
