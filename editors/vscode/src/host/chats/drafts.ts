import type * as vscode from 'vscode';
import type { Draft } from '../../shared/attachment';
import type { Chats } from './chats';
import type { OpenChat } from './openChat';

/** The key of the unsent messages in the workspace's memory. */
const draftsKey = 'ptk.drafts';
/** Older drafts than the last so many are forgotten. */
const most = 50;

/** The unsent messages of the chats. They survive a switch to another chat and a reload of the window. */
export class Drafts {
  constructor(private readonly memory: vscode.Memento, private readonly chats: Chats) {}

  /** Returns the unsent message of a chat. */
  of(chat: OpenChat): Draft | undefined {
    return chat.draft ?? this.stored()[keyOf(chat)];
  }

  /** Keeps the unsent message of the chat with that number. */
  async keep(number: number, draft: Draft): Promise<void> {
    const chat = this.chats.withNumber(number);
    if (!chat) return;
    chat.draft = draft;
    const keys = [keyOf(chat), chat.savedAs ?? keyOf(chat)];
    chat.savedAs = keyOf(chat);
    await this.store(keys, draft);
  }

  /** Adds messages that did not reach the model to what is unsent. */
  async add(chat: OpenChat, texts: readonly string[]): Promise<void> {
    const before = this.of(chat);
    const text = [before?.text ?? '', ...texts].filter((one) => one !== '').join('\n');
    await this.keep(chat.state.chat, { text, attachments: before?.attachments ?? [] });
  }

  private stored(): Record<string, Draft> {
    return this.memory.get<Record<string, Draft>>(draftsKey, {});
  }

  /** Stores a draft under the first key, in place of those under all keys. */
  private async store(keys: readonly string[], draft: Draft): Promise<void> {
    const others = Object.entries(this.stored()).filter(([one]) => !keys.includes(one));
    const isEmpty = draft.text === '' && draft.attachments.length === 0;
    await this.memory.update(draftsKey, Object.fromEntries([...others, ...(isEmpty ? [] : [[keys[0] ?? '', draft]])].slice(-most)));
  }
}

/** A chat that is not stored yet has the key ''. */
function keyOf(chat: OpenChat): string {
  return chat.conversationId ?? '';
}
