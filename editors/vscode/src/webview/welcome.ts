import { t } from '@vscode/l10n';
import type { ConversationInfo } from '../shared/protocol';
import type { Host } from './host';
import { button, h, icon } from './dom';
import { ago } from './format';
import type { ViewState } from '../shared/state/types';

const recent = 3;

function examples(): string[] {
  return [
    t('What does this project do?'),
    t('Which problems are there in the open files?'),
    t('Where is the entry point of this program?'),
  ];
}

/** The content of an empty chat: introduction, examples, recent conversations, and a hint if no model is set up. */
export class Welcome {
  readonly element: HTMLElement;
  private readonly setup: HTMLElement;
  private readonly past = h('div', { class: 'past' });
  private loaded = false;

  constructor(
    private readonly host: Host,
    use: (text: string) => void,
    private readonly showHistory: () => void,
  ) {
    this.setup = h(
      'div',
      { class: 'setup' },
      icon('info'),
      h(
        'div',
        {},
        h(
          'p',
          {},
          t(
            'No language model is set up: PTK can only search your files. Set an API key, start Ollama, or add a provider in the settings.',
          ),
        ),
        h(
          'div',
          { class: 'button-row' },
          button(t('Set API Key…'), () => host.send({ kind: 'setApiKey' }), { class: 'button primary' }),
          button(t('Choose a Model'), () => host.send({ kind: 'pickModel' }), { class: 'button secondary' }),
          button(t('Open Settings'), () => host.send({ kind: 'openSettings' }), { class: 'button secondary' }),
        ),
      ),
    );
    this.element = h(
      'div',
      { class: 'welcome' },
      h('h2', {}, t('Ask about this project')),
      h('p', {}, t('Answers use your files as you see them, with unsaved changes. Nothing is changed without your consent.')),
      this.setup,
      h('div', { class: 'examples' }, ...examples().map((text) => button(text, () => use(text), { class: 'example' }))),
      this.past,
      h(
        'p',
        { class: 'keys' },
        h('kbd', {}, 'Enter'),
        ` ${t('sends')} · `,
        h('kbd', {}, 'Shift+Enter'),
        ` ${t('new line')} · `,
        h('kbd', {}, 'Esc'),
        ` ${t('stops')} · `,
        h('kbd', {}, '@'),
        ` ${t('files, symbols, problems')} · `,
        h('kbd', {}, '/'),
        ` ${t('commands')}`,
      ),
    );
  }

  update(state: ViewState): void {
    const visible = state.turns.length === 0;
    this.element.hidden = !visible;
    this.setup.hidden = !state.model?.startsWith('offline/');
    if (!visible) this.loaded = false;
    else if (state.server.kind === 'running' && !this.loaded) void this.loadPast();
  }

  /** Reloads the recent conversations if they are shown. */
  refresh(): void {
    if (!this.element.hidden && this.loaded) void this.loadPast();
  }

  private async loadPast(): Promise<void> {
    this.loaded = true;
    try {
      const { conversations, nextCursor } = await this.host.request('ptk/conversations', { limit: recent });
      this.past.replaceChildren(...this.drawPast(conversations, nextCursor !== undefined));
    } catch {
      this.past.replaceChildren(); // the history panel shows the error
    }
  }

  private drawPast(conversations: readonly ConversationInfo[], more: boolean): HTMLElement[] {
    if (conversations.length === 0) return [];
    const open = (info: ConversationInfo) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            class: 'past-open',
            attrs: { type: 'button' },
            on: { click: () => this.host.send({ kind: 'openConversation', conversationId: info.conversationId }) },
          },
          h('span', { class: 'entry-title' }, info.title),
          h('span', { class: 'entry-facts' }, ago(info.updatedAt)),
        ),
      );
    return [
      h('h3', {}, t('Recent conversations')),
      h('ul', {}, ...conversations.map(open)),
      ...(more ? [button(t('Show All'), () => this.showHistory(), { class: 'link-button' })] : []),
    ];
  }
}
