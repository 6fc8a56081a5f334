import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { ServerRequests } from '../shared/protocol';
import { runningTurn, turnsPerPage } from '../shared/state/reduce';
import { storedTurns } from '../shared/state/storedTurns';
import type { ViewEvent } from '../shared/state/types';
import { conversationKey, type Chat } from './chat';
import { ask } from './requests';
import type { Server } from './server';
import type { Store } from './store';
import { showError, askInput, askModal } from './notifications';

/** The history: what the user does with conversations, and with turns that are over. */
export class Conversations {
  private readonly changed = new vscode.EventEmitter<void>();
  /** A conversation was renamed or deleted, or another is shown. */
  readonly onChange = this.changed.event;

  constructor(private readonly server: Server, private readonly store: Store, private readonly chat: Chat, private readonly log: vscode.LogOutputChannel, private readonly memory: vscode.Memento) {}

  /** Shows the conversation again that was shown when the window was closed. */
  async restore(): Promise<void> {
    const id = this.memory.get<string>(conversationKey);
    const { client } = this.server;
    if (!id || !client || this.store.state.turns.length > 0) return;
    try {
      await this.show(client, id);
    } catch (e) {
      this.log.warn(`the last conversation is not shown again: ${messageOf(e)}`);
      await this.memory.update(conversationKey, undefined);
    }
  }

  open(conversationId: string): Promise<void> {
    return this.doing(async (client) => this.show(client, conversationId));
  }

  /** Goes on in a copy of the conversation that ends with that turn. */
  fork(turnId: string): Promise<void> {
    return this.doing((client) => this.showFork(client, turnId));
  }

  /** Asks the question of a turn again with other words, in a copy of the conversation up to there. */
  resend(turn: number, text: string): Promise<void> {
    return this.doing(async (client) => {
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

  /** Tells the turns before that one, counted from 0: those that the store holds by `post`, others by the store. */
  async showEarlier(before: number, post?: (event: ViewEvent) => void): Promise<void> {
    const { turns, earlier } = this.store.state;
    const first = Math.max(earlier, before - turnsPerPage);
    if (first < before) post?.({ type: 'earlier', first, turns: turns.slice(first - earlier, before - earlier) });
    else if (earlier > 0) await this.readEarlier();
  }

  rename(conversationId: string): Promise<void> {
    return this.doing(async (client) => {
      const { info } = await ask(client, 'ptk/conversation', { conversationId, limit: 1 });
      const title = await askInput({ title: t('Rename the conversation'), value: info.title, validateInput: (text) => (text.trim() === '' ? t('A title is needed.') : undefined) });
      if (title === undefined) return;
      await ask(client, 'ptk/renameConversation', { conversationId, title: title.trim() });
      this.store.dispatch({ type: 'renamed', conversationId, title: title.trim() });
    });
  }

  delete(conversationId: string): Promise<void> {
    return this.doing(async (client) => {
      const { info } = await ask(client, 'ptk/conversation', { conversationId, limit: 1 });
      const confirm = t('Delete');
      const chosen = await askModal(t('Delete the conversation “{0}”?', info.title), t('This can\'t be undone. Files that it changed stay as they are.'), confirm);
      if (chosen !== confirm) return;
      await ask(client, 'ptk/deleteConversation', { conversationId });
      if (this.chat.conversationId === conversationId) this.chat.newChat();
    });
  }

  /** Shows the conversation as a new text, which the user can save. */
  export(conversationId: string): Promise<void> {
    return this.doing(async (client) => {
      const formats = [{ label: 'Markdown', format: 'markdown', language: 'markdown' }, { label: 'JSON', format: 'json', language: 'json' }] as const;
      const chosen = await vscode.window.showQuickPick(formats, { title: t('Export the conversation as') });
      if (!chosen) return;
      const { text } = await ask(client, 'ptk/exportConversation', { conversationId, format: chosen.format });
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text, language: chosen.language }));
    });
  }

  /** Takes back what a turn changed in files, or makes it again. */
  async revert(turnId: string, redo: boolean): Promise<void> {
    const { client } = this.server;
    const conversationId = this.chat.conversationId;
    if (!client || !conversationId) return;
    try {
      const { files } = await ask(client, redo ? 'ptk/redo' : 'ptk/undo', { conversationId, turnId });
      this.store.dispatch({ type: 'undone', turnId, redo, files });
    } catch (e) {
      this.store.dispatch({ type: 'undone', turnId, redo, files: [], error: messageOf(e) });
    }
  }

  /** Asks the server for the view; the caller tells what failed. */
  request<M extends keyof ServerRequests>(method: M, params: ServerRequests[M]['params']): Promise<ServerRequests[M]['result']> {
    const { client } = this.server;
    return client ? ask(client, method, params) : Promise.reject(new Error(t('The server is not running.')));
  }

  private async showFork(client: LanguageClient, turnId: string): Promise<void> {
    const conversationId = this.chat.conversationId;
    if (!conversationId) return;
    const fork = await ask(client, 'ptk/forkConversation', { conversationId, turnId });
    await this.show(client, fork.conversationId);
  }

  private async show(client: LanguageClient, conversationId: string): Promise<void> {
    const { info, turns, earlier } = await ask(client, 'ptk/conversation', { conversationId, limit: turnsPerPage });
    this.chat.open({ conversation: { id: info.conversationId, title: info.title }, turns: storedTurns(turns), earlier: earlier ? info.turns - turns.length : 0 }, client);
  }

  /** Takes the turns before the first that the store holds from the server. */
  private async readEarlier(): Promise<void> {
    const { client } = this.server;
    const conversationId = this.chat.conversationId;
    const before = this.store.state.turns[0]?.id;
    if (!client) throw new Error(t('The server is not running.'));
    if (!conversationId || !before) return;
    const { turns } = await ask(client, 'ptk/conversation', { conversationId, limit: turnsPerPage, before });
    const { state } = this.store;
    if (state.turns[0]?.id === before) this.store.dispatch({ type: 'earlier', first: state.earlier - turns.length, turns: storedTurns(turns) });
  }

  /** Does what needs the server, and tells the user where it fails. */
  private async doing(work: (client: LanguageClient) => Promise<void>): Promise<void> {
    const { client } = this.server;
    try {
      if (!client) throw new Error(t('The server is not running.'));
      await work(client);
      this.changed.fire();
    } catch (e) {
      void showError(`PTK: ${messageOf(e)}`);
    }
  }
}

function messageOf(e: unknown): string {
  return e instanceof Error ? e.message : String(e);
}
