// What the extension host does for each message of the webview.
import * as vscode from 'vscode';
import type { FromView, FromViewOf, ToView } from '../shared/messages';
import type { CodePreview } from './apply/codePreview';
import type { Chat } from './chat';
import type { AppliedChanges } from './consent/appliedChanges';
import type { Approvals } from './consent/approvals';
import { approveResult } from './consent/hunks';
import type { Conversations } from './conversations';
import { insertCode } from './insertCode';
import { openFile, openPath } from './openFile';
import { pickFiles, pickMode, pickModel, setMode } from './pickers';
import { localAttachments } from './remoteUri';
import { runInTerminal } from './runInTerminal';
import type { Server } from './server';
import type { Store } from './store';

/** The key of the unsent message in the workspace's memory. */
export const draftKey = 'ptk.draft';

/** What the handlers use. */
export interface MessageTargets {
  chat: Chat;
  conversations: Conversations;
  store: Store;
  memory: vscode.Memento;
  code: CodePreview;
  approvals: Approvals;
  applied: AppliedChanges;
  server: Server;
  log: vscode.LogOutputChannel;
}

/** The webview, as the handlers see it. */
export interface Page {
  /** Sends everything that a new webview has to show. */
  begin(): void;
  post(message: ToView): void;
}

/** A handler for each kind of message; a missing one fails the build. */
export type MessageHandlers = { [K in FromView['kind']]: (message: FromViewOf<K>) => unknown };

export function messageHandlers(targets: MessageTargets, page: Page): MessageHandlers {
  return {
    ready: () => page.begin(),
    ...turnHandlers(targets),
    ...consentHandlers(targets),
    ...conversationHandlers(targets, page),
    ...editorHandlers(targets),
    ...settingHandlers(targets, page),
  };
}

function turnHandlers({ chat, conversations, store, memory }: MessageTargets) {
  return {
    send: ({ text, attachments }) => chat.send({ text, ...(attachments && { attachments: localAttachments(attachments) }) }),
    steer: ({ text }) => chat.steer(text.trim()),
    stop: () => chat.stop(),
    retry: () => chat.retry(),
    continueTurn: () => chat.continueTurn(),
    compactTurn: () => chat.compactTurn(),
    resend: ({ turn, text }) => conversations.resend(turn, text),
    carryOut: async ({ plan }) => {
      await setMode('agent', store, memory); // the plan mode has ended
      return chat.carryOut(plan);
    },
    undo: ({ turnId }) => conversations.revert(turnId, false),
    redo: ({ turnId }) => conversations.revert(turnId, true),
    fork: ({ turnId }) => conversations.fork(turnId),
  } satisfies Partial<MessageHandlers>;
}

function consentHandlers({ approvals, applied, store }: MessageTargets) {
  return {
    approve: async (message) => {
      const question = approvals.find(message.toolCallId);
      if (question) await approvals.answer(question.toolCallId, approveResult(question, message));
    },
    showDiff: async ({ toolCallId, uri }) => {
      const question = approvals.find(toolCallId);
      if (question) return approvals.review(question, uri);
      const items = store.state.turns.flatMap((turn) => turn.items);
      const call = items.find((item) => item.kind === 'tool' && item.id === toolCallId);
      if (call?.kind === 'tool' && call.diff) await applied.open(toolCallId, call.diff);
      return undefined;
    },
  } satisfies Partial<MessageHandlers>;
}

function conversationHandlers({ chat, conversations, memory }: MessageTargets, page: Page) {
  return {
    newChat: () => chat.newChat(),
    openConversation: ({ conversationId }) => conversations.open(conversationId),
    renameConversation: ({ conversationId }) => conversations.rename(conversationId),
    deleteConversation: ({ conversationId }) => conversations.delete(conversationId),
    exportConversation: ({ conversationId }) => conversations.export(conversationId),
    earlier: ({ before }) => conversations.showEarlier(before, (event) => page.post({ kind: 'event', event })),
    draft: ({ text, attachments = [] }) => memory.update(draftKey, { text, attachments }),
    request: (message) => forwardRequest(message, conversations, page),
  } satisfies Partial<MessageHandlers>;
}

function editorHandlers({ code }: MessageTargets) {
  return {
    openFile: ({ uri, line }) => openFile(uri, line),
    openPath: ({ path, line }) => openPath(path, line),
    copyText: ({ text }) => vscode.env.clipboard.writeText(text),
    insertCode: ({ text }) => insertCode(text),
    runInTerminal: ({ text }) => runInTerminal(text),
    applyCode: ({ text, path }) => code.show(text, path),
  } satisfies Partial<MessageHandlers>;
}

function settingHandlers({ chat, conversations, store, memory, server, log }: MessageTargets, page: Page) {
  const focus = () => page.post({ kind: 'focus' });
  return {
    pickModel: () => pickModel(store, async () => (await conversations.request('ptk/models', {})).models).finally(focus),
    pickMode: () => pickMode(store, memory).finally(focus),
    pickFiles: async () => {
      const attachments = await pickFiles();
      if (attachments.length > 0) page.post({ kind: 'attach', attachments });
      focus();
    },
    setMode: ({ mode }) => setMode(mode, store, memory),
    setApiKey: () => vscode.commands.executeCommand('ptk.setApiKey'),
    openSettings: () => vscode.commands.executeCommand('workbench.action.openSettings', 'ptk.'),
    restartServer: async () => {
      await server.restart();
      await chat.showModel();
    },
    showLog: () => log.show(true),
  } satisfies Partial<MessageHandlers>;
}

async function forwardRequest({ id, method, params }: FromViewOf<'request'>, conversations: Conversations, page: Page): Promise<void> {
  try {
    page.post({ kind: 'response', id, result: await conversations.request(method, params as never) });
  } catch (e) {
    page.post({ kind: 'requestFailed', id, message: e instanceof Error ? e.message : String(e) });
  }
}
