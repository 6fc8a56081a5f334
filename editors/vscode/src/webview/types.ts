// What the chat view shows, and what can happen to it. Plain data: it crosses the bridge as JSON.
import type { ApproveParams, ChatEvent, ChatResult, Decision, ErrorCode, FileDiff, Location, PlanEntry, ToolKind, Usage } from '../protocol';

export type ServerStatus =
  | { kind: 'starting' }
  | { kind: 'running' }
  | { kind: 'stopped'; message: string; missing?: boolean };

export interface ViewState {
  server: ServerStatus;
  /** "provider/model" that answers, or will answer the next question. */
  model: string | undefined;
  turns: readonly Turn[];
  /** Of the last model call in this chat. */
  usage: Usage | undefined;
}

export type TurnStatus = 'running' | 'done' | 'failed' | 'stopped';

/** Why a turn failed: told by the server, or found by the extension where the server could not tell. */
export interface TurnError {
  code: ErrorCode | 'SERVER_STOPPED' | 'REQUEST_FAILED';
  message: string;
  suggestion?: string;
}

/** One question and all that came of it. */
export interface Turn {
  question: string;
  status: TurnStatus;
  items: readonly Item[];
  /** How many of the items no retry takes back: those of earlier answers. */
  settled?: number;
  error?: TurnError;
  durationMs?: number;
}

export type Item = TextItem | ReasoningItem | ToolItem | PlanItem | NoticeItem;

export interface TextItem { kind: 'text'; text: string }
export interface ReasoningItem { kind: 'reasoning'; text: string }
export interface PlanItem { kind: 'plan'; entries: readonly PlanEntry[] }
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
  | { type: 'model'; model: string }
  | { type: 'ask'; question: string }
  | { type: 'notice'; text: string }
  | { type: 'chat'; event: ChatEvent }
  | { type: 'approval'; params: ApproveParams }
  | { type: 'answered'; toolCallId: string; decision: Decision }
  | { type: 'result'; result: ChatResult }
  | { type: 'failed'; error: TurnError }
  | { type: 'stopped' }
  | { type: 'clear' };
