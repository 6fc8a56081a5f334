// Creates elements. Text is never parsed as HTML, and invisible characters are marked.
import { prose, text } from '../shared/visible';

export type Child = Node | string | undefined | false;
type Handlers = Partial<{ [K in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[K]) => void }>;
export interface Options {
  class?: string;
  attrs?: Record<string, string>;
  on?: Handlers;
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, options: Options = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (options.class) element.className = options.class;
  for (const [name, value] of Object.entries(options.attrs ?? {})) element.setAttribute(name, text(value));
  for (const [name, handler] of Object.entries(options.on ?? {})) element.addEventListener(name, handler as EventListener);
  element.append(
    ...children.filter((child) => child !== undefined && child !== false).map((child) => (typeof child === 'string' ? text(child) : child)),
  );
  return element;
}

/** Creates a text node for text of people or models, which keeps the special characters of their languages. */
export function proseNode(source: string): Text {
  return document.createTextNode(prose(source));
}

/** Creates one of VS Code's icons, hidden from screen readers. */
export function icon(name: string): HTMLElement {
  return h('span', { class: `codicon codicon-${name}`, attrs: { 'aria-hidden': 'true' } });
}

/** Creates the icon that shows that an element can be expanded. */
export function foldIcon(): HTMLElement {
  const mark = icon('chevron-right');
  mark.classList.add('fold');
  return mark;
}

export function button(
  label: string,
  onClick: () => void,
  options: { class?: string; icon?: string; title?: string } = {},
): HTMLButtonElement {
  const attrs = { type: 'button', ...(options.title && { title: options.title }) };
  return h(
    'button',
    { class: options.class ?? 'button', attrs, on: { click: onClick } },
    options.icon ? icon(options.icon) : undefined,
    label,
  );
}

export function iconButton(name: string, label: string, onClick: () => void): HTMLButtonElement {
  return h(
    'button',
    { class: 'icon-button', attrs: { type: 'button', title: label, 'aria-label': label }, on: { click: onClick } },
    icon(name),
  );
}
