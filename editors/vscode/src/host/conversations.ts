import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { ServerRequests } from '../shared/protocol';
import { runningTurn, turnsPerPage } from '../shared/state/reduce';
import { storedTurns } from '../shared/state/storedTurns';
import type { ViewEvent } from '../shared/state/types';
import type { Chats } from './chats/chats';
import type { Surface } from './chats/surface';
import { sendRequest } from './requests';
import type { Server } from './server';
import { showError, askInput, askModal } from './notifications';

/** The key of the last conversation's id in the workspace's memory. */
const conversationKey = 'ptk.conversation';

/** Opens, changes and exports conversations of the history, and undoes or forks finished turns, for a place that shows chats. */
export class Conversations {
  constructor(
    private readonly server: Server,
    private readonly surface: Surface,
    private readonly chats: Chats,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Shows the conversation that was shown when the window was closed, and remembers from now on which one is. */
  async restoreLast(memory: vscode.Memento): Promise<void> {
    const id = memory.get<string>(conversationKey);
    if (id && this.surface.shown.empty && !(await this.restore(id))) await memory.update(conversationKey, undefined);
    let stored = memory.get<string>(conversationKey);
    const remember = () => {
      const now = this.surface.shown.conversationId;
      if (now !== stored) void memory.update(conversationKey, (stored = now));
    };
    this.surface.onEvent(remember);
    remember();
  }

  /** Shows a conversation, and reports whether it could be read. */
  async restore(conversationId: string): Promise<boolean> {
    const { client } = this.server;
    if (!client) return false;
    try {
      await this.show(client, conversationId);
      return true;
    } catch (e) {
      this.log.warn(`can't reopen the last conversation: ${messageOf(e)}`);
      return false;
    }
  }

  open(conversationId: string): Promise<void> {
    return this.withServer(async (client) => this.show(client, conversationId));
  }

  /** Opens a copy of the conversation that ends with that turn. */
  fork(turnId: string): Promise<void> {
    return this.withServer((client) => this.showFork(client, turnId));
  }

  /** Opens a copy of the conversation as far as its turns have ended; a new chat if none has. */
  forkEnded(): Promise<void> {
    const last = this.surface.state.turns.findLast((turn) => turn.id !== undefined && turn.status !== 'running');
    if (last?.id !== undefined) return this.fork(last.id);
    this.surface.show(this.chats.create());
    return Promise.resolve();
  }

  /** Asks the question of a turn again with another text, in a copy of the conversation before that turn. */
  resend(turn: number, text: string): Promise<void> {
    return this.withServer(async (client) => {
      if (turn === this.surface.state.earlier) await this.showEarlier(turn);
      const { turns, earlier } = this.surface.state;
      const old = turns[turn - earlier];
      if (!old || runningTurn(this.surface.state)) return;
      const before = turns.slice(0, turn - earlier).findLast((one) => one.id !== undefined)?.id;
      if (before === undefined) this.surface.newChat();
      else await this.showFork(client, before);
      void this.surface.chat.send({ text, ...(old.attachments && { attachments: old.attachments }) });
    });
  }

  /** Loads the turns before that one, counted from 0: turns in the store are passed to `post`, others are read into the store. */
  async showEarlier(before: number, post?: (event: ViewEvent) => void): Promise<void> {
    const { turns, earlier } = this.surface.state;
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
      this.chats.find(conversationId)?.store.dispatch({ type: 'renamed', conversationId, title: title.trim() });
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
      if (this.surface.chat.conversationId === conversationId) this.surface.newChat();
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
    const conversationId = this.surface.chat.conversationId;
    if (!client || !conversationId) return;
    try {
      const { files } = await sendRequest(client, redo ? 'ptk/redo' : 'ptk/undo', { conversationId, turnId });
      this.surface.dispatch({ type: 'undone', turnId, redo, files });
    } catch (e) {
      this.surface.dispatch({ type: 'undone', turnId, redo, files: [], error: messageOf(e) });
    }
  }

  /** Sends a request of the webview to the server. */
  request<M extends keyof ServerRequests>(method: M, params: ServerRequests[M]['params']): Promise<ServerRequests[M]['result']> {
    const { client } = this.server;
    return client ? sendRequest(client, method, params) : Promise.reject(new Error(t('The server is not running.')));
  }

  private async showFork(client: LanguageClient, turnId: string): Promise<void> {
    const conversationId = this.surface.chat.conversationId;
    if (!conversationId) return;
    const fork = await sendRequest(client, 'ptk/forkConversation', { conversationId, turnId });
    await this.show(client, fork.conversationId);
  }

  /** Shows a conversation. One that is open in this window is shown as it is, with the turn that runs. */
  private async show(client: LanguageClient, conversationId: string): Promise<void> {
    const open = this.chats.find(conversationId);
    if (open && open.mark !== 'idle') {
      this.surface.show(open);
      return;
    }
    const { info, turns, earlier } = await sendRequest(client, 'ptk/conversation', { conversationId, limit: turnsPerPage });
    const chat = this.chats.find(conversationId) ?? this.chats.create();
    const elsewhere = info.elsewhere === true;
    if (!chat.running)
      chat.chat.open(
        {
          conversation: { id: info.conversationId, title: info.title, ...(elsewhere && { elsewhere }) },
          turns: storedTurns(turns, elsewhere),
          earlier: earlier ? info.turns - turns.length : 0,
        },
        client,
      );
    this.surface.show(chat);
  }

  /** Reads the turns before the first turn of the store from the server. */
  private async readEarlier(): Promise<void> {
    const { client } = this.server;
    const conversationId = this.surface.chat.conversationId;
    const before = this.surface.state.turns[0]?.id;
    if (!client) throw new Error(t('The server is not running.'));
    if (!conversationId || !before) return;
    const { turns } = await sendRequest(client, 'ptk/conversation', { conversationId, limit: turnsPerPage, before });
    const { state } = this.surface;
    if (state.turns[0]?.id === before)
      this.surface.dispatch({ type: 'earlier', first: state.earlier - turns.length, turns: storedTurns(turns) });
  }

  /** Runs `action` with the connection to the server, and shows its error to the user. */
  private async withServer(action: (client: LanguageClient) => Promise<void>): Promise<void> {
    const { client } = this.server;
    try {
      if (!client) throw new Error(t('The server is not running.'));
      await action(client);
      this.chats.historyChanged();
    } catch (e) {
      void showError(`PTK: ${messageOf(e)}`);
    }
  }
}

function messageOf(e: unknown): string {
  return e instanceof Error ? e.message : String(e);
}
