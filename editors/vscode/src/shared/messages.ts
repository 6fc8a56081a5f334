// The messages between the extension host and the webview of the chat. Each message is declared once, in one of the two
// tables: the TypeScript types and the checks of incoming messages are derived from them.
import { attached, draftFields, type Attached, type Draft } from './attachment';
import type { CodeColors } from './codeColors';
import type { ServerRequests } from './protocol';
import { anyObject, count, flag, list, object, oneOf, optional, readMessage, string, trusted, yes, type MessageOf } from './schema';
import type { ViewEvent, ViewState } from './state/types';

const planEntry = object({
  content: string, priority: oneOf('high', 'medium', 'low'), status: oneOf('pending', 'in_progress', 'completed'),
});

/** The requests that the webview may send to the server through the extension host. None of them changes anything. */
const forwardedMethods = ['ptk/complete', 'ptk/conversations', 'ptk/stats'] as const satisfies (keyof ServerRequests)[];
export type ForwardedMethod = typeof forwardedMethods[number];
export type ForwardedParams<M extends ForwardedMethod> = ServerRequests[M]['params'];
export type ForwardedResult<M extends ForwardedMethod> = ServerRequests[M]['result'];

/** A chat that the window has open; 'unread': a turn ended while the user did not see it. */
export interface ChatEntry {
  number: number;
  conversationId: string | undefined;
  title: string;
  mark: 'asks' | 'running' | 'unread' | 'idle';
}

/** Webview to extension host: the fields by the kind of message. The webview is not trusted, so every field is checked. */
const fromView = {
  ready: {},
  send: { text: string, attachments: optional(list(attached)) },
  /** Adds a message of the user to the running turn. */
  steer: { text: string },
  stop: {},
  /** Asks the last question again. */
  retry: {},
  /** Goes on with the last turn, which is not done, from where it stands. */
  continueTurn: {},
  /** Compacts the conversation, and goes on with the last turn. */
  compactTurn: {},
  /** Asks the question of a turn, counted from 0, again with another text. */
  resend: { turn: count, text: string, putBack: optional(yes) },
  /** Asks what of the files would be put back if the question of a turn is asked again. */
  planRewind: { turn: count },
  carryOut: { plan: list(planEntry) },
  /** `leftOut` has, for each file of `ApproveParams.diff`, the hunks that are not to be applied, counted from 0. */
  approve: {
    toolCallId: string, decision: oneOf('allow_once', 'allow_scope', 'allow_session', 'allow_always', 'reject'),
    scope: optional(string), feedback: optional(string), leftOut: optional(list(list(count))),
  },
  /** Shows a proposed or applied change in the diff editor of VS Code. */
  showDiff: { toolCallId: string, uri: optional(string) },
  undo: { turnId: string },
  redo: { turnId: string },
  fork: { turnId: string },
  /** Copies the conversation as far as its turns have ended. */
  forkEnded: {},
  /** Shows what a turn changed in a file. */
  showChange: { turnId: string, uri: string },
  /** Shows what a turn changed, or all turns of the chat, in one editor. */
  showChanges: { turnId: optional(string) },
  /** Shows, keeps or undoes all pending changes. */
  reviewChanges: {},
  keepChanges: {},
  undoChanges: {},

  newChat: {},
  openConversation: { conversationId: string },
  renameConversation: { conversationId: string },
  deleteConversation: { conversationId: string },
  exportConversation: { conversationId: string },
  /** Asks for turns before that one, counted from 0. */
  earlier: { before: count },
  /** The message that the user is writing in the chat with that number, without pictures. */
  draft: { chat: count, ...draftFields },
  /** Takes back a message that waits for the model's next step; `edit`: into the input. */
  unsteer: { text: string, edit: flag },
  /** Shows another open chat, by its number. */
  showChat: { chat: count },
  openInEditor: { conversationId: string },
  /** The page got or lost the focus. */
  focused: { focused: flag },
  /** Lets the user search the messages sent so far. */
  searchPrompts: {},
  request: { id: count, method: oneOf(...forwardedMethods), params: anyObject },

  openFile: { uri: string, line: optional(count), endLine: optional(count) },
  /** Opens a file by its path in the workspace; the line counts from 0. */
  openPath: { path: string, line: optional(count), endLine: optional(count) },
  /** Asks which of the paths exist in the workspace. */
  checkPaths: { paths: list(string) },
  /** Opens the definition of a symbol by its name. */
  openSymbol: { name: string },
  /** Opens text in a new editor. */
  openText: { text: string, language: string },
  copyText: { text: string },
  insertCode: { text: string },
  /** Types the command of a code block into a terminal, for the user to run. */
  runInTerminal: { text: string },
  /** Shows what a code block changes in the file that it names, or that the user chooses, for the user to apply. */
  applyCode: { text: string, path: optional(string) },

  pickModel: {},
  pickMode: {},
  pickFiles: {},
  setMode: { mode: oneOf('ask', 'plan', 'agent') },
  setApiKey: {},
  openSettings: {},
  restartServer: {},
  showLog: {},
};

/** Extension host to webview: the fields by the kind of message. */
const toView = {
  snapshot: { state: trusted<ViewState>() },
  event: { event: trusted<ViewEvent>() },
  /** The result of a `request`. */
  response: { id: count, result: trusted<unknown>() },
  requestFailed: { id: count, message: string },
  /** Adds attachments to the message that the user is writing. */
  attach: { attachments: trusted<readonly Attached[]>() },
  /** Replaces the text of the input; the user sends it. */
  compose: { text: string },
  /** Adds text to what the user is writing. */
  insert: { text: string },
  /** Restores the message that the user was writing in the chat that is shown. */
  draft: { draft: trusted<Draft>() },
  /** The chats that this window has open. */
  chats: { chats: trusted<readonly ChatEntry[]>() },
  /** The messages that the user has sent, oldest first. */
  prompts: { prompts: trusted<readonly string[]>() },
  showHistory: {},
  /** The colors of code in the user's theme. */
  codeColors: { colors: trusted<CodeColors>() },
  /** The answer to `checkPaths`. */
  pathsFound: { asked: trusted<readonly string[]>(), found: trusted<readonly string[]>() },
  /** A conversation was created, renamed or deleted. */
  historyChanged: {},
  focus: {},
};

export type FromView = MessageOf<typeof fromView>;
export type ToView = MessageOf<typeof toView>;

/** Messages by kind, for tables of handlers. */
export type FromViewOf<K extends FromView['kind']> = Extract<FromView, { kind: K }>;
export type ToViewOf<K extends ToView['kind']> = Extract<ToView, { kind: K }>;

/** Returns the message if it is well-formed, without fields that its kind does not have. */
export function parseFromView(raw: unknown): FromView | undefined {
  return readMessage(fromView, raw);
}

/** Like [parseFromView], for messages of the extension host. */
export function parseToView(raw: unknown): ToView | undefined {
  return readMessage(toView, raw);
}
