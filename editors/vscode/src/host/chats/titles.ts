import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { sendRequest } from '../requests';
import type { Chats } from './chats';

/** Reads the titles of new conversations from the server, which may have asked a model for one. */
export class Titles implements vscode.Disposable {
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly chats: Chats,
    private readonly client: () => LanguageClient | undefined,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.listening = chats.onHistoryChange(() => void this.readMissing());
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async readMissing(): Promise<void> {
    const untitled = this.chats.all.filter(({ running, state: { conversation } }) => !running && conversation && !conversation.title);
    await Promise.all(untitled.map((chat) => this.read(chat.conversationId ?? '')));
  }

  private async read(conversationId: string): Promise<void> {
    const client = this.client();
    if (!client) return;
    try {
      const { info } = await sendRequest(client, 'ptk/conversation', { conversationId, limit: 1 });
      this.chats.find(conversationId)?.store.dispatch({ type: 'renamed', conversationId, title: info.title });
    } catch (e) {
      this.log.info(`can't read the title of a conversation: ${e instanceof Error ? e.message : String(e)}`);
    }
  }
}
