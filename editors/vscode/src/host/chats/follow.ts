import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { turnsPerPage } from '../../shared/state/reduce';
import { storedTurns } from '../../shared/state/storedTurns';
import { sendRequest } from '../requests';
import type { Chats } from './chats';
import type { OpenChat } from './openChat';

/** How often a turn of another window is read. */
const everyMs = 1500;

/** Follows the turns that run in other windows, in the chats that the user sees, until they end. */
export class Follow implements vscode.Disposable {
  private readonly timer = setInterval(() => void this.readAll(), everyMs);
  private reading = false;

  constructor(
    private readonly chats: Chats,
    private readonly client: () => LanguageClient | undefined,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  dispose(): void {
    clearInterval(this.timer);
  }

  private async readAll(): Promise<void> {
    const client = this.client();
    const followed = this.chats.all.filter((chat) => chat.state.conversation?.elsewhere && this.chats.isVisible(chat));
    if (!client || this.reading || followed.length === 0) return;
    this.reading = true;
    try {
      await Promise.all(followed.map((chat) => read(client, chat)));
    } catch (e) {
      this.log.warn(`can't read the turn of another window: ${e instanceof Error ? e.message : String(e)}`);
    } finally {
      this.reading = false;
    }
  }
}

async function read(client: LanguageClient, chat: OpenChat): Promise<void> {
  const id = chat.conversationId;
  if (id === undefined) return;
  const { info, turns, earlier } = await sendRequest(client, 'ptk/conversation', { conversationId: id, limit: turnsPerPage });
  if (chat.conversationId !== id) return;
  const elsewhere = info.elsewhere === true;
  chat.store.dispatch({
    type: 'followed', turns: storedTurns(turns, elsewhere), earlier: earlier ? info.turns - turns.length : 0, elsewhere,
  });
}
