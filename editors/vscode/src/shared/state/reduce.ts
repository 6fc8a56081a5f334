// The state of the chat as a pure function of its events. The extension host and the webview both use it, so the webview can
// be closed and restored at any time.
import type { ChatEvent, ChatResult, PlanEntry } from '../protocol';
import { unreachable } from '../unreachable';
import { reduceChanges } from './changes';
import { applyToolEvent, askTool, answerTool, endTools, withdrawTool } from './toolItems';
import type { Conversation, Item, Queued, TextItem, Turn, ViewEvent, ViewState } from './types';

export const emptyState: ViewState = {
  server: { kind: 'starting' },
  model: undefined,
  models: [],
  mode: 'agent',
  conversation: undefined,
  chat: 0,
  turns: [],
  earlier: 0,
  queued: [],
  usage: undefined,
};

export function reduce(state: ViewState, event: ViewEvent): ViewState {
  switch (event.type) {
    case 'server':
      return { ...state, server: event.status };
    case 'model':
      return { ...state, model: event.model, models: event.models ?? state.models };
    case 'mode':
      return { ...state, mode: event.mode };
    case 'ask':
      return { ...state, queued: [], turns: [...state.turns, newTurn(event)] };
    case 'steered':
      return { ...state, queued: event.lost ? without(state.queued, event.text) : [...state.queued, { text: event.text }] };
    case 'queued':
      return { ...state, queued: named(state.queued, event) };
    case 'chat':
      return reduceChat(state, event.event, event.at);
    case 'notice':
      return changeTurn(state, (turn) => append(turn, { kind: 'notice', level: 'info', text: event.text }));
    case 'approval':
      return changeTurn(state, (turn) => withoutWait(turn, askTool(turn.items, event.params), event.at));
    case 'answered':
      return changeTurn(state, (turn) => withoutWait(turn, answerTool(turn.items, event), event.at));
    case 'withdrawn':
      return changeTurn(state, (turn) => withoutWait(turn, withdrawTool(turn.items, event.toolCallId), event.at));
    case 'result':
      return finish(state, event.result);
    case 'failed':
      return changeTurn({ ...state, queued: [] }, (turn) => ({ ...close(turn, 'failed'), error: event.error }));
    case 'stopped':
      return changeTurn({ ...state, queued: [] }, (turn) => close(turn, 'stopped'));
    case 'undone':
      return changeById(state, event.turnId, (turn) => ({
        ...turn,
        undone: { redo: event.redo, files: event.files, ...(event.error && { error: event.error }) },
      }));
    case 'changes':
    case 'rewindPlan':
    case 'pending':
      return reduceChanges(state, event);
    case 'renamed':
      return state.conversation?.id === event.conversationId
        ? { ...state, conversation: { ...state.conversation, title: event.title } }
        : state;
    case 'opened':
      return open(state, event);
    case 'followed':
      return follow(state, event);
    case 'shown':
      return state;
    case 'earlier':
      return event.first + event.turns.length === state.earlier
        ? { ...state, earlier: event.first, turns: [...event.turns, ...state.turns] }
        : state;
    default:
      return unreachable(event, state);
  }
}

function open(state: ViewState, { conversation, turns, earlier }: Extract<ViewEvent, { type: 'opened' }>): ViewState {
  const usage = turns.findLast((turn) => turn.usage)?.usage;
  return { ...state, conversation, chat: state.chat + 1, turns, earlier, queued: [], usage };
}

/** Replaces the turns that another window has changed; those that were loaded before them stay. */
function follow(state: ViewState, event: Extract<ViewEvent, { type: 'followed' }>): ViewState {
  const { conversation } = state;
  if (!conversation) return state;
  const before = state.turns.slice(0, Math.max(0, event.earlier - state.earlier));
  const { elsewhere: _, ...own } = conversation;
  return {
    ...state,
    conversation: event.elsewhere ? { ...own, elsewhere: true } : own,
    turns: [...before, ...event.turns],
    earlier: Math.min(event.earlier, state.earlier),
  };
}

function newTurn(event: Extract<ViewEvent, { type: 'ask' }>): Turn {
  const { question, attachments, mode, plan, continues, at } = event;
  return {
    question,
    status: 'running',
    items: [],
    ...(at !== undefined && { since: at }),
    ...(attachments?.length && { attachments }),
    ...(mode && { mode }),
    ...(plan && { plan }),
    ...(continues && { continues }),
  };
}

/** How many turns are read from the server, or sent to the webview, at a time. */
export const turnsPerPage = 40;

/** Returns the state with the last turns only, as it is sent to a new webview. */
export function lastTurns(state: ViewState, turns = turnsPerPage): ViewState {
  const dropped = Math.max(0, state.turns.length - turns);
  return dropped === 0 ? state : { ...state, turns: state.turns.slice(dropped), earlier: state.earlier + dropped };
}

/** Returns the turn that runs in this window, if any. */
export function ownTurn(state: ViewState): Turn | undefined {
  return state.conversation?.elsewhere ? undefined : runningTurn(state);
}

/** Returns the running turn, if any; it may run in another window. */
export function runningTurn(state: ViewState): Turn | undefined {
  const last = state.turns.at(-1);
  return last?.status === 'running' ? last : undefined;
}

function reduceChat(state: ViewState, event: ChatEvent, at?: number): ViewState {
  switch (event.kind) {
    case 'turn_start':
      return changeTurn({ ...state, model: event.model, conversation: conversationOf(state, event.conversationId) }, (turn) => ({
        ...turn,
        id: event.turnId,
      }));
    case 'usage':
      return { ...state, usage: event.usage };
    case 'iteration':
      return changeTurn(state, (turn) => ({ ...turn, settled: turn.items.length, iterations: event.iteration }));
    case 'text':
    case 'reasoning':
      return changeTurn(state, (turn) => appendText(withoutRetry(turn), event.kind, event.text, at));
    case 'plan':
      return changeTurn(state, (turn) => (showsPlan(turn, event.entries) ? turn : setPlan(turn, { kind: 'plan', entries: event.entries })));
    case 'retry':
      return changeTurn(state, (turn) => setRetry(withoutAttempt(turn), event, at));
    case 'user_message':
      return changeTurn({ ...state, queued: without(state.queued, event.text) }, (turn) =>
        append(turn, { kind: 'user', text: event.text }),
      );
    case 'warning':
      return changeTurn(state, (turn) => append(turn, { kind: 'notice', level: 'warning', text: event.message }));
    case 'tool_call':
    case 'tool_output':
    case 'tool_result':
      return changeTurn(state, (turn) => ({ ...turn, items: applyToolEvent(withoutRetry(turn).items, event, at) }));
    default:
      return unreachable(event, state);
  }
}

/** Changes the running turn. Events that arrive after its end are dropped. */
function changeTurn(state: ViewState, change: (turn: Turn) => Turn): ViewState {
  const turn = runningTurn(state);
  return turn ? { ...state, turns: [...state.turns.slice(0, -1), change(turn)] } : state;
}

function changeById(state: ViewState, id: string, change: (turn: Turn) => Turn): ViewState {
  const at = state.turns.findLastIndex((turn) => turn.id === id);
  const turn = state.turns[at];
  return turn ? { ...state, turns: state.turns.with(at, change(turn)) } : state;
}

function conversationOf(state: ViewState, id: string): Conversation {
  return state.conversation?.id === id ? state.conversation : { id };
}

function without(queued: readonly Queued[], text: string): readonly Queued[] {
  const at = queued.findIndex((one) => one.text === text);
  return at < 0 ? queued : queued.toSpliced(at, 1);
}

/** Adds the server's id to the first message with that text that has none. */
function named(queued: readonly Queued[], { text, id }: { text: string; id: string }): readonly Queued[] {
  const at = queued.findIndex((one) => one.text === text && one.id === undefined);
  return at < 0 ? queued : queued.with(at, { text, id });
}

function append(turn: Turn, item: Item): Turn {
  return { ...turn, items: [...turn.items, item] };
}

function appendText(turn: Turn, kind: 'text' | 'reasoning', text: string, at?: number): Turn {
  const last = turn.items.at(-1);
  const until = kind === 'reasoning' && at !== undefined && { until: at };
  if (last?.kind !== kind || turn.items.length === turn.settled)
    return text === '' ? turn : append(turn, { kind, text, ...(until && { since: until.until, ...until }) });
  return { ...turn, items: [...turn.items.slice(0, -1), { ...last, text: last.text + text, ...until }] };
}

/** Removes the text of a failed attempt before the model is asked again. Text before a tool call stays. */
function withoutAttempt(turn: Turn): Turn {
  const from = Math.max(turn.settled ?? 0, turn.items.findLastIndex((item) => item.kind === 'tool') + 1);
  return { ...turn, items: turn.items.filter((item, i) => i < from || (item.kind !== 'text' && item.kind !== 'reasoning')) };
}

/** Adds a retry; it replaces the one before if nothing came in between. */
function setRetry(turn: Turn, event: Extract<ChatEvent, { kind: 'retry' }>, at: number | undefined): Turn {
  return append(withoutRetry(turn), { ...event, ...(at !== undefined && { until: at + event.delayMs }) });
}

/** Removes the line about a retry from the end: it has done its work if something arrives. That another model took over stays. */
function withoutRetry(turn: Turn): Turn {
  const last = turn.items.at(-1);
  return last?.kind === 'retry' && !last.model ? { ...turn, items: turn.items.slice(0, -1) } : turn;
}

/** Sets the items, and excludes the time for which the turn waits for the user from its duration. */
function withoutWait(turn: Turn, items: readonly Item[], at: number | undefined): Turn {
  const asks = items.some((item) => item.kind === 'tool' && item.state === 'asking');
  const { askedAt, ...rest } = turn;
  if (at === undefined || asks === (askedAt !== undefined)) return { ...turn, items };
  if (asks || askedAt === undefined) return { ...turn, items, askedAt: at };
  return { ...rest, items, ...(turn.since !== undefined && { since: turn.since + at - askedAt }) };
}

/** Reports whether the answer shows the plan already: in plan mode the server extracts it from the text. */
function showsPlan(turn: Turn, entries: readonly PlanEntry[]): boolean {
  if (turn.mode !== 'plan') return false;
  const answer = turn.items
    .map((item) => (item.kind === 'text' ? item.text : ''))
    .join('\n')
    .replaceAll('**', '');
  return entries.every((entry) => answer.includes(entry.content));
}

/** Replaces the plan of the turn, or adds it; a turn has at most one. */
function setPlan(turn: Turn, plan: Item): Turn {
  const at = turn.items.findIndex((item) => item.kind === 'plan');
  return at < 0 ? append(turn, plan) : { ...turn, items: turn.items.with(at, plan) };
}

function close(turn: Turn, status: Exclude<Turn['status'], 'running'>): Turn {
  return { ...turn, status, items: endTools(withoutRetry(turn).items) };
}

/** The codes of turns that reached a limit, for servers that report no stop reason. */
const limitCodes: ReadonlySet<string> = new Set(['MAX_ITERATIONS_REACHED', 'MAX_TOOL_CALLS_REACHED', 'MAX_COST_REACHED', 'TIMEOUT']);

function statusOf({ success, stopReason, error }: ChatResult): 'done' | 'paused' | 'failed' {
  if (success) return 'done';
  return stopReason === 'paused' || (!stopReason && error && limitCodes.has(error.code)) ? 'paused' : 'failed';
}

function finish(state: ViewState, result: ChatResult): ViewState {
  const next = changeTurn(state, (turn) => {
    const closed = close(withAnswer(turn, result.content), statusOf(result));
    const { durationMs, iterations, usage, changes, plan } = result;
    return {
      ...closed,
      durationMs,
      iterations,
      usage,
      ...(changes.length > 0 && { changes }),
      ...(plan && { proposed: plan }),
      ...(result.error && { error: result.error }),
    };
  });
  const { usage } = result;
  const isKnown = usage.inputTokens + usage.outputTokens > 0;
  return { ...next, queued: [], model: result.model || next.model, usage: isKnown ? usage : next.usage };
}

/** Makes the result's content the answer if the streamed text differs or is missing. */
function withAnswer(turn: Turn, content: string): Turn {
  if (content === '') return turn;
  const last = turn.items.findLastIndex((item) => item.kind === 'text' || item.kind === 'tool');
  const shown = turn.items[last];
  if (shown?.kind !== 'text') {
    const before = turn.items.findLast((item) => item.kind === 'text'); // the calls with which a paused turn ends
    return before?.text.trimEnd().endsWith(content.trim()) ? turn : append(turn, { kind: 'text', text: content });
  }
  if (shown.text.trimEnd().endsWith(content.trim())) return turn;
  const answer: TextItem = { kind: 'text', text: content };
  return { ...turn, items: turn.items.with(last, answer) };
}
