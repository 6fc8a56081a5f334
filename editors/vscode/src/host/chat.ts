import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ProgressType, type LanguageClient } from 'vscode-languageclient/node';
import type { Attached } from '../shared/attachment';
import type { ChatEvent, ChatParams, ChatResult, Mode, PlanEntry } from '../shared/protocol';
import { ownTurn } from '../shared/state/reduce';
import type { TurnError, ViewEvent } from '../shared/state/types';
import type { Approvals } from './consent/approvals';
import { sendRequest } from './requests';
import { codeOf, kindOf } from './responseError';
import type { Server } from './server';
import type { Store } from './store';

const requestFailed = -32803;
const requestCancelled = -32800;
/** How long the chat waits for the server to end a stopped turn. */
const stopWithinMs = 5000;
/** A conversation with the connection on which it was opened. */
interface Conversation {
  id: string;
  client: LanguageClient;
}

/** The user's input for a turn. */
export interface Question {
  text: string;
  attachments?: readonly Attached[];
  /** The plan to carry out; the text may be empty then. */
  plan?: readonly PlanEntry[];
  /** Goes on with the last turn of the conversation; there is no text then. */
  continues?: boolean;
  /** Defaults to the chosen mode. */
  mode?: Mode;
}

/** Runs the turns of one conversation, whether it is shown or not. */
export class Chat {
  private conversation: Conversation | undefined;
  private stopping: vscode.CancellationTokenSource | undefined;
  /** Messages that came too late for the running turn; they become the next question. */
  private nextMessages: string[] = [];

  constructor(
    private readonly server: Server,
    private readonly store: Store,
    private readonly approvals: Approvals,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** The id of the conversation; undefined until its first turn starts. */
  get conversationId(): string | undefined {
    return this.conversation?.id;
  }

  /** Starts a turn; if one is running, the text is added to that one. */
  async send(question: Question): Promise<void> {
    const text = question.text.trim();
    if (text === '' && !question.plan && !question.continues) return;
    if (this.store.state.conversation?.elsewhere)
      throw new Error(t('A turn of this chat runs in another window. Wait for its end, or fork the chat.'));
    if (ownTurn(this.store.state)) return this.steer(text);
    const mode = question.mode ?? this.store.state.mode;
    const { attachments, plan, continues } = question;
    const given = { ...(attachments && { attachments }), ...(plan && { plan }), ...(continues && { continues }) };
    this.store.dispatch({ type: 'ask', question: text, mode, at: Date.now(), ...given });
    const client = this.server.client;
    if (!client) {
      this.store.dispatch({ type: 'failed', error: notRunning() });
      return;
    }
    await this.run(client, paramsOf({ ...question, text, mode }));
  }

  /** Asks the last question again; starts the server if it is not running. */
  async retry(): Promise<void> {
    const last = this.store.state.turns.at(-1);
    if (!last || last.status === 'running') return;
    if (!this.server.client) await this.server.start();
    if (last.continues) return this.send({ text: '', continues: true });
    const { question, attachments, plan, mode } = last;
    await this.send({ text: question, ...(attachments && { attachments }), ...(plan && { plan }), ...(mode && { mode }) });
  }

  /** Goes on with a turn that did not come to an answer, from where it stands: nothing is asked or done again. */
  async continueTurn(): Promise<void> {
    const last = this.store.state.turns.at(-1);
    if (!last || last.status === 'running' || last.status === 'done') return;
    if (!this.server.client) await this.server.start();
    if (last.id === undefined || !this.conversation) await this.retry();
    else await this.send({ text: '', continues: true, ...(last.mode && { mode: last.mode }) });
  }

  /** Compacts the conversation, and goes on with the last turn, which did not fit the model. */
  async compactTurn(): Promise<void> {
    const { client } = this.server;
    const conversationId = this.conversation?.id;
    if (!client || !conversationId || ownTurn(this.store.state)) return;
    await sendRequest(client, 'ptk/compact', { conversationId });
    await this.continueTurn();
  }

  /** Starts a turn that carries out the plan. */
  async carryOut(plan: readonly PlanEntry[]): Promise<void> {
    if (plan.length > 0 && !ownTurn(this.store.state)) await this.send({ text: '', plan, mode: 'agent' });
  }

  /** Adds a message to the running turn. If it comes too late it becomes the next question. */
  async steer(text: string): Promise<void> {
    const client = this.server.client;
    const conversationId = this.conversation?.id;
    if (text === '' || !client) return;
    this.store.dispatch({ type: 'steered', text });
    if (conversationId) await this.deliver(client, conversationId, text);
    else this.nextMessages.push(text); // the turn has not started yet
  }

  /** Sends a queued message to the server. */
  private async deliver(client: LanguageClient, conversationId: string, text: string): Promise<void> {
    try {
      const { messageId } = await sendRequest(client, 'ptk/steer', { conversationId, message: text });
      this.store.dispatch({ type: 'queued', text, id: messageId });
    } catch (e) {
      this.log.info(`the turn has ended, so the message becomes the next question: ${e instanceof Error ? e.message : String(e)}`);
      this.store.dispatch({ type: 'steered', text, lost: true });
      if (!ownTurn(this.store.state)) await this.send({ text });
      else this.nextMessages.push(text);
    }
  }

  /** Takes back a message of [steer]; false if the model has read it. */
  async unsteer(text: string): Promise<boolean> {
    const { client } = this.server;
    const conversationId = this.conversation?.id;
    const queued = this.store.state.queued.find((one) => one.text === text);
    const own = this.nextMessages.indexOf(text);
    if (own >= 0) this.nextMessages.splice(own, 1);
    else if (!client || !conversationId || queued?.id === undefined) return false;
    else if (!(await sendRequest(client, 'ptk/unsteer', { conversationId, messageId: queued.id })).removed) return false;
    this.store.dispatch({ type: 'steered', text, lost: true });
    return true;
  }

  /** Stops the running turn; the answer so far stays. */
  stop(): void {
    const stopping = this.stopping;
    stopping?.cancel();
    this.withdrawQuestions();
    setTimeout(() => this.giveUp(stopping), stopWithinMs);
  }

  /** Reads a conversation of the history into the chat, in which no turn runs. */
  open(opened: Pick<Extract<ViewEvent, { type: 'opened' }>, 'conversation' | 'turns' | 'earlier'>, client: LanguageClient): void {
    this.conversation = { id: opened.conversation.id, client };
    this.store.dispatch({ type: 'opened', ...opened });
  }

  /** Takes the messages that are sent next out of the queue of the turn that ends. */
  private unqueue(): void {
    for (const text of this.nextMessages) this.store.dispatch({ type: 'steered', text, lost: true });
  }

  private withdrawQuestions(): void {
    const id = this.conversation?.id;
    if (id !== undefined) this.approvals.withdraw((question) => question.conversationId === id);
  }

  /** Ends a turn that the server does not end. */
  private giveUp(turn: vscode.CancellationTokenSource | undefined): void {
    if (!turn || this.stopping !== turn) return;
    this.stopping = undefined;
    this.store.dispatch({ type: 'stopped' });
  }

  private async run(client: LanguageClient, params: ChatParams): Promise<void> {
    const stop = new vscode.CancellationTokenSource();
    this.stopping = stop;
    const isCurrent = () => this.stopping === stop;
    try {
      await this.turn(client, params, stop.token, isCurrent);
    } finally {
      const ended = isCurrent();
      if (ended) this.stopping = undefined;
      stop.dispose();
      const text = ended ? this.nextMessages.splice(0).join('\n\n') : '';
      if (text !== '') await this.send({ text });
    }
  }

  private async turn(client: LanguageClient, params: ChatParams, token: vscode.CancellationToken, isCurrent: () => boolean): Promise<void> {
    try {
      const result = await this.askServer(client, params, token, isCurrent);
      this.unqueue();
      if (isCurrent()) this.store.dispatch({ type: 'result', result });
    } catch (e) {
      if (!isCurrent()) return;
      this.withdrawQuestions();
      this.unqueue();
      const isStopped = token.isCancellationRequested || codeOf(e) === requestCancelled;
      this.store.dispatch(isStopped ? { type: 'stopped' } : { type: 'failed', error: await this.explainRefusal(e, client) });
    }
  }

  /** Sends the question to the current conversation, or to a new one if a restarted server does not know it. */
  private async askServer(
    client: LanguageClient,
    params: ChatParams,
    token: vscode.CancellationToken,
    isCurrent: () => boolean,
  ): Promise<ChatResult> {
    const current = this.conversation;
    if (!current) return this.request(client, params, token, isCurrent);
    try {
      return await this.request(client, { ...params, conversationId: current.id }, token, isCurrent);
    } catch (e) {
      if (codeOf(e) !== requestFailed || current.client === client || params.continue) throw e;
      this.store.dispatch({ type: 'notice', text: t('The server was restarted and does not remember the messages above.') });
      return this.request(client, params, token, isCurrent);
    }
  }

  private async request(
    client: LanguageClient,
    params: ChatParams,
    token: vscode.CancellationToken,
    isCurrent: () => boolean,
  ): Promise<ChatResult> {
    const partialResultToken = `ptk-chat-${randomUUID()}`;
    const progress = client.onProgress(new ProgressType<ChatEvent>(), partialResultToken, (event) => {
      if (!isCurrent()) return;
      this.store.dispatch({ type: 'chat', event, at: Date.now() });
      if (event.kind === 'turn_start') this.started({ id: event.conversationId, client });
    });
    try {
      // With this token the server creates no progress of its own, which VS Code would show beside PTK's status bar item.
      return await sendRequest(client, 'ptk/chat', { ...params, partialResultToken, workDoneToken: `${partialResultToken}-work` }, token);
    } finally {
      progress.dispose();
    }
  }

  /** Notes the conversation of the turn, and sends the messages that were written before it started. */
  private started(conversation: Conversation): void {
    this.conversation = conversation;
    for (const text of this.nextMessages.splice(0)) void this.deliver(conversation.client, conversation.id, text);
  }

  /** Explains why the server refused the turn; only it knows of the turns of other windows. */
  private async explainRefusal(e: unknown, client: LanguageClient): Promise<TurnError> {
    const id = this.conversation?.id;
    if (codeOf(e) !== requestFailed || id === undefined || !this.server.client) return this.explain(e);
    const read = sendRequest(client, 'ptk/conversation', { conversationId: id, limit: 1 });
    if (!(await read.then(({ info }) => info.elsewhere, () => false))) return this.explain(e);
    const message = t('A turn of this chat runs in another window.');
    return { code: 'REQUEST_FAILED', message, suggestion: t('Ask again when it has ended, or fork the chat.') };
  }

  private explain(e: unknown): TurnError {
    if (!this.server.client)
      return {
        code: 'SERVER_STOPPED',
        message: t('The server exited before the answer was complete.'),
        suggestion: t('Restart it and try again. The log may show the reason.'),
      };
    const message = e instanceof Error ? e.message : String(e);
    const kind = kindOf(e);
    return { code: 'REQUEST_FAILED', message, suggestion: t('Try again, or start a new chat.'), ...(kind && { kind }) };
  }
}

function notRunning(): TurnError {
  return { code: 'SERVER_STOPPED', message: t('The server is not running.'), suggestion: t('Restart it and try again.') };
}

function paramsOf({ text, attachments, plan, mode, continues }: Question): ChatParams {
  if (continues) return { message: '', continue: true };
  return {
    message: text,
    ...(attachments?.length && { attachments: attachments.map((one) => one.attachment) }),
    ...(plan && { plan: [...plan] }),
    ...(mode && { mode }),
  };
}
