import { t } from '@vscode/l10n';
import type { Attached } from '../shared/attachment';
import type { Host } from './host';
import { Announcer } from './announcer';
import { Banner } from './banner';
import { ChatStrip } from './chats/strip';
import { Elsewhere } from './chats/elsewhere';
import { Queue } from './chats/queue';
import { Composer } from './composer/composer';
import type { Draft } from '../shared/attachment';
import { h } from './dom';
import { HistoryPanel } from './history/panel';
import type { ChatEntry } from '../shared/messages';
import { ownTurn } from '../shared/state/reduce';
import { Links } from './links';
import { PendingBar } from './pendingBar';
import { Transcript } from './transcript';
import type { ViewState } from '../shared/state/types';
import { UsageMeter } from './usage';
import { Welcome } from './welcome';

/** The whole view: draws a state. */
export class App {
  private readonly announcer = new Announcer();
  private readonly banner: Banner;
  private readonly pending: PendingBar;
  private readonly welcome: Welcome;
  private readonly transcript: Transcript;
  private readonly composer: Composer;
  private readonly usage: UsageMeter;
  private readonly history: HistoryPanel;
  private readonly links: Links;
  private readonly queue: Queue;
  private readonly strip: ChatStrip;
  private readonly elsewhere: Elsewhere;
  private state: ViewState | undefined;
  private busy = false;
  private asks = false;

  constructor(root: HTMLElement, host: Host) {
    const scroller = h('div', { class: 'scroller', attrs: { tabindex: '0', role: 'log', 'aria-label': t('Chat'), 'aria-live': 'off' } });
    this.banner = new Banner(host.send);
    this.composer = new Composer(host);
    this.pending = new PendingBar(host.send);
    this.history = new HistoryPanel(host, () => this.focus());
    this.usage = new UsageMeter(host.request);
    this.queue = new Queue(host.send);
    this.strip = new ChatStrip(host.send);
    this.elsewhere = new Elsewhere(host.send);
    this.welcome = new Welcome(
      host,
      (text) => this.compose(text),
      () => this.showHistory(),
    );
    this.links = new Links(host.send);
    this.transcript = new Transcript(host.send, scroller, this.links);
    scroller.append(this.welcome.element, this.transcript.element);
    const input = [this.queue.element, this.elsewhere.element, this.composer.element, this.usage.element];
    const foot = h('footer', { class: 'foot' }, this.banner.element, this.pending.element, ...input);
    root.replaceChildren(h('main', { class: 'chat' }, this.strip.element, scroller, foot), this.history.element, this.announcer.element);
    root.addEventListener('keydown', (event) => this.onKey(event, host));
  }

  draw(state: ViewState): void {
    const before = this.state;
    this.state = state;
    if (before && state.chat !== before.chat && this.history.open) this.history.close();
    if (before && state.chat !== before.chat) this.composer.leave(before.chat);
    const turn = ownTurn(state);
    this.busy = turn !== undefined;
    this.asks = turn?.items.some((item) => item.kind === 'tool' && item.state === 'asking') ?? false;
    this.banner.update(state.server);
    this.pending.update(state.pending);
    this.welcome.update(state);
    this.transcript.update(state);
    this.queue.update(state.queued);
    this.strip.update(state.chat);
    this.elsewhere.update(state);
    this.composer.update(state, this.busy, this.asks);
    if (before && before.queued.length > 0 && !this.busy && state.chat === before.chat) {
      const unread = before.queued.map(({ text }) => text); // messages that did not reach the model
      this.composer.restore({ text: unread.join('\n'), attachments: [] });
    }
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

  /** Adds text to what the user is writing. */
  insert(text: string): void {
    this.composer.insert(text);
    this.composer.focus();
  }

  /** Restores the draft of the user. */
  restore(draft: Draft): void {
    this.composer.restore(draft);
  }

  attach(attachments: readonly Attached[]): void {
    this.composer.attach(attachments);
  }

  /** Shows the other chats of this window. */
  showChats(chats: readonly ChatEntry[]): void {
    this.strip.show(chats);
    this.history.mark(chats);
  }

  /** Takes the answer of the extension host: which of the paths exist. */
  pathsFound(asked: readonly string[], found: readonly string[]): void {
    this.links.found(asked, found);
  }

  /** Sets the messages sent so far, which the input can recall. */
  setPrompts(prompts: readonly string[]): void {
    this.composer.setPrompts(prompts);
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
}
