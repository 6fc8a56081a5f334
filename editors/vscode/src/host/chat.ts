import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ProgressType, ResponseError, type LanguageClient } from 'vscode-languageclient/node';
import type { ChatEvent, ChatParams, ChatResult } from '../protocol';
import { runningTurn } from '../webview/state';
import type { TurnError } from '../webview/types';
import type { Approvals } from './approvals';
import { ask } from './requests';
import type { Server } from './server';
import type { Store } from './store';

const requestFailed = -32803;
const requestCancelled = -32800;
/** How long a stopped turn may take to end. */
const stopWithinMs = 5000;

/** A conversation, and the connection that knows it. */
interface Conversation { id: string; client: LanguageClient }

/** The user's side of a conversation with the server. */
export class Chat {
  private conversation: Conversation | undefined;
  private stopping: vscode.CancellationTokenSource | undefined;
  private turns = 0;

  constructor(private readonly server: Server, private readonly store: Store, private readonly approvals: Approvals, private readonly log: vscode.LogOutputChannel) {}

  /** Sends a question, unless one is being answered. */
  async send(text: string): Promise<void> {
    const message = text.trim();
    if (message === '' || runningTurn(this.store.state)) return;
    this.store.dispatch({ type: 'ask', question: message });
    const client = this.server.client;
    if (!client) {
      this.store.dispatch({ type: 'failed', error: notRunning });
      return;
    }
    const stop = new vscode.CancellationTokenSource();
    this.stopping = stop;
    const live = () => this.stopping === stop;
    try {
      await this.turn(client, message, stop.token, live);
    } finally {
      if (live()) this.stopping = undefined;
      stop.dispose();
    }
  }

  /** Asks the last question again. */
  async retry(): Promise<void> {
    const last = this.store.state.turns.at(-1);
    if (last) await this.send(last.question);
  }

  /** Ends the running turn; what was answered so far stays. */
  stop(): void {
    const stopping = this.stopping;
    stopping?.cancel();
    this.approvals.rejectAll();
    setTimeout(() => this.giveUp(stopping), stopWithinMs);
  }

  /** Leaves the conversation for a new one. */
  newChat(): void {
    this.stop();
    this.stopping = undefined;
    this.conversation = undefined;
    this.store.dispatch({ type: 'clear' });
  }

  /** Shows which model will answer. */
  async showModel(): Promise<void> {
    const { client } = this.server;
    try {
      const models = client && await ask(client, 'ptk/models', {});
      if (models) this.store.dispatch({ type: 'model', model: models.current });
    } catch (e) {
      this.log.warn(`the model is not known before the first turn: ${e instanceof Error ? e.message : String(e)}`);
    }
  }

  /** Frees the chat from a server that does not let go of a turn. */
  private giveUp(turn: vscode.CancellationTokenSource | undefined): void {
    if (!turn || this.stopping !== turn) return;
    this.stopping = undefined;
    this.store.dispatch({ type: 'stopped' });
  }

  private async turn(client: LanguageClient, message: string, token: vscode.CancellationToken, live: () => boolean): Promise<void> {
    try {
      const result = await this.ask(client, message, token, live);
      if (live()) this.store.dispatch({ type: 'result', result });
    } catch (e) {
      if (!live()) return;
      this.approvals.rejectAll();
      this.store.dispatch(token.isCancellationRequested || codeOf(e) === requestCancelled ? { type: 'stopped' } : { type: 'failed', error: this.explain(e) });
    }
  }

  /** Asks in the conversation at hand; in a new one where a server that was started since does not know it. */
  private async ask(client: LanguageClient, message: string, token: vscode.CancellationToken, live: () => boolean): Promise<ChatResult> {
    const known = this.conversation;
    if (!known) return this.request(client, { message }, token, live);
    try {
      return await this.request(client, { message, conversationId: known.id }, token, live);
    } catch (e) {
      if (codeOf(e) !== requestFailed || known.client === client) throw e;
      this.store.dispatch({ type: 'notice', text: t('The server was restarted and does not remember the messages above.') });
      return this.request(client, { message }, token, live);
    }
  }

  private async request(client: LanguageClient, params: ChatParams, token: vscode.CancellationToken, live: () => boolean): Promise<ChatResult> {
    const partialResultToken = `ptk-chat-${++this.turns}`;
    const progress = client.onProgress(new ProgressType<ChatEvent>(), partialResultToken, (event) => {
      if (!live()) return;
      if (event.kind === 'turn_start') this.conversation = { id: event.conversationId, client };
      this.store.dispatch({ type: 'chat', event });
    });
    try {
      return await ask(client, 'ptk/chat', { ...params, partialResultToken }, token);
    } finally {
      progress.dispose();
    }
  }

  private explain(e: unknown): TurnError {
    if (!this.server.client) return { code: 'SERVER_STOPPED', message: t('The server has ended before the answer was complete.'), suggestion: t('Restart it and try again. The log may tell why.') };
    const message = e instanceof Error ? e.message : String(e);
    return { code: 'REQUEST_FAILED', message, suggestion: t('Try again, or start a new chat.') };
  }
}

const notRunning: TurnError = { code: 'SERVER_STOPPED', message: t('The server is not running.'), suggestion: t('Restart it and try again.') };

function codeOf(e: unknown): number | undefined {
  return e instanceof ResponseError ? e.code : undefined;
}
