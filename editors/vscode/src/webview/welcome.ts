import type { Send } from './actions';
import { button, h, icon } from './dom';

const examples = ['What does this project do?', 'Which problems are there in the open files?', 'Where is the entry point of this program?'];

/** What an empty chat says: what it can do, how to begin, and what is missing. */
export class Welcome {
  readonly element: HTMLElement;
  private readonly setup: HTMLElement;

  constructor(send: Send, use: (text: string) => void) {
    this.setup = h(
      'div', { class: 'setup' }, icon('info'),
      h(
        'p', {}, 'No language model is set up: answers are searched in your files. Set a key in the environment, such as ',
        h('code', {}, 'OPENAI_API_KEY'), ', start Ollama, or name a provider in the settings. ',
        button('Open Settings', () => send({ kind: 'openSettings' }), { class: 'link-button' }),
      ),
    );
    this.element = h(
      'div', { class: 'welcome' },
      h('h2', {}, 'Ask about this project'),
      h('p', {}, 'The answer comes from your files as you see them, unsaved changes included. Nothing is changed before you have agreed to it.'),
      h('div', { class: 'examples' }, ...examples.map((text) => button(text, () => use(text), { class: 'example' }))),
      h('p', { class: 'keys' }, h('kbd', {}, 'Enter'), ' sends · ', h('kbd', {}, 'Shift+Enter'), ' new line · ', h('kbd', {}, 'Esc'), ' stops'),
      this.setup,
    );
  }

  update(visible: boolean, model: string | undefined): void {
    this.element.hidden = !visible;
    this.setup.hidden = !model?.startsWith('offline/');
  }
}
