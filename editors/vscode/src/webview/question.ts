import { t } from '@vscode/l10n';
import type { Attached } from '../shared/attachment';
import type { Send } from './host';
import { button, h, iconButton, proseNode } from './dom';
import { drawChips, openChip } from './composer/chips';
import type { Links } from './links';
import { modeName } from './composer/toolbar';
import { PutBack } from './putBack';
import type { Turn } from '../shared/state/types';

/** The question of a turn. The user can edit it and ask again: the chat continues in a copy, and the history keeps the original. */
export class Question {
  readonly element = h('div', { class: 'asked' });
  private editing = false;
  private readonly putBack = new PutBack();

  constructor(
    private turn: Turn,
    private readonly number: number,
    private readonly send: Send,
    private readonly links: Links,
  ) {
    this.draw();
  }

  update(turn: Turn): void {
    this.turn = turn;
    if (this.editing) this.putBack.show(turn.rewind);
  }

  private draw(): void {
    this.editing = false;
    this.element.hidden = this.turn.continues === true;
    const { question, attachments, mode, plan } = this.turn;
    const text = question || (plan ? t('Carry out the plan.') : '');
    const edit = iconButton('edit', t('Edit and Ask Again'), () => this.edit());
    edit.classList.add('edit');
    this.element.replaceChildren(
      ...(plan ? [] : [edit]),
      h(
        'div', { class: 'question' }, text && h('div', { class: 'question-text' }, ...withMentions(text, this.links)),
        attachments?.length ? this.drawAttachments(attachments) : undefined,
        mode && mode !== 'agent' ? h('div', { class: 'question-mode' }, modeName(mode)) : undefined,
      ),
    );
  }

  private drawAttachments(attachments: readonly Attached[]): HTMLElement {
    const chips = drawChips(attachments, undefined, (one) => openChip(one, this.send));
    return h('ul', { class: 'chips', attrs: { 'aria-label': t('Attachments') } }, ...chips);
  }

  private edit(): void {
    if (this.editing) return;
    this.editing = true;
    this.putBack.show(undefined);
    if (this.turn.id !== undefined) this.send({ kind: 'planRewind', turn: this.number });
    const input = h('textarea', { class: 'input edit-input', attrs: { 'aria-label': t('Edit the question') } });
    input.value = this.turn.question;
    input.addEventListener('keydown', (event) => this.onKey(event, input));
    const buttons = h(
      'div', { class: 'button-row' },
      button(t('Ask Again'), () => this.submit(input.value), { class: 'button primary' }),
      button(t('Cancel'), () => this.cancel(), { class: 'button secondary' }),
    );
    const note = h('p', { class: 'edit-note' }, t('The chat continues from here. The messages below stay in the history.'));
    this.element.replaceChildren(h('div', { class: 'edit-box' }, input, this.putBack.element, note, buttons));
    input.style.height = `${Math.max(input.scrollHeight, 40)}px`;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }

  private onKey(event: KeyboardEvent, input: HTMLTextAreaElement): void {
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.submit(input.value);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      this.cancel();
    }
  }

  private submit(value: string): void {
    const text = value.trim();
    if (text === '') return;
    this.send({ kind: 'resend', turn: this.number, text, ...(this.putBack.wanted && { putBack: true }) });
    this.draw();
  }

  private cancel(): void {
    this.draw();
    this.element.querySelector<HTMLElement>('.edit')?.focus();
  }
}

/** Returns the text with its mentions as elements; those of files that exist become links. */
function withMentions(text: string, links: Links): (Node | string)[] {
  return text.split(/((?:^|(?<=\s))@[^\s@]+|^\s*\/[a-z][\w-]*(?=\s|$))/).filter((piece) => piece !== '')
    .map((piece) => (/^@|^\s*\/[a-z]/.test(piece) ? drawMention(piece, links) : proseNode(piece)));
}

function drawMention(piece: string, links: Links): HTMLElement {
  const element = h('span', { class: 'mention' }, proseNode(piece));
  const [, symbol] = /^@symbol:(.+)/.exec(piece) ?? [];
  if (symbol) links.offerSymbol(element, symbol);
  else if (piece.startsWith('@')) links.offer(element, piece.slice(1).replace(/[.,;:!?)'"]+$/, ''));
  return element;
}
