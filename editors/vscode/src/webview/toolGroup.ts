import { t } from '@vscode/l10n';
import { fileName } from '../shared/uri';
import { line } from '../shared/visible';
import type { Send } from './host';
import { foldIcon, h, icon } from './dom';
import { duration } from './format';
import type { GroupRow } from './rows';
import { ToolCard } from './toolCard';

/** Several reads and searches on one line, which opens to their cards. */
export class ToolGroup {
  readonly kind = 'group';
  readonly element: HTMLDetailsElement;
  private readonly summary = h('summary', { class: 'tool-summary' });
  private readonly list = h('div', { class: 'tool-group-list', attrs: { role: 'group' } });
  private readonly cards: ToolCard[] = [];
  private shown: GroupRow | undefined;

  constructor(private readonly send: Send) {
    this.element = h('details', { class: 'tool tool-group' }, this.summary, this.list);
    this.element.addEventListener('toggle', () => this.drawCards());
  }

  update(row: GroupRow): void {
    this.shown = row;
    const failed = row.tools.filter((tool) => tool.state === 'failed' || tool.state === 'stopped').length;
    const running = row.tools.some((tool) => tool.state === 'running');
    const text = groupText(row, failed);
    const ms = row.tools.reduce((sum, tool) => sum + (tool.durationMs ?? 0), 0);
    this.element.dataset.state = running ? 'running' : 'done';
    this.list.setAttribute('aria-label', text);
    this.summary.replaceChildren(
      icon('search'),
      h('span', { class: 'tool-title', attrs: { title: text } }, text),
      h('span', { class: 'tool-time' }, running || ms < 1000 ? '' : duration(ms)),
      h('span', { class: `tool-state ${running ? 'running' : 'done'}` }, icon(running ? 'loading' : 'check')),
      foldIcon(),
    );
    this.drawCards();
  }

  /** Draws the cards of an open group. */
  private drawCards(): void {
    if (!this.shown || !this.element.open) return;
    this.shown.tools.forEach((tool, i) => {
      this.cards[i] ??= this.addCard();
      this.cards[i].update(tool);
    });
    for (const gone of this.cards.splice(this.shown.tools.length)) gone.element.remove();
  }

  private addCard(): ToolCard {
    const card = new ToolCard(this.send);
    this.list.append(card.element);
    return card;
  }
}

/** Describes a group, such as "3 reads · 1 search · 1 failed: oven.go, README.md". */
export function groupText({ tools }: GroupRow, failed: number): string {
  const reads = tools.filter((tool) => tool.toolKind === 'read').length;
  const searches = tools.length - reads;
  const parts = [
    reads === 0 ? '' : reads === 1 ? t('1 read') : t('{0} reads', String(reads)),
    searches === 0 ? '' : searches === 1 ? t('1 search') : t('{0} searches', String(searches)),
    failed === 0 ? '' : t('{0} failed', String(failed)),
  ];
  const files = [...new Set(tools.flatMap((tool) => tool.locations.map((location) => fileName(location.uri))))];
  return parts.filter((part) => part !== '').join(' · ') + (files.length > 0 ? `: ${files.map(line).join(', ')}` : '');
}
