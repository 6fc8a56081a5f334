import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { turnsPerPage } from '../../shared/state/reduce';
import { storedTurns } from '../../shared/state/storedTurns';
import { sendRequest } from '../requests';
import type { Chats } from './chats';
import type { OpenChat } from './openChat';

/** How often a turn of another window is read. */
const everyMs = 1500;
/** After so many readings it is seen whether a turn of another window has begun in a chat that is idle here. */
const idleEvery = 4;
/** So many conversations are looked at for that. */
const newest = 10;

/** Follows the turns that run in other windows, in the chats that the user sees, until they end. */
export class Follow implements vscode.Disposable {
  private readonly timer = setInterval(() => void this.readAll(), everyMs);
  private reading = false;
  private readings = 0;

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
    if (!client || this.reading) return;
    this.reading = true;
    const looksAtIdle = ++this.readings % idleEvery === 0;
    const followed = this.chats.all.filter((chat) => !chat.running && chat.conversationId !== undefined && this.chats.isVisible(chat));
    try {
      await Promise.all(followed.filter((chat) => looksAtIdle || chat.state.conversation?.elsewhere).map((chat) => read(client, chat)));
    } catch (e) {
      this.log.info(`can't read the turn of another window: ${e instanceof Error ? e.message : String(e)}`);
    } finally {
      this.reading = false;
    }
  }
}

async function read(client: LanguageClient, chat: OpenChat): Promise<void> {
  const id = chat.conversationId;
  if (id === undefined) return;
  const isFollowed = chat.state.conversation?.elsewhere === true;
  if (!isFollowed && !(await runsElsewhere(client, id))) return;
  const { info, turns, earlier } = await sendRequest(client, 'ptk/conversation', { conversationId: id, limit: turnsPerPage });
  if (chat.conversationId !== id || chat.running) return;
  const elsewhere = info.elsewhere === true;
  chat.store.dispatch({
    type: 'followed', turns: storedTurns(turns, elsewhere), earlier: earlier ? info.turns - turns.length : 0, elsewhere,
  });
}

/** Reports whether another window runs a turn of the conversation, which is then among the newest. */
async function runsElsewhere(client: LanguageClient, id: string): Promise<boolean> {
  const { conversations } = await sendRequest(client, 'ptk/conversations', { limit: newest });
  return conversations.some(({ conversationId, elsewhere }) => conversationId === id && elsewhere);
}
