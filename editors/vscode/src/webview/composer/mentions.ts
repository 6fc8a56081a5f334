import { t } from '@vscode/l10n';
import { prose } from '../../shared/visible';
import { h, icon } from '../dom';
import type { Request } from '../host';

/** A name is checked when the user pauses or goes on with another word. */
const checkAfterMs = 400;
/** For so long a name that was not found is not looked for again. */
const unknownMs = 5000;

/** Matches mentions, as the server does. */
const mention = /(^|[\s(])(@(?:"([^"\n]+)"|([^\s@"]+)))/g;
/** What is no part of the name at the end of a word. */
const afterName = /[.,;:!?)'"]+$/;
const keywords = new Set(['diagnostics', 'selection', 'diff']);

/** A mention in a text: its offsets, and its name without the lines of a file. */
export interface Mention { start: number; end: number; name: string }

/** Returns the mentions of a text that name something to be looked up. */
export function mentionsOf(text: string): Mention[] {
  return [...text.matchAll(mention)].flatMap(({ index, 1: before = '', 2: whole = '', 3: quoted, 4: word = '' }) => {
    const name = quoted ?? word.replace(afterName, '');
    const start = index + before.length;
    const end = start + (quoted === undefined ? name.length + 1 : whole.length);
    return name === '' || keywords.has(name) ? [] : [{ start, end, name: name.replace(/(?::|#L)\d+(?:-L?\d+)?$/, '') }];
  });
}

/** Underlines the names after an @ that name nothing, behind the text of the input, and says so below it. */
export class UnknownMentions {
  /** Lies behind the input, with the same text. */
  readonly backdrop = h('div', { class: 'backdrop', attrs: { 'aria-hidden': 'true' } });
  readonly note = h('div', { class: 'unknown-note', attrs: { role: 'status' } });
  private readonly known = new Map<string, { exists: boolean; until: number }>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private checks = 0;

  constructor(private readonly input: HTMLTextAreaElement, private readonly request: Request) {
    input.addEventListener('scroll', () => this.scroll(), { passive: true });
    input.addEventListener('blur', () => void this.check());
    this.note.hidden = true;
  }

  /** Draws what is known of the text, and looks up the rest soon. */
  update(): void {
    clearTimeout(this.timer);
    this.draw();
    this.timer = setTimeout(() => void this.check(), checkAfterMs);
  }

  private async check(): Promise<void> {
    clearTimeout(this.timer);
    const checks = ++this.checks;
    const names = new Set(mentionsOf(this.input.value).map(({ name }) => name).filter((name) => !this.isFresh(name)));
    if (names.size === 0) return;
    await Promise.all([...names].map((name) => this.look(name)));
    if (checks === this.checks) this.draw();
  }

  private isFresh(name: string): boolean {
    return (this.known.get(name)?.until ?? 0) > Date.now();
  }

  /** Looks a name up; if the server does not answer, the name counts as known. */
  private async look(name: string): Promise<void> {
    let exists = true;
    try {
      const text = /\s/.test(name) ? `@"${name}` : `@${name}`;
      const { items } = await this.request('ptk/complete', { text, offset: text.length });
      const inserts = items.map(({ insertText }) => insertText.trim().replace(/^@"?|\/?"?$/g, ''));
      const wanted = name.replace(/^\.\//, '').replace(/\/$/, '');
      exists = inserts.some((insert) => insert === wanted || insert.endsWith(`/${wanted}`));
    } catch {
      // the chat shows that the server is not running
    }
    this.known.set(name, { exists, until: exists ? Number.POSITIVE_INFINITY : Date.now() + unknownMs });
  }

  private draw(): void {
    const { value, selectionStart } = this.input;
    const isTyped = ({ start, end }: Mention) => start < selectionStart && selectionStart <= end && document.activeElement === this.input;
    const unknown = mentionsOf(value).filter((one) => this.known.get(one.name)?.exists === false && !isTyped(one));
    this.note.hidden = unknown.length === 0;
    const names = [...new Set(unknown.map(({ name }) => `@${name}`))].join(', ');
    const text = t('There is no {0} in this workspace: it is sent as plain text.', names);
    if (this.note.title !== prose(text)) this.note.replaceChildren(icon('warning'), h('span', {}, prose(text)));
    this.note.title = prose(text);
    this.backdrop.replaceChildren(...marked(value, unknown));
    this.scroll();
  }

  private scroll(): void {
    this.backdrop.scrollTop = this.input.scrollTop;
  }
}

/** Returns the text with the mentions underlined. */
function marked(text: string, unknown: readonly Mention[]): Node[] {
  if (unknown.length === 0) return [];
  const nodes: Node[] = [];
  let from = 0;
  for (const { start, end } of unknown) {
    nodes.push(document.createTextNode(text.slice(from, start)), h('span', { class: 'unknown' }, text.slice(start, end)));
    from = end;
  }
  return [...nodes, document.createTextNode(text.slice(from))];
}
