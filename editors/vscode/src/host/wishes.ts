import * as vscode from 'vscode';
import type { FromView, ToView } from '../bridge';
import type { Chat } from './chat';
import { insertCode, type CodePreview } from './code';
import type { Conversations } from './conversations';
import { openPath } from './openFile';
import { pickFiles, pickMode, pickModel, setMode } from './pickers';
import { attachedHere } from './remoteUri';
import type { Store } from './store';

/** Under which the workspace's memory holds what the user has begun to write. */
export const draftKey = 'ptk.draft';

/** What the wishes of the view reach. */
export interface WishTargets {
  chat: Chat;
  conversations: Conversations;
  store: Store;
  memory: vscode.Memento;
  code: CodePreview;
}

/** Does what the user asks for in the view; consent, files and the server's process are others' business. */
export async function grant(wish: FromView, targets: WishTargets, post: (message: ToView) => void): Promise<void> {
  const { chat, conversations, store, memory } = targets;
  switch (wish.kind) {
    case 'send': {
      const attachments = attachedHere(wish.attachments);
      return chat.send({ text: wish.text, ...(attachments && { attachments }) });
    }
    case 'steer':
      return chat.steer(wish.text.trim());
    case 'resend':
      return conversations.resend(wish.turn, wish.text);
    case 'carryOut':
      await setMode('agent', store, memory); // the time of planning is over
      return chat.carryOut(wish.plan);
    case 'pickMode':
      return pickMode(store, memory).finally(() => post({ kind: 'focus' }));
    case 'setMode':
      return setMode(wish.mode, store, memory);
    case 'pickModel':
      return pickModel(store, async () => (await conversations.request('ptk/models', {})).models).finally(() => post({ kind: 'focus' }));
    case 'pickFiles':
      return attach(await pickFiles(), post);
    case 'undo':
    case 'redo':
      return conversations.revert(wish.turnId, wish.kind === 'redo');
    case 'fork':
      return conversations.fork(wish.turnId);
    case 'copyText':
      return vscode.env.clipboard.writeText(wish.text);
    case 'openPath':
      return openPath(wish.path, wish.line);
    case 'insertCode':
      return insertCode(wish.text);
    case 'applyCode':
      return targets.code.apply(wish.text, wish.path);
    default:
      return grantHistory(wish, targets, post);
  }
}

async function grantHistory(wish: FromView, { conversations, memory }: WishTargets, post: (message: ToView) => void): Promise<void> {
  switch (wish.kind) {
    case 'openConversation':
      return conversations.open(wish.conversationId);
    case 'renameConversation':
      return conversations.rename(wish.conversationId);
    case 'deleteConversation':
      return conversations.delete(wish.conversationId);
    case 'exportConversation':
      return conversations.export(wish.conversationId);
    case 'draft':
      return memory.update(draftKey, { text: wish.text, attachments: wish.attachments ?? [] });
    case 'earlier':
      return conversations.showEarlier(wish.before, (event) => post({ kind: 'event', event }));
    case 'request':
      return forward(wish, conversations, post);
    default:
  }
}

async function forward(wish: Extract<FromView, { kind: 'request' }>, conversations: Conversations, post: (message: ToView) => void): Promise<void> {
  try {
    const result = await conversations.request(wish.method, wish.params as never);
    post({ kind: 'answer', id: wish.id, result });
  } catch (e) {
    post({ kind: 'answer', id: wish.id, error: e instanceof Error ? e.message : String(e) });
  }
}

function attach(attachments: Awaited<ReturnType<typeof pickFiles>>, post: (message: ToView) => void): void {
  if (attachments.length > 0) post({ kind: 'attach', attachments });
  post({ kind: 'focus' });
}
