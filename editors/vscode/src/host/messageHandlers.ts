// What the extension host does for each message of the webview.
import * as vscode from 'vscode';
import type { FromView, FromViewOf, ToView } from '../shared/messages';
import type { CodePreview } from './apply/codePreview';
import type { Checkpoints } from './changes/checkpoints';
import type { ShowChanges } from './changes/showChanges';
import type { Chat } from './chat';
import type { AppliedChanges } from './consent/appliedChanges';
import type { Approvals } from './consent/approvals';
import { approveResult } from './consent/hunks';
import type { Conversations } from './conversations';
import type { Chats } from './chats/chats';
import type { Drafts } from './chats/drafts';
import type { Prompts } from './chats/prompts';
import type { Surface } from './chats/surface';
import { showInformation } from './notifications';
import { t } from '@vscode/l10n';
import { insertCode } from './insertCode';
import { openFile, openPath } from './openFile';
import { openSymbol } from './openSymbol';
import { existingPaths } from './paths';
import { pickFiles, pickMode, pickModel, setMode } from './pickers';
import { localAttachments } from './remoteUri';
import { runInTerminal } from './runInTerminal';
import type { Server } from './server';
import { showModel } from './showModel';
import type { Store } from './store';

/** What the handlers use. */
export interface MessageTargets {
  chat: Chat;
  conversations: Conversations;
  store: Store;
  memory: vscode.Memento;
  chats: Chats;
  drafts: Drafts;
  prompts: Prompts;
  /** Where the chat is shown. */
  surface: Surface;
  openInEditor(conversationId: string): Promise<void>;
  /** Notes that the user works in the place, or not any more. */
  noteFocus(surface: Surface, focused: boolean): void;
  code: CodePreview;
  approvals: Approvals;
  applied: AppliedChanges;
  checkpoints: Checkpoints;
  shownChanges: ShowChanges;
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
    ...openChatHandlers(targets, page),
    ...consentHandlers(targets),
    ...changeHandlers(targets),
    ...conversationHandlers(targets, page),
    ...editorHandlers(targets, page),
    ...settingHandlers(targets, page),
  };
}

function turnHandlers({ chat, checkpoints, conversations, store, memory, prompts }: MessageTargets) {
  return {
    send: ({ text, attachments }) => {
      void prompts.add(text);
      return chat.send({ text, ...(attachments && { attachments: localAttachments(attachments) }) });
    },
    steer: ({ text }) => {
      void prompts.add(text);
      return chat.steer(text.trim());
    },
    stop: () => chat.stop(),
    retry: () => chat.retry(),
    continueTurn: () => chat.continueTurn(),
    compactTurn: () => chat.compactTurn(),
    resend: async ({ turn, text, putBack }) => {
      if (putBack) await checkpoints.putBack(turn);
      return conversations.resend(turn, text);
    },
    carryOut: async ({ plan }) => {
      await setMode('agent', store, memory); // the plan mode has ended
      return chat.carryOut(plan);
    },
    undo: ({ turnId }) => conversations.revert(turnId, false),
    redo: ({ turnId }) => conversations.revert(turnId, true),
    fork: ({ turnId }) => conversations.fork(turnId),
    forkEnded: () => conversations.forkEnded(),
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

/** The handlers about the chats beside the one that is shown, and what the user writes. */
function openChatHandlers(targets: MessageTargets, page: Page) {
  const { chat, chats, drafts, prompts, surface } = targets;
  return {
    focused: ({ focused }) => targets.noteFocus(surface, focused),
    newChat: () => surface.newChat(),
    showChat: ({ chat: number }) => {
      const other = chats.withNumber(number);
      if (other) surface.show(other);
    },
    openInEditor: ({ conversationId }) => targets.openInEditor(conversationId),
    draft: ({ chat: number, text, attachments = [] }) => drafts.keep(number, { text, attachments }),
    unsteer: async ({ text, edit }) => {
      if (!(await chat.unsteer(text))) void showInformation(t('The model has read this message already.'));
      else if (edit) page.post({ kind: 'insert', text });
    },
    searchPrompts: async () => {
      const text = await prompts.pick();
      if (text !== undefined) page.post({ kind: 'insert', text });
    },
  } satisfies Partial<MessageHandlers>;
}

function changeHandlers({ checkpoints, shownChanges }: MessageTargets) {
  return {
    planRewind: ({ turn }) => checkpoints.plan(turn),
    showChange: ({ turnId, uri }) => shownChanges.showFile(turnId, uri),
    showChanges: ({ turnId }) => shownChanges.showAll(turnId),
    reviewChanges: () => vscode.commands.executeCommand('ptk.changes.show'),
    keepChanges: () => vscode.commands.executeCommand('ptk.changes.keepAll'),
    undoChanges: () => vscode.commands.executeCommand('ptk.changes.undoAll'),
  } satisfies Partial<MessageHandlers>;
}

function conversationHandlers({ conversations }: MessageTargets, page: Page) {
  return {
    openConversation: ({ conversationId }) => conversations.open(conversationId),
    renameConversation: ({ conversationId }) => conversations.rename(conversationId),
    deleteConversation: ({ conversationId }) => conversations.delete(conversationId),
    exportConversation: ({ conversationId }) => conversations.export(conversationId),
    earlier: ({ before }) => conversations.showEarlier(before, (event) => page.post({ kind: 'event', event })),
    request: (message) => forwardRequest(message, conversations, page),
  } satisfies Partial<MessageHandlers>;
}

function editorHandlers({ code }: MessageTargets, page: Page) {
  return {
    openFile: ({ uri, line, endLine }) => openFile(uri, line, endLine),
    openPath: ({ path, line, endLine }) => openPath(path, line, endLine),
    checkPaths: async ({ paths }) => page.post({ kind: 'pathsFound', asked: paths, found: await existingPaths(paths) }),
    openSymbol: ({ name }) => openSymbol(name),
    openText: async ({ text, language }) => {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text, language }), { preview: true });
    },
    copyText: ({ text }) => vscode.env.clipboard.writeText(text),
    insertCode: ({ text }) => insertCode(text),
    runInTerminal: ({ text }) => runInTerminal(text),
    applyCode: ({ text, path }) => code.show(text, path),
  } satisfies Partial<MessageHandlers>;
}

function settingHandlers({ surface, conversations, store, memory, server, log }: MessageTargets, page: Page) {
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
      await showModel(server, surface, log);
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
