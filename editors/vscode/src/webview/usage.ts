import { t } from '@vscode/l10n';
import type { StatsResult, Usage } from '../shared/protocol';
import type { Request } from './host';
import { h } from './dom';
import { count, duration, usageLine } from './format';
import type { ViewState } from '../shared/state/types';

/** From this share the window is shown as nearly full; the conversation will be summarised. */
const nearlyFull = 0.8;

/** Shows the used part of the context window and the cost; when opened, the statistics of the chat. */
export class UsageMeter {
  readonly element: HTMLElement;
  private readonly line = h('span', { class: 'usage' });
  private readonly bar = h('span', { class: 'window-bar', attrs: { 'aria-hidden': 'true' } }, h('span', { class: 'window-used' }));
  private readonly button: HTMLButtonElement;
  private readonly panel = h('div', { class: 'stats', attrs: { id: 'stats' } });
  private state: ViewState | undefined;

  constructor(private readonly request: Request) {
    this.button = h(
      'button',
      {
        class: 'usage-button',
        attrs: {
          type: 'button',
          'aria-expanded': 'false',
          'aria-controls': 'stats',
          title: t('Tokens and cost of the last turn; click for more'),
        },
        on: { click: () => void this.toggle() },
      },
      this.bar,
      this.line,
    );
    this.panel.hidden = true;
    this.element = h('div', { class: 'meter' }, this.panel, this.button);
  }

  update(state: ViewState): void {
    const before = this.state;
    this.state = state;
    if (before && state.usage === before.usage) return;
    const { usage } = state;
    this.button.hidden = !usage;
    if (!usage) this.close();
    this.line.textContent = usage ? usageLine(usage) : '';
    const share = usage?.contextWindow ? Math.min(1, usage.contextTokens / usage.contextWindow) : 0;
    this.bar.hidden = !usage?.contextWindow;
    this.bar.classList.toggle('full', share > nearlyFull);
    (this.bar.firstElementChild as HTMLElement).style.width = `${share * 100}%`;
  }

  close(): void {
    this.panel.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
  }

  private async toggle(): Promise<void> {
    if (!this.panel.hidden) {
      this.close();
      return;
    }
    this.button.setAttribute('aria-expanded', 'true');
    this.panel.hidden = false;
    this.panel.replaceChildren(t('Counting…'));
    const conversationId = this.state?.conversation?.id;
    try {
      const stats = await this.request('ptk/stats', conversationId ? { conversationId } : {});
      this.panel.replaceChildren(...drawStats(stats, this.state?.usage));
    } catch (e) {
      this.panel.replaceChildren(e instanceof Error ? e.message : String(e));
    }
  }
}

function drawStats({ usage, tools }: StatsResult, last: Usage | undefined): HTMLElement[] {
  const rows: [string, string][] = [
    ...(last?.contextWindow
      ? [[t('Window'), t('{0} of {1} tokens', count(last.contextTokens), count(last.contextWindow))] as [string, string]]
      : []),
    [t('Tokens in'), count(usage.inputTokens) + (usage.cachedTokens ? ` (${t('{0} from the cache', count(usage.cachedTokens))})` : '')],
    [t('Tokens out'), count(usage.outputTokens)],
    ...(usage.costUsd ? [[t('Cost'), `$${usage.costUsd.toFixed(4)}`] as [string, string]] : []),
  ];
  const facts = h('dl', { class: 'arguments' }, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
  const table = tools.map((tool) =>
    h(
      'li',
      {},
      h('span', {}, tool.name),
      h(
        'span',
        { class: 'counts' },
        `${tool.calls} × · ${duration(tool.p50Ms)}${tool.failures ? ` · ${t('{0} failed', tool.failures)}` : ''}`,
      ),
    ),
  );
  return [
    h('strong', {}, t('This chat')),
    facts,
    ...(table.length > 0 ? [h('ul', { class: 'tool-stats', attrs: { 'aria-label': t('Tools') } }, ...table)] : []),
  ];
}
