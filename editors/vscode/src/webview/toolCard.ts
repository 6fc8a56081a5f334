import { t } from '@vscode/l10n';
import type { ToolKind } from '../shared/protocol';
import { line, text as exact } from '../shared/visible';
import type { Send } from './host';
import { drawApproval } from './approval';
import { drawArguments, drawModelText } from './arguments';
import { drawDiff, countChanges, parseDiff } from './diff';
import { button, foldIcon, h, icon, type Child } from './dom';
import { elapsed } from './elapsed';
import { fileLink } from './fileLink';
import { duration } from './format';
import { filePath } from '../shared/uri';
import type { ToolItem, ToolState } from '../shared/state/types';

const kindIcons: Record<ToolKind, string> = {
  read: 'file',
  edit: 'edit',
  delete: 'trash',
  move: 'arrow-right',
  search: 'search',
  execute: 'terminal',
  think: 'lightbulb',
  fetch: 'globe',
  other: 'tools',
};
const stateIcons: Record<ToolState, string> = {
  running: 'loading',
  asking: 'question',
  done: 'check',
  failed: 'error',
  rejected: 'circle-slash',
  stopped: 'debug-stop',
};

/** The tool whose result is shown as the plan. */
const planTool = 'update_plan';

function stateText(state: ToolState): string {
  const words: Record<ToolState, string> = {
    running: t('Running'),
    asking: t('Waits for your consent'),
    done: t('Done'),
    failed: t('Failed'),
    rejected: t('Rejected'),
    stopped: t('Stopped'),
  };
  return words[state];
}

/** The card of a tool call: a summary line, the details, and the consent question. */
export class ToolCard {
  readonly element: HTMLElement;
  private readonly summary = h('summary', { class: 'tool-summary' });
  private readonly about = h('div');
  private readonly output = new Output();
  private readonly end = h('div');
  private readonly consent = h('div', { class: 'tool-consent' });
  private readonly details: HTMLDetailsElement;
  private shown: ToolItem | undefined;
  /** The item that the body shows. */
  private drawn: ToolItem | undefined;

  constructor(private readonly send: Send) {
    const body = h('div', { class: 'tool-body' }, this.about, this.output.element, this.end);
    this.details = h('details', { class: 'tool-details' }, this.summary, body);
    this.details.addEventListener('toggle', () => this.drawBody());
    this.element = h('div', { class: 'tool' }, this.details, this.consent);
  }

  update(item: ToolItem): void {
    const before = this.shown;
    if (item === before) return;
    this.shown = item;
    this.element.dataset.state = item.state;
    this.element.hidden = item.tool === planTool && (item.state === 'running' || item.state === 'done'); // the plan is shown instead
    if (!before || !isSameExceptOutput(item, before)) this.drawSummary(item);
    if (item.approval !== before?.approval) this.drawConsent(item);
    const shows =
      (item.diff && item.state === 'done' && before?.state !== 'done') || (item.output && !before?.output && item.state === 'running');
    if (shows) this.details.open = true;
    this.drawBody();
  }

  private drawSummary(item: ToolItem): void {
    const label = stateText(item.state);
    const state = h(
      'span',
      {
        class: `tool-state ${item.state}`,
        attrs: { role: 'img', 'aria-label': label, title: [label, timeText(item)].filter(Boolean).join(' · ') },
      },
      icon(stateIcons[item.state]),
    );
    const brief = briefResult(item);
    this.summary.replaceChildren(
      icon(kindIcons[item.toolKind] ?? kindIcons.other),
      h('span', { class: 'tool-title', attrs: { title: item.title } }, line(item.title)),
      h('span', { class: 'tool-time' }, timeOf(item)),
      state,
      foldIcon(),
      ...(brief ? [h('span', { class: `tool-brief${brief === item.reasoning ? ' tool-reason' : ''}` }, brief)] : []),
    );
  }

  private drawConsent(item: ToolItem): void {
    this.consent.replaceChildren(...(item.approval ? [drawApproval(item.approval, this.send)] : []));
  }

  /** Draws the body of an open card. While output arrives, the rest is not drawn again, so scroll position and selection stay. */
  private drawBody(): void {
    const item = this.shown;
    if (!item || !this.details.open) return;
    this.output.update(item.output);
    const { drawn } = this;
    if (drawn && isSameExceptOutput(item, drawn)) return;
    this.drawn = item;
    this.about.replaceChildren(...aboutParts(item, this.send));
    this.end.replaceChildren(...endParts(item));
  }
}

function isSameExceptOutput(a: ToolItem, b: ToolItem): boolean {
  return (
    a.state === b.state &&
    a.preview === b.preview &&
    a.diff === b.diff &&
    a.args === b.args &&
    a.error === b.error &&
    a.title === b.title &&
    a.durationMs === b.durationMs
  );
}

/** The output of a running tool. New text is appended, and the view follows its end unless the user scrolls away. */
class Output {
  readonly element = h('pre', { class: 'tool-output', attrs: { tabindex: '0', role: 'group', 'aria-label': t('Output') } });
  private text = '';

  constructor() {
    this.element.hidden = true;
  }

  update(source: string): void {
    const text = exact(source);
    if (text === this.text) return;
    const { element } = this;
    element.hidden = text === '';
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 20;
    if (this.text !== '' && text.startsWith(this.text)) element.append(text.slice(this.text.length));
    else element.textContent = text;
    this.text = text;
    if (atEnd) element.scrollTop = element.scrollHeight;
  }
}

/** Returns one line about the result, for the closed card. */
function briefResult(item: ToolItem): string {
  if (item.state === 'rejected') return item.feedback ? t('You rejected this: {0}', item.feedback) : t('You rejected this.');
  if (item.state === 'stopped') return t('Stopped.');
  if (item.error) return item.error;
  if (item.diff) {
    const { added, removed } = countChanges(parseDiff(item.diff.unified));
    return `+${added} −${removed}`;
  }
  if (item.state === 'asking') return ''; // the question shows it
  if (item.state === 'running') return item.reasoning ?? '';
  if (item.toolKind === 'read') return ''; // the first line of a file is not informative
  return item.preview.at(item.toolKind === 'execute' ? -1 : 0) ?? '';
}

/** Returns the duration, or the running clock. */
function timeOf(item: ToolItem): Child {
  return item.state === 'running' && item.since !== undefined ? elapsed(item.since) : timeText(item);
}

function timeText(item: ToolItem): string {
  if (item.cached) return t('from cache');
  return item.durationMs === undefined ? '' : duration(item.durationMs);
}

function aboutParts(item: ToolItem, send: Send): HTMLElement[] {
  const links = item.locations.map((location) => fileLink(location, send));
  const inEditor =
    item.diff && button(t('Open Diff'), () => send({ kind: 'showDiff', toolCallId: item.id }), { class: 'link-button', icon: 'diff' });
  const parts = [
    links.length > 0 || inEditor ? h('div', { class: 'file-links' }, ...links, inEditor) : undefined,
    ...(item.diff ? [drawDiff(item.diff.unified, filePath(item.diff.uri))] : drawArguments(item)),
    ...(item.approval ? [] : drawModelText(item)),
  ];
  return parts.filter((part) => part !== undefined);
}

function endParts(item: ToolItem): HTMLElement[] {
  const showsError = item.state !== 'rejected';
  const parts = [
    item.preview.length > 0 && !item.diff && item.output === '' ? resultBlock(item.preview.join('\n')) : undefined,
    item.error && showsError ? h('p', { class: 'tool-error' }, item.error) : undefined,
  ];
  return parts.filter((part) => part !== undefined);
}

function resultBlock(text: string): HTMLElement {
  return h('pre', { class: 'tool-output', attrs: { tabindex: '0', role: 'group', 'aria-label': t('Result') } }, text);
}
