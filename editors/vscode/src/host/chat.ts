import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ProgressType, ResponseError, type LanguageClient } from 'vscode-languageclient/node';
import type { Attached } from '../shared/attachment';
import type { ChatEvent, ChatParams, ChatResult, Mode, PlanEntry } from '../shared/protocol';
import { runningTurn } from '../shared/state/reduce';
import type { TurnError, ViewEvent } from '../shared/state/types';
import type { Approvals } from './consent/approvals';
import { ask } from './requests';
import type { Server } from './server';
import type { Store } from './store';

const requestFailed = -32803;
const requestCancelled = -32800;
/** How long a stopped turn may take to end. */
const stopWithinMs = 5000;
/** Under which the workspace's memory holds the id of the conversation that was shown last. */
export const conversationKey = 'ptk.conversation';

/** A conversation, and the connection that knows it. */
interface Conversation { id: string; client: LanguageClient }

/** What the user asks in one turn. */
export interface Question {
  text: string;
  attachments?: readonly Attached[];
  /** A plan to carry out; the text may be empty then. */
  plan?: readonly PlanEntry[];
  /** Left out: the mode that is chosen. */
  mode?: Mode;
}

/** The user's side of a conversation with the server. */
export class Chat {
  private conversation: Conversation | undefined;
  private stopping: vscode.CancellationTokenSource | undefined;
  private turns = 0;
  /** What the user said when it was too late for the running turn. */
  private next: string[] = [];

  constructor(
    private readonly server: Server,
    private readonly store: Store,
    private readonly approvals: Approvals,
    private readonly log: vscode.LogOutputChannel,
    private readonly memory: vscode.Memento,
  ) {}

  /** The conversation that is shown, where the server has begun it. */
  get conversationId(): string | undefined {
    return this.conversation?.id;
  }

  /** Sends a question; where one is being answered, it is said to the model at its next step. */
  async send(question: Question): Promise<void> {
    const text = question.text.trim();
    if (text === '' && !question.plan) return;
    if (runningTurn(this.store.state)) return this.steer(text);
    const mode = question.mode ?? this.store.state.mode;
    const { attachments, plan } = question;
    this.store.dispatch({ type: 'ask', question: text, mode, at: Date.now(), ...(attachments && { attachments }), ...(plan && { plan }) });
    const client = this.server.client;
    if (!client) {
      this.store.dispatch({ type: 'failed', error: notRunning() });
      return;
    }
    await this.run(client, paramsOf({ ...question, text, mode }));
  }

  /** Asks the last question again, of a server that is started anew where there is none. */
  async retry(): Promise<void> {
    const last = this.store.state.turns.at(-1);
    if (!last || last.status === 'running') return;
    if (!this.server.client) await this.server.restart();
    const { question, attachments, plan, mode } = last;
    await this.send({ text: question, ...(attachments && { attachments }), ...(plan && { plan }), ...(mode && { mode }) });
  }

  /** Has a plan carried out, as the user left it. */
  async carryOut(plan: readonly PlanEntry[]): Promise<void> {
    if (plan.length > 0 && !runningTurn(this.store.state)) await this.send({ text: '', plan, mode: 'agent' });
  }

  /** Says something to the model while it works. What comes too late becomes the next question. */
  async steer(text: string): Promise<void> {
    const client = this.server.client;
    const conversationId = this.conversation?.id;
    if (text === '' || !client) return;
    if (!conversationId) {
      this.next.push(text); // the server has not begun yet
      return;
    }
    this.store.dispatch({ type: 'steered', text });
    try {
      await ask(client, 'ptk/steer', { conversationId, message: text });
    } catch (e) {
      this.log.info(`the turn is over, so this is asked next: ${e instanceof Error ? e.message : String(e)}`);
      this.store.dispatch({ type: 'steered', text, lost: true });
      if (!runningTurn(this.store.state)) await this.send({ text });
      else this.next.push(text);
    }
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
    this.next = [];
    this.remember(undefined);
    this.store.dispatch({ type: 'clear' });
  }

  /** Goes on with a conversation of the history. */
  open(opened: Pick<Extract<ViewEvent, { type: 'opened' }>, 'conversation' | 'turns' | 'earlier'>, client: LanguageClient): void {
    if (runningTurn(this.store.state)) this.stop();
    this.stopping = undefined;
    this.next = [];
    this.remember({ id: opened.conversation.id, client });
    this.store.dispatch({ type: 'opened', ...opened });
  }

  /** Shows which model will answer. */
  async showModel(): Promise<void> {
    const { client } = this.server;
    try {
      const models = client && await ask(client, 'ptk/models', {});
      if (models) this.store.dispatch({ type: 'model', model: models.current, models: models.models });
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

  /** Remembers which conversation is shown, also over a reload of the window. */
  private remember(conversation: Conversation | undefined): void {
    if (conversation?.id !== this.conversation?.id) void this.memory.update(conversationKey, conversation?.id);
    this.conversation = conversation;
  }

  private async run(client: LanguageClient, params: ChatParams): Promise<void> {
    const stop = new vscode.CancellationTokenSource();
    this.stopping = stop;
    const live = () => this.stopping === stop;
    try {
      await this.turn(client, params, stop.token, live);
    } finally {
      const ended = live();
      if (ended) this.stopping = undefined;
      stop.dispose();
      const text = ended ? this.next.splice(0).join('\n\n') : '';
      if (text !== '') await this.send({ text });
    }
  }

  private async turn(client: LanguageClient, params: ChatParams, token: vscode.CancellationToken, live: () => boolean): Promise<void> {
    try {
      const result = await this.ask(client, params, token, live);
      if (live()) this.store.dispatch({ type: 'result', result });
    } catch (e) {
      if (!live()) return;
      this.approvals.rejectAll();
      this.store.dispatch(token.isCancellationRequested || codeOf(e) === requestCancelled ? { type: 'stopped' } : { type: 'failed', error: this.explain(e) });
    }
  }

  /** Asks in the conversation at hand; in a new one where a server that was started since does not know it. */
  private async ask(client: LanguageClient, params: ChatParams, token: vscode.CancellationToken, live: () => boolean): Promise<ChatResult> {
    const known = this.conversation;
    if (!known) return this.request(client, params, token, live);
    try {
      return await this.request(client, { ...params, conversationId: known.id }, token, live);
    } catch (e) {
      if (codeOf(e) !== requestFailed || known.client === client) throw e;
      this.store.dispatch({ type: 'notice', text: t('The server was restarted and does not remember the messages above.') });
      return this.request(client, params, token, live);
    }
  }

  private async request(client: LanguageClient, params: ChatParams, token: vscode.CancellationToken, live: () => boolean): Promise<ChatResult> {
    const partialResultToken = `ptk-chat-${++this.turns}`;
    const progress = client.onProgress(new ProgressType<ChatEvent>(), partialResultToken, (event) => {
      if (!live()) return;
      if (event.kind === 'turn_start') this.remember({ id: event.conversationId, client });
      this.store.dispatch({ type: 'chat', event, at: Date.now() });
    });
    try {
      // With a token of its own for the work, the server makes none that VS Code would show beside PTK's item in the status bar.
      return await ask(client, 'ptk/chat', { ...params, partialResultToken, workDoneToken: `${partialResultToken}-work` }, token);
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

function notRunning(): TurnError {
  return { code: 'SERVER_STOPPED', message: t('The server is not running.'), suggestion: t('Restart it and try again.') };
}

function paramsOf({ text, attachments, plan, mode }: Question): ChatParams {
  return {
    message: text,
    ...(attachments?.length && { attachments: attachments.map((one) => one.attachment) }),
    ...(plan && { plan: [...plan] }),
    ...(mode && { mode }),
  };
}

function codeOf(e: unknown): number | undefined {
  return e instanceof ResponseError ? e.code : undefined;
}
