// The tool calls of a turn, as events change them.
import type { ApproveParams, ChatEvent } from '../protocol';
import { unreachable } from '../unreachable';
import type { Item, ToolItem, ViewEvent } from './types';

type ToolEvent = Extract<ChatEvent, { kind: 'tool_call' | 'tool_output' | 'tool_result' }>;

/** Longer output loses its beginning: the end matters while a command runs. In characters. */
const maxOutput = 50_000;

export function applyToolEvent(items: readonly Item[], event: ToolEvent, at?: number): readonly Item[] {
  switch (event.kind) {
    case 'tool_call':
      return upsert(items, event.toolCallId, (old) => ({
        ...(old ?? blank(event)),
        ...describe(event),
        ...(at !== undefined && { since: at }),
      }));
    case 'tool_output':
      return upsert(items, event.toolCallId, (old) => old && { ...old, output: (old.output + event.chunk).slice(-maxOutput) });
    case 'tool_result':
      return upsert(items, event.toolCallId, (old) => finished(old ?? blank(event), event));
    default:
      return unreachable(event, items);
  }
}

/** Marks a call as waiting for consent, and adds it if the server asks before it reports the call. */
export function askTool(items: readonly Item[], params: ApproveParams): readonly Item[] {
  return upsert(items, params.toolCallId, (old) => ({
    ...(old ?? { ...blank(params), ...describe(params) }),
    state: 'asking',
    approval: params,
  }));
}

export function answerTool(
  items: readonly Item[],
  { toolCallId, decision, feedback, at }: Extract<ViewEvent, { type: 'answered' }>,
): readonly Item[] {
  return upsert(items, toolCallId, (old) => {
    if (old?.state !== 'asking') return old;
    const { approval, ...rest } = old;
    const diff = rest.diff ?? approval?.diff?.[0];
    return {
      ...rest,
      ...(diff && { diff: { uri: diff.uri, unified: diff.unified } }),
      answer: decision,
      ...(feedback && { feedback }),
      state: decision === 'reject' ? 'rejected' : 'running',
      ...(at !== undefined && { since: at }),
    };
  });
}

/** Marks a call whose question is withdrawn as stopped: the user has not rejected it. */
export function withdrawTool(items: readonly Item[], toolCallId: string): readonly Item[] {
  return upsert(items, toolCallId, (old) => {
    if (old?.state !== 'asking') return old;
    const { approval: _, ...rest } = old;
    return { ...rest, state: 'stopped' };
  });
}

/** Marks all unfinished calls as stopped, at the end of the turn. */
export function endTools(items: readonly Item[]): readonly Item[] {
  return items.map((item) => {
    if (item.kind !== 'tool' || (item.state !== 'running' && item.state !== 'asking')) return item;
    const { approval: _, ...rest } = item;
    return { ...rest, state: 'stopped' };
  });
}

function upsert(items: readonly Item[], id: string, change: (old: ToolItem | undefined) => ToolItem | undefined): readonly Item[] {
  const at = items.findLastIndex((item) => item.kind === 'tool' && item.id === id);
  const old = items[at] as ToolItem | undefined;
  const next = change(old);
  if (!next || next === old) return items;
  return at < 0 ? [...items, next] : items.with(at, next);
}

function blank(call: { toolCallId: string; tool: string }): ToolItem {
  return {
    kind: 'tool',
    id: call.toolCallId,
    tool: call.tool,
    title: call.tool,
    toolKind: 'other',
    args: {},
    state: 'running',
    locations: [],
    output: '',
    preview: [],
  };
}

type Description = Extract<ChatEvent, { kind: 'tool_call' }> | ApproveParams;

function describe(call: Description): Partial<ToolItem> {
  const locations = 'locations' in call ? call.locations : undefined;
  return {
    tool: call.tool,
    title: call.title || call.tool,
    toolKind: call.toolKind,
    args: call.args,
    ...(call.reasoning && { reasoning: call.reasoning }),
    ...(locations && { locations }),
  };
}

function finished(old: ToolItem, event: Extract<ChatEvent, { kind: 'tool_result' }>): ToolItem {
  if (old.state === 'stopped' && !event.success) return old;
  const { approval: _, ...rest } = old;
  const failed = old.answer === 'reject' || event.rejected ? 'rejected' : 'failed';
  return {
    ...rest,
    state: event.success ? 'done' : failed,
    preview: event.preview ?? [],
    durationMs: event.durationMs,
    ...(event.cached && { cached: true }),
    ...(event.error && { error: event.error }),
    ...(event.feedback && { feedback: event.feedback }),
    ...(event.diff && { diff: event.diff }),
  };
}
