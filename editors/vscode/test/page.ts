// Opens the chat view in jsdom and acts as a user.
import { beforeAll, beforeEach, vi } from 'vitest';
import type { FromView } from '../src/shared/messages';
import type { ChatResult } from '../src/shared/protocol';
import type { Host } from '../src/webview/host';
import { App } from '../src/webview/app';
import { emptyState, reduce } from '../src/shared/state/reduce';
import type { ViewEvent, ViewState } from '../src/shared/state/types';

/** The messages to the extension host, without drafts and checks of paths. */
export let sent: FromView[];
/** The paths that the page wants to know of. */
export let checked: string[];
/** The results of requests, by method. */
export let answers: Record<string, unknown>;
export let root: HTMLElement;
export let app: App;
export let state: ViewState;

const ends = new Map<Element, () => void>();

/** Simulates scrolling to the end of each question, since jsdom has no layout. */
export function readToTheEnd(): void {
  for (const [end, seen] of ends) if (end.isConnected) seen();
}

export const host: Host = {
  send: (message) => {
    if (message.kind === 'checkPaths') checked.push(...message.paths);
    else if (message.kind !== 'draft') sent.push(message);
  },
  request: (method) => Promise.resolve(answers[method] as never),
};

/** Returns a result with these fields. */
export function resultOf(fields: Partial<ChatResult>): ChatResult {
  return {
    conversationId: 'c',
    turnId: 't',
    success: true,
    content: '',
    iterations: 1,
    toolCalls: [],
    totalToolCalls: 0,
    changes: [],
    durationMs: 1,
    model: 'openai/m',
    usage: { inputTokens: 1, outputTokens: 1, contextTokens: 1, contextWindow: 0 },
    ...fields,
  };
}

/** Opens a fresh page before each test. */
export function usePage(): void {
  beforeAll(() => {
    globalThis.ResizeObserver = class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    };
    globalThis.IntersectionObserver = class {
      readonly root = null;
      readonly rootMargin = '';
      readonly scrollMargin = '';
      readonly thresholds = [];
      constructor(private readonly callback: IntersectionObserverCallback) {}
      observe(target: Element): void {
        ends.set(target, () => this.callback([{ isIntersecting: true } as IntersectionObserverEntry], this));
      }
      unobserve(): void {}
      disconnect(): void {}
      takeRecords(): [] {
        return [];
      }
    };
  });

  beforeEach(() => {
    sent = [];
    checked = [];
    answers = { 'ptk/conversations': { conversations: [] } };
    state = { ...emptyState, server: { kind: 'running' }, model: 'openai/m' };
    root = document.body.appendChild(document.createElement('div'));
    app = new App(root, host);
    app.draw(state);
    return () => root.remove();
  });
}

export function happen(...events: ViewEvent[]): void {
  show(events.reduce(reduce, state));
}

export function show(next: ViewState): void {
  state = next;
  app.draw(state);
}

export const $ = <E extends HTMLElement>(selector: string) => root.querySelector(selector) as E;
export const $$ = <E extends HTMLElement>(selector: string) => [...root.querySelectorAll<E>(selector)];
export const texts = (selector: string) => $$(selector).map((element) => element.textContent);
export const input = () => $<HTMLTextAreaElement>('.composer textarea');
export const named = (text: string) =>
  $$<HTMLButtonElement>('button').find((button) => button.textContent?.includes(text)) as HTMLButtonElement;

export function type(text: string): void {
  input().value = text;
  input().dispatchEvent(new Event('input'));
}

export function press(key: string, init: KeyboardEventInit = {}, element: Element | null = input()): void {
  element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
}

/** Waits until the last question can be allowed. */
export const answerable = () => vi.waitUntil(() => $$<HTMLButtonElement>('.allow-once').at(-1)?.disabled === false, { timeout: 20_000 });

/** Waits for pending promises. */
export const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
