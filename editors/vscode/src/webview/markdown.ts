// Renders a model's Markdown as safe DOM: no HTML, no images, and no links but web and mail addresses, which show their
// target.
import { t } from '@vscode/l10n';
import DOMPurify from 'dompurify';
import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';
import { prose, text as exact } from '../shared/visible';
import type { Send } from './host';
import { CodeBlock } from './code/codeBlock';
import { parseInfo, type CodeInfo } from './code/codeInfo';
import { h } from './dom';
import { drawFootnotes, footnotes } from './footnotes';
import { Links } from './links';
import { drawMath, math, mathTags } from './math/markdown';
import { drawTask } from './task';

const allowedTags = [
  'p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a',
  'table', 'thead', 'tbody', 'tr', 'th', 'td', 'sup', 'section', ...mathTags,
];

export class Markdown {
  private readonly md: MarkdownIt;

  constructor(private readonly send: Send, readonly links = new Links(send)) {
    this.md = new createMarkdown({ html: false, linkify: true, typographer: false }).disable('image').use(footnotes).use(math);
    this.md.linkify.set({ fuzzyLink: false, fuzzyEmail: false }); // README.md is not a web address
  }

  /** Returns the offsets of the top-level blocks. */
  blockStarts(text: string): number[] {
    const lines = lineStarts(text);
    const starts = this.md.parse(text, {}).filter((token) => token.level === 0 && token.nesting >= 0 && token.map);
    return starts.map((token) => lines[token.map?.[0] ?? 0] ?? 0);
  }

  /** Renders the text; without a sanitizer it is shown as plain text. */
  render(source: string): DocumentFragment {
    const text = prose(source);
    if (!DOMPurify.isSupported) return escapeLine(text);
    const env = {};
    const tokens = this.md.parse(text, env);
    const fragment = DOMPurify.sanitize(this.md.renderer.render(tokens, this.md.options, env), {
      ALLOWED_TAGS: allowedTags,
      ALLOWED_ATTR: ['href', 'start'],
      ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    });
    const lines = text.split('\n');
    const blocks = tokens.filter((token) => token.type === 'fence' || token.type === 'code_block');
    const infos = blocks.map(({ info, map }) => parseInfo(info, lines.slice(0, map?.[0] ?? 0).join('\n')));
    fragment.querySelectorAll('pre').forEach((pre, i) => this.drawCode(pre, infos[i] ?? { language: '' }));
    this.link(fragment, tokens);
    fragment.querySelectorAll('li').forEach(drawTask);
    alignCells(fragment, tokens);
    drawFootnotes(fragment);
    drawMath(fragment);
    decorate(fragment);
    return fragment;
  }

  /** Makes links of code and of relative links that name files or symbols. */
  private link(fragment: DocumentFragment, tokens: readonly Token[]): void {
    const targets = inlineTokens(tokens).filter(({ type }) => type === 'link_open').map((token) => String(token.attrGet('href') ?? ''));
    const anchors = [...fragment.querySelectorAll('a')];
    const relative = anchors.flatMap((link, i) => (link.hasAttribute('href') ? [] : [[link, targets[i] ?? ''] as const]));
    for (const [link, target] of relative) {
      const text = h('span');
      text.append(...link.childNodes);
      link.replaceWith(text);
      this.links.offer(text, decoded(target));
    }
    const codes = [...fragment.querySelectorAll('code')].filter((code) => !code.closest('a, .code, button'));
    for (const code of codes) this.links.offer(code, code.textContent ?? '');
  }

  private drawCode(pre: HTMLElement, info: CodeInfo): void {
    const block = new CodeBlock(info, this.send);
    for (const line of (pre.textContent ?? '').replace(/\n$/, '').split('\n')) block.addLine(line);
    pre.replaceWith(block.element);
  }
}

/** Returns the tokens in texts, in order. */
function inlineTokens(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => token.children ?? []);
}

/** Decodes the target of a link; one that is not encoded well stays as it is. */
function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Aligns the cells of tables as their head says. */
function alignCells(fragment: DocumentFragment, tokens: readonly Token[]): void {
  const cells = tokens.filter(({ type }) => type === 'th_open' || type === 'td_open');
  fragment.querySelectorAll<HTMLElement>('th, td').forEach((cell, i) => {
    const align = /^text-align:(left|center|right)$/.exec(String(cells[i]?.attrGet('style') ?? ''))?.[1];
    if (align) cell.classList.add(`align-${align}`);
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function escapeLine(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(text);
  return fragment;
}

/** Adds the targets of links, and makes tables scroll by themselves, also by keyboard. */
function decorate(fragment: DocumentFragment): void {
  fragment.querySelectorAll('a').forEach(showTarget);
  for (const table of fragment.querySelectorAll('table')) {
    const scroller = h('div', { class: 'table-scroller', attrs: { tabindex: '0', role: 'group', 'aria-label': t('Table') } });
    table.replaceWith(scroller);
    scroller.append(table);
  }
}

/** Shows the target's host, in ASCII form, if the text of a link is not its target: "аpple.com" can't pass for apple.com. */
function showTarget(link: HTMLAnchorElement): void {
  const target = link.getAttribute('href');
  if (!target) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.title = exact(target);
  const address = addressOf(target);
  if (!address || link.textContent === target || target === `${link.textContent}/`) return;
  link.after(h('span', { class: 'link-target' }, ` (${address})`));
}

/** Returns the host of a web address or the address of a mail; undefined if the URL is invalid. */
function addressOf(target: string): string | undefined {
  try {
    const url = new URL(target);
    return url.protocol === 'mailto:' ? decodeURIComponent(url.pathname) : url.host;
  } catch {
    return undefined;
  }
}
