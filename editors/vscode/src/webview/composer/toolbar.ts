import { line } from '../../shared/visible';
import { t } from '@vscode/l10n';
import type { Mode } from '../../shared/protocol';
import type { Send } from '../host';
import { h, icon, iconButton, type Child } from '../dom';
import type { ViewState } from '../../shared/state/types';

const modeIcons: Record<Mode, string> = { agent: 'tools', ask: 'comment', plan: 'checklist' };

export function modeName(mode: Mode): string {
  return { agent: t('Agent'), ask: t('Ask'), plan: t('Plan') }[mode];
}

/** The bar below the input: attachments, mode and model. */
export class Toolbar {
  readonly element: HTMLElement;
  private readonly mode: HTMLButtonElement;
  private readonly model: HTMLButtonElement;

  constructor(send: Send, mention: () => void) {
    this.mode = picker('mode', () => send({ kind: 'pickMode' }));
    this.model = picker('model', () => send({ kind: 'pickModel' }));
    this.element = h(
      'div',
      { class: 'toolbar' },
      iconButton('attach', t('Attach Files (or drop them on the input, with Shift held)'), () => send({ kind: 'pickFiles' })),
      iconButton('mention', t('Mention a File, a Symbol, or the Problems (@)'), mention),
      this.mode,
      this.model,
    );
  }

  update(state: ViewState): void {
    const { mode, model, server } = state;
    draw(this.mode, modeIcons[mode], modeName(mode), t('Mode: {0}', modeName(mode)));
    const name = server.kind === 'starting' ? t('Starting…') : (model ?? t('No model'));
    draw(this.model, undefined, name, t('Model: {0}', name));
  }
}

/** Returns the model's name with its provider in an element of its own, which a narrow view hides. */
function withProvider(name: string): Child[] {
  const at = name.indexOf('/') + 1;
  return at === 0 ? [name] : [h('span', { class: 'provider' }, name.slice(0, at)), name.slice(at)];
}

function picker(name: string, onClick: () => void): HTMLButtonElement {
  return h('button', { class: `picker ${name}`, attrs: { type: 'button', 'aria-haspopup': 'dialog' }, on: { click: onClick } });
}

function draw(button: HTMLButtonElement, iconName: string | undefined, text: string, label: string): void {
  if (button.title === label) return;
  button.title = line(label);
  button.setAttribute('aria-label', line(label));
  button.replaceChildren(
    ...(iconName ? [icon(iconName)] : []),
    h('span', { class: 'picker-text' }, ...withProvider(text)),
    icon('chevron-down'),
  );
}
