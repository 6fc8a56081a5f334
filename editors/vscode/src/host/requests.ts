import type { CancellationToken } from 'vscode';
import type { Disposable, LanguageClient } from 'vscode-languageclient/node';
import type { EditorRequests, ServerRequests } from '../shared/protocol';

/** Sends a request to the server, with the types of the protocol. */
export function sendRequest<M extends keyof ServerRequests>(
  client: LanguageClient,
  method: M,
  params: ServerRequests[M]['params'],
  token?: CancellationToken,
): Promise<ServerRequests[M]['result']> {
  // sendRequest would take an undefined token for a second parameter.
  return token ? client.sendRequest(method, params, token) : client.sendRequest(method, params);
}

type Result<M extends keyof EditorRequests> = EditorRequests[M]['result'] | Promise<EditorRequests[M]['result']>;

/** Handles a request of the server, with the types of the protocol. */
export function handleRequest<M extends keyof EditorRequests>(
  client: LanguageClient,
  method: M,
  handle: (params: EditorRequests[M]['params'], token: CancellationToken) => Result<M>,
): Disposable {
  return client.onRequest<unknown, unknown>(method, handle);
}
