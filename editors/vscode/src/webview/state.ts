// The chat as a pure function of what happened. Extension host and view fold the same events with it, so that the view
// can be closed and drawn again at any time.
import type { ChatEvent, ChatResult } from '../protocol';
import { applyToolEvent, askTool, answerTool, endTools } from './toolState';
import type { Item, TextItem, Turn, ViewEvent, ViewState } from './types';

export const emptyState: ViewState = { server: { kind: 'starting' }, model: undefined, turns: [], usage: undefined };

export function reduce(state: ViewState, event: ViewEvent): ViewState {
  switch (event.type) {
    case 'server':
      return { ...state, server: event.status };
    case 'model':
      return { ...state, model: event.model };
    case 'ask':
      return { ...state, turns: [...state.turns, { question: event.question, status: 'running', items: [] }] };
    case 'chat':
      return reduceChat(state, event.event);
    case 'notice':
      return changeTurn(state, (turn) => append(turn, { kind: 'notice', level: 'info', text: event.text }));
    case 'approval':
      return changeTurn(state, (turn) => ({ ...turn, items: askTool(turn.items, event.params) }));
    case 'answered':
      return changeTurn(state, (turn) => ({ ...turn, items: answerTool(turn.items, event.toolCallId, event.decision) }));
    case 'result':
      return finish(state, event.result);
    case 'failed':
      return changeTurn(state, (turn) => ({ ...close(turn, 'failed'), error: event.error }));
    case 'stopped':
      return changeTurn(state, (turn) => close(turn, 'stopped'));
    case 'clear':
      return { ...state, turns: [], usage: undefined };
  }
}

/** The turn that is running, if one is. */
export function runningTurn(state: ViewState): Turn | undefined {
  const last = state.turns.at(-1);
  return last?.status === 'running' ? last : undefined;
}

function reduceChat(state: ViewState, event: ChatEvent): ViewState {
  switch (event.kind) {
    case 'turn_start':
      return { ...state, model: event.model };
    case 'usage':
      return { ...state, usage: event.usage };
    case 'iteration':
      return changeTurn(state, (turn) => ({ ...turn, settled: turn.items.length }));
    case 'text':
    case 'reasoning':
      return changeTurn(state, (turn) => appendText(turn, event.kind, event.text));
    case 'plan':
      return changeTurn(state, (turn) => setPlan(turn, { kind: 'plan', entries: event.entries }));
    case 'retry':
      return changeTurn(state, (turn) => append(withoutAttempt(turn), { kind: 'notice', level: 'info', text: retryText(event) }));
    case 'warning':
      return changeTurn(state, (turn) => append(turn, { kind: 'notice', level: 'warning', text: event.message }));
    case 'tool_call':
    case 'tool_output':
    case 'tool_result':
      return changeTurn(state, (turn) => ({ ...turn, items: applyToolEvent(turn.items, event) }));
    default:
      return state; // an event of a newer server
  }
}

/** Changes the running turn; what comes after its end is dropped. */
function changeTurn(state: ViewState, change: (turn: Turn) => Turn): ViewState {
  const turn = runningTurn(state);
  return turn ? { ...state, turns: [...state.turns.slice(0, -1), change(turn)] } : state;
}

function append(turn: Turn, item: Item): Turn {
  return { ...turn, items: [...turn.items, item] };
}

function appendText(turn: Turn, kind: 'text' | 'reasoning', text: string): Turn {
  const last = turn.items.at(-1);
  if (last?.kind !== kind || turn.items.length === turn.settled) return text === '' ? turn : append(turn, { kind, text });
  return { ...turn, items: [...turn.items.slice(0, -1), { kind, text: last.text + text }] };
}

/** Takes back what an answer has said before it is asked for again; with a tool it began to count. */
function withoutAttempt(turn: Turn): Turn {
  const from = Math.max(turn.settled ?? 0, turn.items.findLastIndex((item) => item.kind === 'tool') + 1);
  return { ...turn, items: turn.items.filter((item, i) => i < from || (item.kind !== 'text' && item.kind !== 'reasoning')) };
}

/** There is one plan in a turn; it stays where it was first shown. */
function setPlan(turn: Turn, plan: Item): Turn {
  const at = turn.items.findIndex((item) => item.kind === 'plan');
  return at < 0 ? append(turn, plan) : { ...turn, items: turn.items.with(at, plan) };
}

function retryText(event: { attempt: number; delayMs: number; reason: string }): string {
  const seconds = (event.delayMs / 1000).toFixed(event.delayMs < 10_000 ? 1 : 0);
  return `Try ${event.attempt} in ${seconds} s: ${event.reason}`;
}

function close(turn: Turn, status: 'done' | 'failed' | 'stopped'): Turn {
  return { ...turn, status, items: endTools(turn.items) };
}

function finish(state: ViewState, result: ChatResult): ViewState {
  const next = changeTurn(state, (turn) => {
    const closed = close(withAnswer(turn, result.content), result.success ? 'done' : 'failed');
    const timed = { ...closed, durationMs: result.durationMs };
    return result.error ? { ...timed, error: result.error } : timed;
  });
  return { ...next, model: result.model || next.model, usage: result.usage };
}

/** The result's content is the last word on the answer: text that was streamed otherwise, or not at all, gives way to it. */
function withAnswer(turn: Turn, content: string): Turn {
  if (content === '') return turn;
  const last = turn.items.findLastIndex((item) => item.kind === 'text' || item.kind === 'tool');
  const shown = turn.items[last];
  if (shown?.kind !== 'text') return append(turn, { kind: 'text', text: content });
  if (shown.text.trimEnd().endsWith(content.trim())) return turn;
  const answer: TextItem = { kind: 'text', text: content };
  return { ...turn, items: turn.items.with(last, answer) };
}
