// All that the extension host and the chat view say to each other.
import type { ApproveParams, Attachment, Decision, Mode, PlanEntry, ServerRequests } from './shared/protocol';
import { parseMessage } from './parseMessage';
import type { DraftState } from './webview/composer/draft';
import type { ViewEvent, ViewState } from './webview/types';

/** Extension host to view. */
export type ToView =
  | { kind: 'snapshot'; state: ViewState }
  | { kind: 'event'; event: ViewEvent }
  /** What came of a `request`. */
  | { kind: 'answer'; id: number; result: unknown }
  | { kind: 'answer'; id: number; error: string }
  /** Goes along with the next message. */
  | { kind: 'attach'; attachments: readonly Attached[] }
  /** Is put into the input, in place of what stands there; the user sends it. */
  | { kind: 'compose'; text: string }
  /** What the user had begun to write before the window was loaded again. */
  | { kind: 'draft'; draft: DraftState }
  | { kind: 'showHistory' }
  /** A conversation was renamed, deleted or made. */
  | { kind: 'historyChanged' }
  | { kind: 'focus' };

/** Something that goes along with a message, and how it is called on its chip. */
export interface Attached {
  label: string;
  attachment: Attachment;
}

/** What the view may ask of the server without more ado: nothing that changes anything. */
export type ForwardedMethod = 'ptk/complete' | 'ptk/conversations' | 'ptk/stats';
export type ForwardedParams<M extends ForwardedMethod> = ServerRequests[M]['params'];
export type ForwardedResult<M extends ForwardedMethod> = ServerRequests[M]['result'];

/** Which hunks of the proposed changes are left out: for each of `ApproveParams.diff`, the numbers of its hunks from 0. */
export type LeftOut = readonly (readonly number[])[];

/** View to extension host. */
export type FromView =
  | { kind: 'ready' | 'retry' | 'stop' | 'newChat' | 'restartServer' | 'showLog' | 'openSettings' | 'setApiKey' }
  | { kind: 'send'; text: string; attachments?: Attached[] }
  /** What the user has begun to write, pictures left out. */
  | { kind: 'draft'; text: string; attachments?: Attached[] }
  /** A word to the model while it works. */
  | { kind: 'steer'; text: string }
  /** Asks again from that turn on, counted from 0, with other words. */
  | { kind: 'resend'; turn: number; text: string }
  | { kind: 'carryOut'; plan: PlanEntry[] }
  | { kind: 'approve'; toolCallId: string; decision: Decision; feedback?: string; leftOut?: number[][] }
  /** Shows a proposed or made change in VS Code's own diff editor. */
  | { kind: 'showDiff'; toolCallId: string; uri?: string }
  | { kind: 'openFile'; uri: string; line?: number }
  /** Opens a file of the workspace that an answer names by its path; the line counts from 0. */
  | { kind: 'openPath'; path: string; line?: number }
  | { kind: 'pickModel' | 'pickMode' | 'pickFiles' }
  | { kind: 'setMode'; mode: Mode }
  | { kind: 'undo' | 'redo' | 'fork'; turnId: string }
  | { kind: 'openConversation' | 'renameConversation' | 'deleteConversation' | 'exportConversation'; conversationId: string }
  /** Asks for turns before that one, counted from 0. */
  | { kind: 'earlier'; before: number }
  | { kind: 'request'; id: number; method: ForwardedMethod; params: unknown }
  | { kind: 'copyText' | 'insertCode'; text: string }
  /** Shows a change of the active editor, or of the file that the code block names, that the user may apply. */
  | { kind: 'applyCode'; text: string; path?: string };

/** Reads a message of the view, which is not trusted: anything but a well-formed message is undefined. */
export function parseFromView(raw: unknown): FromView | undefined {
  return parseMessage(raw) as FromView | undefined;
}

/** The changes that a question of the server is about. */
export type ProposedDiff = NonNullable<ApproveParams['diff']>[number];
