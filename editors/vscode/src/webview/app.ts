import { t } from '@vscode/l10n';
import type { Attached } from '../shared/attachment';
import type { Host } from './host';
import { Announcer } from './announcer';
import { Banner } from './banner';
import { Composer } from './composer/composer';
import type { Draft } from '../shared/attachment';
import { h, icon } from './dom';
import { HistoryPanel } from './history/panel';
import { runningTurn } from '../shared/state/reduce';
import { Transcript } from './transcript';
import type { ViewState } from '../shared/state/types';
import { UsageMeter } from './usage';
import { Welcome } from './welcome';

/** The whole view: draws a state. */
export class App {
  private readonly announcer = new Announcer();
  private readonly banner: Banner;
  private readonly welcome: Welcome;
  private readonly transcript: Transcript;
  private readonly composer: Composer;
  private readonly usage: UsageMeter;
  private readonly history: HistoryPanel;
  private readonly queued = h('ul', { class: 'queued', attrs: { 'aria-label': t('Messages that the model has not received yet') } });
  private state: ViewState | undefined;
  private busy = false;
  private asks = false;

  constructor(root: HTMLElement, host: Host) {
    const scroller = h('div', { class: 'scroller', attrs: { tabindex: '0', role: 'log', 'aria-label': t('Chat'), 'aria-live': 'off' } });
    this.banner = new Banner(host.send);
    this.composer = new Composer(host);
    this.history = new HistoryPanel(host, () => this.focus());
    this.usage = new UsageMeter(host.request);
    this.welcome = new Welcome(
      host,
      (text) => this.compose(text),
      () => this.showHistory(),
    );
    this.transcript = new Transcript(host.send, scroller);
    scroller.append(this.welcome.element, this.transcript.element);
    const foot = h('footer', { class: 'foot' }, this.banner.element, this.queued, this.composer.element, this.usage.element);
    root.replaceChildren(h('main', { class: 'chat' }, scroller, foot), this.history.element, this.announcer.element);
    root.addEventListener('keydown', (event) => this.onKey(event, host));
  }

  draw(state: ViewState): void {
    const before = this.state;
    this.state = state;
    if (before && state.chat !== before.chat && this.history.open) this.history.close();
    const turn = runningTurn(state);
    this.busy = turn !== undefined;
    this.asks = turn?.items.some((item) => item.kind === 'tool' && item.state === 'asking') ?? false;
    this.banner.update(state.server);
    this.welcome.update(state);
    this.transcript.update(state);
    if (state.queued !== before?.queued) this.drawQueued(state.queued);
    this.composer.update(state, this.busy, this.asks);
    if (before && before.queued.length > 0 && !this.busy && state.chat === before.chat)
      this.composer.restore({ text: before.queued.join('\n'), attachments: [] }); // messages that did not reach the model
    this.usage.update(state);
    this.announcer.update(state);
  }

  focus(): void {
    if (this.history.open) this.history.focus();
    else this.composer.focus();
  }

  /** Replaces the text of the input. */
  compose(text: string): void {
    this.composer.setText(text);
    this.composer.focus();
  }

  /** Restores the draft of the user. */
  restore(draft: Draft): void {
    this.composer.restore(draft);
  }

  attach(attachments: readonly Attached[]): void {
    this.composer.attach(attachments);
  }

  showHistory(): void {
    this.history.show(this.state?.conversation?.id);
  }

  historyChanged(): void {
    this.history.refresh();
    this.welcome.refresh();
  }

  private onKey(event: KeyboardEvent, { send }: Host): void {
    if (event.key === 'Escape' && this.busy && !this.asks) send({ kind: 'stop' }); // not by accident while the user decides
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || this.history.open) return;
    this.transcript.allow();
  }

  private drawQueued(queued: readonly string[]): void {
    this.queued.hidden = queued.length === 0;
    this.queued.replaceChildren(
      ...queued.map((text) =>
        h('li', { attrs: { title: t('The model gets this message at its next step.') } }, icon('clockface'), h('span', {}, text)),
      ),
    );
  }
}
