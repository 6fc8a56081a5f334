import { t } from '@vscode/l10n';
import type { Attached, Draft } from '../../shared/attachment';
import type { Host } from '../host';
import { h, iconButton } from '../dom';
import type { ViewState } from '../../shared/state/types';
import { drawChips, isPicture, openChip, removeButton } from './chips';
import { Completion } from './completion';
import { DraftSaver } from './draft';
import { UnknownMentions } from './mentions';
import { Recall } from './recall';
import { droppedUris, readFiles } from './dropped';
import { Toolbar } from './toolbar';

/** The input: Enter sends, Shift+Enter starts a new line, Escape stops the answer. */
export class Composer {
  readonly element: HTMLElement;
  private readonly input: HTMLTextAreaElement;
  private readonly chips = h('ul', { class: 'chips', attrs: { 'aria-label': t('Attachments') } });
  private readonly problem = h('div', { class: 'problem', attrs: { role: 'alert' } });
  private readonly draft: DraftSaver;
  private readonly completion: Completion;
  private readonly toolbar: Toolbar;
  private readonly sendButton: HTMLButtonElement;
  private readonly stopButton: HTMLButtonElement;
  private attachments: readonly Attached[] = [];
  /** The attachments that are drawn as chips. */
  private drawnChips: readonly Attached[] | undefined;
  private busy = false;
  private chat = 0;
  private readonly recall: Recall;
  private readonly mentions: UnknownMentions;
  private seesImages = true;

  constructor(private readonly host: Host) {
    this.draft = new DraftSaver(host.send);
    this.input = h('textarea', {
      class: 'input',
      attrs: { rows: '1', 'aria-label': t('Message') },
      on: {
        input: () => this.onInput(),
        keydown: (event) => this.onKey(event),
        paste: (event) => this.onPaste(event),
        blur: () => this.completion.close(),
      },
    });
    this.completion = new Completion(this.input, host.request, () => this.changed());
    this.toolbar = new Toolbar(host.send, () => this.mention());
    this.recall = new Recall(() => host.send({ kind: 'searchPrompts' }));
    this.sendButton = iconButton('send', t('Send (Enter)'), () => this.submit());
    this.stopButton = iconButton('debug-stop', t('Stop (Escape)'), () => host.send({ kind: 'stop' }));
    this.stopButton.classList.add('stop');
    this.stopButton.hidden = true;
    const row = h(
      'div',
      { class: 'composer-row' },
      this.toolbar.element,
      h('div', { class: 'composer-buttons' }, this.sendButton, this.stopButton),
    );
    this.mentions = new UnknownMentions(this.input, host.request);
    const box = h('div', { class: 'input-box' }, this.mentions.backdrop, this.input);
    const notes = [this.mentions.note, this.problem];
    this.element = h('div', { class: 'composer' }, this.completion.element, this.chips, box, row, ...notes);
    this.acceptDrops();
    this.setText('');
  }

  /** `busy` while a turn runs, `asks` while it waits for the user's consent: then Escape does not stop it. */
  update(state: ViewState, busy: boolean, asks: boolean): void {
    setLabel(this.stopButton, asks ? t('Stop') : t('Stop (Escape)'));
    this.toolbar.update(state);
    this.chat = state.chat;
    this.recall.ask(state.turns.at(-1)?.question ?? '');
    this.element.hidden = state.conversation?.elsewhere === true;
    const model = state.models.find(({ id }) => id === state.model);
    this.seesImages = !model || model.images === true;
    this.setBusy(busy);
    this.checkImages();
  }

  /** Saves what is written in the chat with that number, and empties the input for another chat. */
  leave(chat: number): void {
    this.chat = chat;
    this.draft.flush();
    this.draft.markSaved({ text: '', attachments: [] });
    this.completion.close();
    this.attachments = [];
    this.input.value = '';
    this.drawChips();
    this.mentions.update();
    this.grow();
  }

  /** Sets the messages sent so far, oldest first. */
  setPrompts(prompts: readonly string[]): void {
    this.recall.prompts = prompts;
  }

  setText(text: string): void {
    this.input.value = text;
    this.changed();
  }

  /** Restores a draft if the input is empty. */
  restore(draft: Draft): void {
    this.draft.markSaved(draft);
    if (this.input.value !== '' || this.attachments.length > 0) return;
    this.attachments = draft.attachments;
    this.setText(draft.text);
  }

  /** Adds text to what is written: a mention behind it, a message below it. */
  insert(text: string): void {
    const before = this.input.value.trimEnd();
    const separator = text.startsWith('@') ? ' ' : '\n';
    this.setText(before === '' ? text : before + separator + text);
  }

  attach(attachments: readonly Attached[]): void {
    const known = new Set(this.attachments.map((one) => JSON.stringify(one.attachment)));
    this.attachments = [...this.attachments, ...attachments.filter((one) => !known.has(JSON.stringify(one.attachment)))];
    this.changed();
  }

  /** Focuses the input. */
  focus(): void {
    this.grow();
    this.input.focus();
  }

  /** While a turn runs, messages are added to that turn. */
  private setBusy(busy: boolean): void {
    this.input.placeholder = busy ? t('Add a message to the running turn') : t('Ask, @ for files, / for commands');
    if (busy === this.busy) return;
    const stopHadFocus = document.activeElement === this.stopButton;
    this.busy = busy;
    this.stopButton.hidden = !busy;
    this.enableSend();
    if (stopHadFocus) this.input.focus();
  }

  private submit(): void {
    const text = this.input.value.trim();
    const { attachments } = this;
    if (text === '') return;
    this.completion.close();
    if (this.busy) this.host.send({ kind: 'steer', text });
    else this.host.send({ kind: 'send', text, ...(attachments.length > 0 && { attachments: [...attachments] }) });
    if (!this.busy) this.attachments = [];
    this.setText('');
    this.focus();
  }

  private onInput(): void {
    this.changed();
    void this.completion.update();
  }

  private changed(): void {
    this.grow();
    this.mentions.update();
    this.draft.save(this.chat, { text: this.input.value, attachments: this.attachments });
    this.drawChips();
    this.enableSend();
    this.checkImages();
  }

  private drawChips(): void {
    if (this.drawnChips === this.attachments) return; // don't decode pictures again at each key
    this.drawnChips = this.attachments;
    this.chips.hidden = this.attachments.length === 0;
    this.chips.replaceChildren(
      ...drawChips(this.attachments, (gone) => {
        this.attachments = this.attachments.filter((one) => one !== gone);
        this.changed();
        this.focus();
      }, (attached) => openChip(attached, this.host.send)),
    );
  }

  private checkImages(): void {
    const images = this.attachments.some(({ attachment }) => isPicture(attachment));
    const unsupported = images && !this.seesImages;
    if (unsupported) this.showProblem(t("This model can't see pictures; they are left out."));
    else if (this.problem.dataset.kind === 'unsupported') this.showProblem('');
    if (unsupported) this.problem.dataset.kind = 'unsupported';
    else delete this.problem.dataset.kind;
  }

  private showProblem(problem: string): void {
    if (this.problem.dataset.text === problem) return;
    this.problem.dataset.text = problem;
    this.problem.replaceChildren(...(problem ? [h('span', {}, problem), removeButton(t('this message'), () => this.showProblem(''))] : []));
  }

  /** Fits the height of the input to its text, up to the limit of the style sheet. */
  private grow(): void {
    this.input.style.height = 'auto';
    const { scrollHeight } = this.input;
    if (scrollHeight > 0) this.input.style.height = `${scrollHeight}px`; // 0 if it is not on the page
  }

  private enableSend(): void {
    const empty = this.input.value.trim() === '';
    this.sendButton.hidden = this.busy && empty;
    this.sendButton.disabled = empty;
  }

  private onKey(event: KeyboardEvent): void {
    if (this.completion.press(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const recalled = this.recall.press(event, this.input.value);
    if (recalled !== undefined) {
      event.preventDefault();
      this.setText(recalled);
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && this.input.value.trim() === '') return; // answers a consent question
    event.preventDefault();
    this.submit();
  }

  /** Inserts an @ at the cursor, separated by a space. */
  private mention(): void {
    this.input.focus();
    const before = this.input.value.slice(0, this.input.selectionStart);
    const text = before === '' || /\s$/.test(before) ? '@' : ' @';
    this.input.setRangeText(text, this.input.selectionStart, this.input.selectionEnd, 'end');
    this.onInput();
  }

  private onPaste(event: ClipboardEvent): void {
    const files = event.clipboardData?.files;
    if (!files?.length || event.clipboardData?.getData('text/plain')) return;
    event.preventDefault();
    void this.attachFiles(files);
  }

  private acceptDrops(): void {
    const over = (event: DragEvent, on: boolean): void => {
      event.preventDefault();
      this.element.classList.toggle('dropping', on);
    };
    this.element.addEventListener('dragover', (event) => over(event, true));
    this.element.addEventListener('dragleave', (event) => over(event, false));
    this.element.addEventListener('drop', (event) => {
      over(event, false);
      if (!event.dataTransfer) return;
      const uris = droppedUris(event.dataTransfer);
      if (uris.length > 0) this.attach(uris);
      else void this.attachFiles(event.dataTransfer.files);
      this.focus();
    });
  }

  private async attachFiles(files: FileList): Promise<void> {
    const { attachments, problems } = await readFiles(files);
    this.attach(attachments);
    if (problems.length > 0) this.showProblem(problems.join(' '));
  }
}

function setLabel(button: HTMLButtonElement, label: string): void {
  button.title = label;
  button.setAttribute('aria-label', label);
}
