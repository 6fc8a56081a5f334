import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { ServerRequests } from '../shared/protocol';
import { runningTurn, turnsPerPage } from '../shared/state/reduce';
import { storedTurns } from '../shared/state/storedTurns';
import type { ViewEvent } from '../shared/state/types';
import { conversationKey, type Chat } from './chat';
import { sendRequest } from './requests';
import type { Server } from './server';
import type { Store } from './store';
import { showError, askInput, askModal } from './notifications';

/** Opens, changes and exports conversations of the history, and undoes or forks finished turns. */
export class Conversations {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires if a conversation was renamed or deleted, or another one is shown. */
  readonly onChange = this.changed.event;

  constructor(
    private readonly server: Server,
    private readonly store: Store,
    private readonly chat: Chat,
    private readonly log: vscode.LogOutputChannel,
    private readonly memory: vscode.Memento,
  ) {}

  /** Reopens the conversation that was shown when the window was closed. */
  async restore(): Promise<void> {
    const id = this.memory.get<string>(conversationKey);
    const { client } = this.server;
    if (!id || !client || this.store.state.turns.length > 0) return;
    try {
      await this.show(client, id);
    } catch (e) {
      this.log.warn(`can't reopen the last conversation: ${messageOf(e)}`);
      await this.memory.update(conversationKey, undefined);
    }
  }

  open(conversationId: string): Promise<void> {
    return this.withServer(async (client) => this.show(client, conversationId));
  }

  /** Opens a copy of the conversation that ends with that turn. */
  fork(turnId: string): Promise<void> {
    return this.withServer((client) => this.showFork(client, turnId));
  }

  /** Asks the question of a turn again with another text, in a copy of the conversation before that turn. */
  resend(turn: number, text: string): Promise<void> {
    return this.withServer(async (client) => {
      if (turn === this.store.state.earlier) await this.showEarlier(turn);
      const { turns, earlier } = this.store.state;
      const old = turns[turn - earlier];
      if (!old || runningTurn(this.store.state)) return;
      const before = turns.slice(0, turn - earlier).findLast((one) => one.id !== undefined)?.id;
      if (before === undefined) this.chat.newChat();
      else await this.showFork(client, before);
      void this.chat.send({ text, ...(old.attachments && { attachments: old.attachments }) });
    });
  }

  /** Loads the turns before that one, counted from 0: turns in the store are passed to `post`, others are read into the store. */
  async showEarlier(before: number, post?: (event: ViewEvent) => void): Promise<void> {
    const { turns, earlier } = this.store.state;
    const first = Math.max(earlier, before - turnsPerPage);
    if (first < before) post?.({ type: 'earlier', first, turns: turns.slice(first - earlier, before - earlier) });
    else if (earlier > 0) await this.readEarlier();
  }

  rename(conversationId: string): Promise<void> {
    return this.withServer(async (client) => {
      const { info } = await sendRequest(client, 'ptk/conversation', { conversationId, limit: 1 });
      const title = await askInput({
        title: t('Rename the conversation'),
        value: info.title,
        validateInput: (text) => (text.trim() === '' ? t('Enter a title.') : undefined),
      });
      if (title === undefined) return;
      await sendRequest(client, 'ptk/renameConversation', { conversationId, title: title.trim() });
      this.store.dispatch({ type: 'renamed', conversationId, title: title.trim() });
    });
  }

  delete(conversationId: string): Promise<void> {
    return this.withServer(async (client) => {
      const { info } = await sendRequest(client, 'ptk/conversation', { conversationId, limit: 1 });
      const confirm = t('Delete');
      const chosen = await askModal(
        t('Delete the conversation “{0}”?', info.title),
        t("This can't be undone. Files that it changed are kept."),
        confirm,
      );
      if (chosen !== confirm) return;
      await sendRequest(client, 'ptk/deleteConversation', { conversationId });
      if (this.chat.conversationId === conversationId) this.chat.newChat();
    });
  }

  /** Opens the conversation as an untitled document. */
  export(conversationId: string): Promise<void> {
    return this.withServer(async (client) => {
      const formats = [
        { label: 'Markdown', format: 'markdown', language: 'markdown' },
        { label: 'JSON', format: 'json', language: 'json' },
      ] as const;
      const chosen = await vscode.window.showQuickPick(formats, { title: t('Export the conversation as') });
      if (!chosen) return;
      const { text } = await sendRequest(client, 'ptk/exportConversation', { conversationId, format: chosen.format });
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text, language: chosen.language }));
    });
  }

  /** Undoes or redoes the file changes of a turn. */
  async revert(turnId: string, redo: boolean): Promise<void> {
    const { client } = this.server;
    const conversationId = this.chat.conversationId;
    if (!client || !conversationId) return;
    try {
      const { files } = await sendRequest(client, redo ? 'ptk/redo' : 'ptk/undo', { conversationId, turnId });
      this.store.dispatch({ type: 'undone', turnId, redo, files });
    } catch (e) {
      this.store.dispatch({ type: 'undone', turnId, redo, files: [], error: messageOf(e) });
    }
  }

  /** Sends a request of the webview to the server. */
  request<M extends keyof ServerRequests>(method: M, params: ServerRequests[M]['params']): Promise<ServerRequests[M]['result']> {
    const { client } = this.server;
    return client ? sendRequest(client, method, params) : Promise.reject(new Error(t('The server is not running.')));
  }

  private async showFork(client: LanguageClient, turnId: string): Promise<void> {
    const conversationId = this.chat.conversationId;
    if (!conversationId) return;
    const fork = await sendRequest(client, 'ptk/forkConversation', { conversationId, turnId });
    await this.show(client, fork.conversationId);
  }

  private async show(client: LanguageClient, conversationId: string): Promise<void> {
    const { info, turns, earlier } = await sendRequest(client, 'ptk/conversation', { conversationId, limit: turnsPerPage });
    this.chat.open(
      {
        conversation: { id: info.conversationId, title: info.title },
        turns: storedTurns(turns),
        earlier: earlier ? info.turns - turns.length : 0,
      },
      client,
    );
  }

  /** Reads the turns before the first turn of the store from the server. */
  private async readEarlier(): Promise<void> {
    const { client } = this.server;
    const conversationId = this.chat.conversationId;
    const before = this.store.state.turns[0]?.id;
    if (!client) throw new Error(t('The server is not running.'));
    if (!conversationId || !before) return;
    const { turns } = await sendRequest(client, 'ptk/conversation', { conversationId, limit: turnsPerPage, before });
    const { state } = this.store;
    if (state.turns[0]?.id === before)
      this.store.dispatch({ type: 'earlier', first: state.earlier - turns.length, turns: storedTurns(turns) });
  }

  /** Runs `action` with the connection to the server, and shows its error to the user. */
  private async withServer(action: (client: LanguageClient) => Promise<void>): Promise<void> {
    const { client } = this.server;
    try {
      if (!client) throw new Error(t('The server is not running.'));
      await action(client);
      this.changed.fire();
    } catch (e) {
      void showError(`PTK: ${messageOf(e)}`);
    }
  }
}

function messageOf(e: unknown): string {
  return e instanceof Error ? e.message : String(e);
}
