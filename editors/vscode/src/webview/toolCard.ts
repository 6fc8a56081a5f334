import type { ToolKind } from '../protocol';
import type { Send } from './actions';
import { argumentTable, drawApproval } from './approval';
import { drawDiff, countChanges, parseDiff } from './diff';
import { h, icon } from './dom';
import { fileLink } from './fileLink';
import { duration, filePath } from './format';
import type { ToolItem, ToolState } from './types';

const kindIcons: Record<ToolKind, string> = {
  read: 'file', edit: 'edit', delete: 'trash', move: 'arrow-right', search: 'search', execute: 'terminal', think: 'lightbulb', fetch: 'globe', other: 'tools',
};
const stateWords: Record<ToolState, string> = {
  running: 'Running', asking: 'Waits for your consent', done: 'Done', failed: 'Failed', rejected: 'Rejected', stopped: 'Stopped',
};
const stateIcons: Record<ToolState, string> = {
  running: 'loading', asking: 'question', done: 'check', failed: 'error', rejected: 'circle-slash', stopped: 'debug-stop',
};

/** One tool call: a line that tells what and how it went, its details below, and the question for consent. */
export class ToolCard {
  readonly element: HTMLElement;
  private readonly summary = h('summary', { class: 'tool-summary' });
  private readonly body = h('div', { class: 'tool-body' });
  private readonly consent = h('div', { class: 'tool-consent' });
  private readonly details: HTMLDetailsElement;
  private shown: ToolItem | undefined;

  constructor(private readonly send: Send) {
    this.details = h('details', { class: 'tool-details' }, this.summary, this.body);
    this.details.addEventListener('toggle', () => this.drawBody());
    this.element = h('div', { class: 'tool' }, this.details, this.consent);
  }

  update(item: ToolItem): void {
    const before = this.shown;
    if (item === before) return;
    this.shown = item;
    this.element.dataset.state = item.state;
    this.drawSummary(item);
    if (item.approval !== before?.approval) this.drawConsent(item);
    if (item.diff && item.state === 'done' && before?.state !== 'done') this.details.open = true;
    this.drawBody();
  }

  private drawSummary(item: ToolItem): void {
    const state = h('span', { class: `tool-state ${item.state}`, attrs: { role: 'img', 'aria-label': stateWords[item.state], title: stateWords[item.state] } }, icon(stateIcons[item.state]));
    const brief = briefly(item);
    this.summary.replaceChildren(
      icon(kindIcons[item.toolKind] ?? kindIcons.other),
      h('span', { class: 'tool-title' }, item.title),
      h('span', { class: 'tool-time' }, timeOf(item)),
      state,
      ...(brief ? [h('span', { class: 'tool-brief' }, brief)] : []),
    );
  }

  private drawConsent(item: ToolItem): void {
    this.consent.replaceChildren(...(item.approval ? [drawApproval(item.approval, this.send)] : []));
  }

  /** A closed card has no body: most are never opened. */
  private drawBody(): void {
    const item = this.shown;
    if (!item || !this.details.open) return;
    this.body.replaceChildren(...bodyParts(item, this.send));
  }
}

/** One line on how it went, for the closed card. */
function briefly(item: ToolItem): string {
  if (item.state === 'rejected') return 'You rejected this.';
  if (item.error) return item.error;
  if (item.diff) {
    const { added, removed } = countChanges(parseDiff(item.diff.unified));
    return `+${added} −${removed}`;
  }
  return item.preview[0] ?? '';
}

function timeOf(item: ToolItem): string {
  if (item.cached) return 'from cache';
  return item.durationMs === undefined ? '' : duration(item.durationMs);
}

function bodyParts(item: ToolItem, send: Send): HTMLElement[] {
  const links = item.locations.map((location) => fileLink(location, send));
  const parts = [
    item.reasoning ? h('p', { class: 'tool-why' }, item.reasoning) : undefined,
    links.length > 0 ? h('div', { class: 'file-links' }, ...links) : undefined,
    item.diff ? drawDiff(item.diff.unified, filePath(item.diff.uri)) : argumentTable(item.args),
    item.output ? outputBlock('Output', item.output) : undefined,
    item.preview.length > 0 && !item.diff ? outputBlock('Result', item.preview.join('\n')) : undefined,
    item.error && item.state !== 'rejected' ? h('p', { class: 'tool-error' }, item.error) : undefined,
    item.suggestion && item.state !== 'rejected' ? h('p', { class: 'tool-suggestion' }, item.suggestion) : undefined,
  ];
  return parts.filter((part) => part !== undefined);
}

function outputBlock(label: string, text: string): HTMLElement {
  return h('pre', { class: 'tool-output', attrs: { tabindex: '0', role: 'region', 'aria-label': label } }, text);
}
