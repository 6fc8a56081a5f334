import type { Send } from './actions';
import { h, iconButton } from './dom';

/** What the input needs to keep over a reload of the view. */
export interface Draft {
  load(): string;
  save(text: string): void;
}

/** Where the user writes: Enter sends, Shift+Enter breaks the line, Escape stops the answer. */
export class Composer {
  readonly element: HTMLElement;
  private readonly input: HTMLTextAreaElement;
  private readonly sendButton: HTMLButtonElement;
  private readonly stopButton: HTMLButtonElement;
  private busy = false;

  constructor(private readonly send: Send, private readonly draft: Draft) {
    this.input = h('textarea', {
      class: 'input',
      attrs: { rows: '1', placeholder: 'Ask about this project', 'aria-label': 'Message', title: 'Enter sends, Shift+Enter makes a new line, Escape stops the answer' },
      on: { input: () => this.changed(), keydown: (event) => this.pressed(event) },
    });
    this.sendButton = iconButton('send', 'Send (Enter)', () => this.submit());
    this.stopButton = iconButton('debug-stop', 'Stop (Escape)', () => this.stop());
    this.stopButton.classList.add('stop');
    this.element = h('div', { class: 'composer' }, this.input, h('div', { class: 'composer-buttons' }, this.stopButton, this.sendButton));
    this.stopButton.hidden = true;
    this.put(draft.load());
  }

  /** While an answer is written the input stays open for the next question, but does not send. */
  setBusy(busy: boolean): void {
    if (busy === this.busy) return;
    const hadFocus = document.activeElement === this.stopButton || document.activeElement === this.sendButton;
    this.busy = busy;
    this.stopButton.hidden = !busy;
    this.sendButton.hidden = busy;
    this.enableSend();
    if (hadFocus) this.input.focus();
  }

  put(text: string): void {
    this.input.value = text;
    this.changed();
  }

  /** Puts the cursor into the input. */
  focus(): void {
    this.grow();
    this.input.focus();
  }

  private stop(): void {
    this.send({ kind: 'stop' });
  }

  private submit(): void {
    const text = this.input.value.trim();
    if (this.busy || text === '') return;
    this.send({ kind: 'send', text });
    this.put('');
    this.focus();
  }

  private changed(): void {
    this.grow();
    this.draft.save(this.input.value);
    this.enableSend();
  }

  /** As high as its text, up to what the style sheet allows. */
  private grow(): void {
    this.input.style.height = 'auto';
    const { scrollHeight } = this.input;
    if (scrollHeight > 0) this.input.style.height = `${scrollHeight}px`; // 0 while it is not on the page
  }

  private enableSend(): void {
    this.sendButton.disabled = this.busy || this.input.value.trim() === '';
  }

  private pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.submit();
  }
}
