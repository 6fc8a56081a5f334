// What the chat view shows, and what can happen to it. Plain data: it crosses the bridge as JSON.
import type { Attached } from '../attachment';
import type {
  ApproveParams, ChatEvent, ChatResult, Decision, ErrorCode, FileChange, FileDiff, Location, Mode, ModelInfo, PlanEntry, ToolKind, UndoneFile, Usage,
} from '../protocol';

export type ServerStatus =
  | { kind: 'starting' }
  | { kind: 'running' }
  | { kind: 'stopped'; message: string; missing?: boolean };

export interface ViewState {
  server: ServerStatus;
  /** "provider/model" that answers, or will answer the next question. */
  model: string | undefined;
  /** Those that can be chosen; empty where they are not known. */
  models: readonly ModelInfo[];
  /** How far the next turn may go. */
  mode: Mode;
  /** The conversation that is shown; undefined until its first turn has begun. */
  conversation: Conversation | undefined;
  /** Another number for every chat that is shown in place of another. */
  chat: number;
  turns: readonly Turn[];
  /** How many turns of the chat stand before `turns`: the last ones are told at first, the others as the user scrolls up to them. */
  earlier: number;
  /** What the user said to the running turn and the model has not been told yet. */
  queued: readonly string[];
  /** Of the last model call in this chat. */
  usage: Usage | undefined;
}

export interface Conversation { id: string; title?: string }

export type TurnStatus = 'running' | 'done' | 'failed' | 'stopped';

/** Why a turn failed: told by the server, or found by the extension where the server could not tell. */
export interface TurnError {
  code: ErrorCode | 'SERVER_STOPPED' | 'REQUEST_FAILED';
  message: string;
  suggestion?: string;
}

/** One question and all that came of it. */
export interface Turn {
  /** Known once the server has begun it. */
  id?: string;
  question: string;
  /** What went along with the question. */
  attachments?: readonly Attached[];
  mode?: Mode;
  /** The plan that the user had carried out. */
  plan?: readonly PlanEntry[];
  /** The plan that it came to, for the user to have carried out. */
  proposed?: readonly PlanEntry[];
  status: TurnStatus;
  /** When it was asked, in ms of Unix time; not known of a turn of the history. */
  since?: number;
  items: readonly Item[];
  /** How many of the items no retry takes back: those of earlier answers. */
  settled?: number;
  error?: TurnError;
  durationMs?: number;
  /** How often the model was asked. */
  iterations?: number;
  usage?: Usage;
  /** What the turn did to files. */
  changes?: readonly FileChange[];
  /** What became of them when they were taken back, or made again, last. */
  undone?: { redo: boolean; files: readonly UndoneFile[]; error?: string };
}

export type Item = TextItem | ReasoningItem | ToolItem | PlanItem | NoticeItem | RetryItem | UserItem;

export interface TextItem { kind: 'text'; text: string }
export interface ReasoningItem { kind: 'reasoning'; text: string }
export interface PlanItem { kind: 'plan'; entries: readonly PlanEntry[] }
/** Something that the user said while the turn ran, where it reached the model. */
export interface UserItem { kind: 'user'; text: string }
/** The model is asked again. */
export interface RetryItem { kind: 'retry'; attempt: number; delayMs: number; reason: string }
export interface NoticeItem { kind: 'notice'; level: 'info' | 'warning'; text: string }

/** `asking`: it waits for the user's consent. `stopped`: the turn ended before it did. */
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
  /** When it began to run, in ms of Unix time; known while it runs. */
  since?: number;
  durationMs?: number;
  cached?: boolean;
  error?: string;
  suggestion?: string;
  diff?: FileDiff;
  approval?: ApproveParams;
  answer?: Decision;
}

export type ViewEvent =
  | { type: 'server'; status: ServerStatus }
  | { type: 'model'; model: string; models?: readonly ModelInfo[] }
  | { type: 'mode'; mode: Mode }
  | { type: 'ask'; question: string; attachments?: readonly Attached[]; mode?: Mode; plan?: readonly PlanEntry[]; at?: number }
  /** The user said something to the running turn; `lost`: it can't reach the model any more. */
  | { type: 'steered'; text: string; lost?: boolean }
  /** A conversation of the history is shown in place of what was. */
  | { type: 'opened'; conversation: Conversation; turns: readonly Turn[]; earlier: number }
  /** Turns that stand before those that are there; `first` is the number of the first, from 0. */
  | { type: 'earlier'; first: number; turns: readonly Turn[] }
  | { type: 'renamed'; conversationId: string; title: string }
  | { type: 'undone'; turnId: string; redo: boolean; files: readonly UndoneFile[]; error?: string }
  | { type: 'notice'; text: string }
  /** `at` is when it came, in ms of Unix time. */
  | { type: 'chat'; event: ChatEvent; at?: number }
  | { type: 'approval'; params: ApproveParams }
  | { type: 'answered'; toolCallId: string; decision: Decision; at?: number }
  | { type: 'result'; result: ChatResult }
  | { type: 'failed'; error: TurnError }
  | { type: 'stopped' }
  | { type: 'clear' };
