// The state of the chat view and its events. Plain data: both are sent to the webview as JSON.
import type { Attached } from '../attachment';
import type {
  ApproveParams,
  ChangedTurn,
  ChatEvent,
  ChatResult,
  Decision,
  ErrorCode,
  FailureKind,
  FileChange,
  FileDiff,
  Location,
  Mode,
  ModelInfo,
  PlanEntry,
  ToolKind,
  UndoneFile,
  Usage,
} from '../protocol';

export type ServerStatus = { kind: 'starting' } | { kind: 'running' } | { kind: 'stopped'; message: string; missing?: boolean };

export interface ViewState {
  server: ServerStatus;
  /** The model of the running or the next turn, as "provider/model". */
  model: string | undefined;
  /** The models that the user can choose; empty until they are known. */
  models: readonly ModelInfo[];
  /** The mode of the next turn. */
  mode: Mode;
  /** The conversation that is shown; undefined until its first turn starts. */
  conversation: Conversation | undefined;
  /** Changes whenever another conversation, or a new one, is shown. */
  chat: number;
  turns: readonly Turn[];
  /** How many turns precede `turns`. The last turns are loaded first, the others when the user scrolls up. */
  earlier: number;
  /** Messages to the running turn that have not reached the model yet. */
  queued: readonly Queued[];
  /** The usage of the last model call in this chat. */
  usage: Usage | undefined;
  /** The changes that the user has neither kept nor undone. */
  pending?: PendingCount;
}

export interface Conversation {
  id: string;
  title?: string;
  /** A turn of it runs in another window: it can be read but not written to. */
  elsewhere?: boolean;
}

/** A message that waits for the model's next step. */
export interface Queued {
  text: string;
  /** Set when the server has it. */
  id?: string;
}

/** How many files have pending changes, and their lines. */
export interface PendingCount {
  files: number;
  added: number;
  removed: number;
}

/** `paused`: a limit was reached, and the turn can continue. */
export type TurnStatus = 'running' | 'done' | 'paused' | 'failed' | 'stopped';

/** Why a turn failed: reported by the server, or by the extension if the connection failed. */
export interface TurnError {
  code: ErrorCode | 'SERVER_STOPPED' | 'REQUEST_FAILED';
  /** What is wrong with the provider of the model. */
  kind?: FailureKind;
  message: string;
  suggestion?: string;
}

/** A question with its answer. */
export interface Turn {
  /** Set when the server starts the turn. */
  id?: string;
  question: string;
  /** The attachments of the question. */
  attachments?: readonly Attached[];
  mode?: Mode;
  /** The turn continues the one before; it has no question. */
  continues?: boolean;
  /** The plan that this turn carries out. */
  plan?: readonly PlanEntry[];
  /** The plan that this turn proposes, for the user to carry out. */
  proposed?: readonly PlanEntry[];
  status: TurnStatus;
  /** The start in Unix milliseconds, moved by the time for which it waited for the user; not set for turns of the history. */
  since?: number;
  /** When it began to wait for the user's consent, in Unix milliseconds. */
  askedAt?: number;
  items: readonly Item[];
  /** How many items a retry keeps: those of earlier model calls. */
  settled?: number;
  error?: TurnError;
  durationMs?: number;
  /** The number of model calls. */
  iterations?: number;
  usage?: Usage;
  /** The files that the turn changed. */
  changes?: readonly FileChange[];
  /** The result of the last undo or redo of the changes. */
  undone?: { redo: boolean; files: readonly UndoneFile[]; error?: string };
  /** Whether the changes are undone; not set until the server has said so. */
  reverted?: boolean;
  /** What would be put back if the question is asked again; not set until it is known. */
  rewind?: readonly UndoneFile[];
}

export type Item = TextItem | ReasoningItem | ToolItem | PlanItem | NoticeItem | RetryItem | UserItem;

export interface TextItem {
  kind: 'text';
  text: string;
}
export interface ReasoningItem {
  kind: 'reasoning';
  text: string;
  /** The start and the last piece in Unix milliseconds; not set for turns of the history. */
  since?: number;
  until?: number;
}
export interface PlanItem {
  kind: 'plan';
  entries: readonly PlanEntry[];
}
/** A message of the user during the turn, at the point where it reached the model. */
export interface UserItem {
  kind: 'user';
  text: string;
}
/** A model call that failed and is repeated. */
export interface RetryItem {
  kind: 'retry';
  /** The attempt that failed, counted from 1, of how many. */
  attempt: number;
  of?: number;
  delayMs: number;
  /** Another model that is asked from now on. */
  model?: string;
  reason: string;
  /** The end of the delay in Unix milliseconds; not set for turns of the history. */
  until?: number;
}
export interface NoticeItem {
  kind: 'notice';
  level: 'info' | 'warning';
  text: string;
}

/** `asking`: waits for the user's consent. `stopped`: the turn ended first. */
export type ToolState = 'running' | 'asking' | 'done' | 'failed' | 'rejected' | 'stopped';

export interface ToolItem {
  kind: 'tool';
  id: string;
  tool: string;
  title: string;
  toolKind: ToolKind;
  args: unknown;
  state: ToolState;
  reasoning?: string;
  locations: readonly Location[];
  output: string;
  preview: readonly string[];
  /** The start in Unix milliseconds, while it runs. */
  since?: number;
  durationMs?: number;
  cached?: boolean;
  error?: string;
  diff?: FileDiff;
  approval?: ApproveParams;
  answer?: Decision;
  /** What the user said when rejecting the call. */
  feedback?: string;
}

export type ViewEvent =
  | { type: 'server'; status: ServerStatus }
  | { type: 'model'; model: string; models?: readonly ModelInfo[] }
  | { type: 'mode'; mode: Mode }
  | ({ type: 'ask'; question: string; at?: number } & Pick<Turn, 'attachments' | 'mode' | 'plan' | 'continues'>)
  /** The user sent a message to the running turn; `lost`: it can't reach the model any more. */
  | { type: 'steered'; text: string; lost?: boolean }
  /** The server has the message and calls it `id`. */
  | { type: 'queued'; text: string; id: string }
  /** A conversation of the history is shown. */
  | { type: 'opened'; conversation: Conversation; turns: readonly Turn[]; earlier: number }
  /** The conversation, whose turn runs in another window, as it is now; `elsewhere` is false if that turn has ended. */
  | { type: 'followed'; turns: readonly Turn[]; earlier: number; elsewhere: boolean }
  /** The store shows another chat; its state is that of this one. */
  | { type: 'shown' }
  /** Turns that precede those of the state; `first` is the number of the first, from 0. */
  | { type: 'earlier'; first: number; turns: readonly Turn[] }
  | { type: 'renamed'; conversationId: string; title: string }
  | { type: 'undone'; turnId: string; redo: boolean; files: readonly UndoneFile[]; error?: string }
  /** The turns that changed files, as the server has stored them. */
  | { type: 'changes'; turns: readonly ChangedTurn[] }
  | { type: 'rewindPlan'; turnId: string; files: readonly UndoneFile[] }
  | { type: 'pending'; pending: PendingCount }
  | { type: 'notice'; text: string }
  /** `at` is the time of arrival in Unix milliseconds. */
  | { type: 'chat'; event: ChatEvent; at?: number }
  | { type: 'approval'; params: ApproveParams; at?: number }
  | { type: 'answered'; toolCallId: string; decision: Decision; feedback?: string; at?: number }
  /** The question of a call was withdrawn before the user answered: the turn stops. */
  | { type: 'withdrawn'; toolCallId: string; at?: number }
  | { type: 'result'; result: ChatResult }
  | { type: 'failed'; error: TurnError }
  | { type: 'stopped' };
