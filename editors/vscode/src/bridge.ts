// All that the extension host and the chat view say to each other.
import type { Decision } from './protocol';
import type { ViewEvent, ViewState } from './webview/types';

/** Extension host to view. */
export type ToView =
  | { kind: 'snapshot'; state: ViewState }
  | { kind: 'event'; event: ViewEvent }
  | { kind: 'focus' };

/** View to extension host. */
export type FromView =
  | { kind: 'ready' }
  | { kind: 'send'; text: string }
  | { kind: 'retry' }
  | { kind: 'stop' }
  | { kind: 'newChat' }
  | { kind: 'approve'; toolCallId: string; decision: Decision; feedback?: string }
  | { kind: 'openFile'; uri: string; line?: number }
  | { kind: 'restartServer' }
  | { kind: 'showLog' }
  | { kind: 'openSettings' };

const plain: ReadonlySet<string> = new Set(['ready', 'retry', 'stop', 'newChat', 'restartServer', 'showLog', 'openSettings']);
const decisions: ReadonlySet<unknown> = new Set(['allow_once', 'allow_session', 'allow_always', 'reject']);

/** Reads a message of the view, which is not trusted: anything but a well-formed message is undefined. */
export function parseFromView(raw: unknown): FromView | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const m = raw as Record<string, unknown>;
  if (typeof m.kind !== 'string') return undefined;
  if (plain.has(m.kind)) return { kind: m.kind } as FromView;
  if (m.kind === 'send' && typeof m.text === 'string') return { kind: 'send', text: m.text };
  if (m.kind === 'approve') return parseApprove(m);
  if (m.kind === 'openFile') return parseOpenFile(m);
  return undefined;
}

function parseApprove(m: Record<string, unknown>): FromView | undefined {
  if (typeof m.toolCallId !== 'string' || !decisions.has(m.decision)) return undefined;
  const answer = { kind: 'approve', toolCallId: m.toolCallId, decision: m.decision as Decision } as const;
  return typeof m.feedback === 'string' && m.feedback !== '' ? { ...answer, feedback: m.feedback } : answer;
}

function parseOpenFile(m: Record<string, unknown>): FromView | undefined {
  if (typeof m.uri !== 'string') return undefined;
  const line = m.line;
  return typeof line === 'number' && Number.isInteger(line) && line >= 0 ? { kind: 'openFile', uri: m.uri, line } : { kind: 'openFile', uri: m.uri };
}
