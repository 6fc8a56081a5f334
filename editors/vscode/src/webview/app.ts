import type { Send } from './actions';
import { Announcer } from './announcer';
import { Banner } from './banner';
import { Composer, type Draft } from './composer';
import { h } from './dom';
import { usageLine } from './format';
import { runningTurn } from './state';
import { Transcript } from './transcript';
import type { ViewState } from './types';
import { Welcome } from './welcome';

/** The whole view: draws a state, and nothing else. */
export class App {
  private readonly announcer = new Announcer();
  private readonly banner: Banner;
  private readonly welcome: Welcome;
  private readonly transcript: Transcript;
  private readonly composer: Composer;
  private readonly model = h('span', { class: 'model' });
  private readonly usage = h('span', { class: 'usage', attrs: { title: 'Tokens of the last turn' } });
  private busy = false;

  constructor(root: HTMLElement, send: Send, draft: Draft) {
    const scroller = h('div', { class: 'scroller', attrs: { tabindex: '0', role: 'log', 'aria-label': 'Chat', 'aria-live': 'off' } });
    this.banner = new Banner(send);
    this.composer = new Composer(send, draft);
    this.welcome = new Welcome(send, (text) => {
      this.composer.put(text);
      this.composer.focus();
    });
    this.transcript = new Transcript(send, scroller);
    scroller.append(this.welcome.element, this.transcript.element);
    const status = h('div', { class: 'status' }, this.model, this.usage);
    const foot = h('footer', { class: 'foot' }, this.banner.element, this.composer.element, status);
    root.replaceChildren(scroller, foot, this.announcer.element);
    root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.busy) send({ kind: 'stop' });
    });
  }

  draw(state: ViewState): void {
    this.busy = runningTurn(state) !== undefined;
    this.banner.update(state.server);
    this.welcome.update(state.turns.length === 0, state.model);
    this.transcript.update(state);
    this.composer.setBusy(this.busy);
    this.model.textContent = state.server.kind === 'starting' ? 'Starting…' : state.model ?? '';
    this.model.title = state.model ? `Model: ${state.model}` : '';
    this.usage.textContent = state.usage ? usageLine(state.usage) : '';
    this.announcer.update(state);
  }

  focus(): void {
    this.composer.focus();
  }
}
