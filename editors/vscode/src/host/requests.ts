import type { CancellationToken } from 'vscode';
import type { Disposable, LanguageClient } from 'vscode-languageclient/node';
import type { EditorRequests, ServerRequests } from '../shared/protocol';

/** Asks the server, with the types of the protocol. */
export function ask<M extends keyof ServerRequests>(client: LanguageClient, method: M, params: ServerRequests[M]['params'], token?: CancellationToken): Promise<ServerRequests[M]['result']> {
  // A token that is undefined would be taken for a second parameter.
  return token ? client.sendRequest(method, params, token) : client.sendRequest(method, params);
}

type Answer<M extends keyof EditorRequests> = EditorRequests[M]['result'] | Promise<EditorRequests[M]['result']>;

/** Answers the server, with the types of the protocol. */
export function answer<M extends keyof EditorRequests>(client: LanguageClient, method: M, handle: (params: EditorRequests[M]['params'], token: CancellationToken) => Answer<M>): Disposable {
  return client.onRequest<unknown, unknown>(method, handle);
}
