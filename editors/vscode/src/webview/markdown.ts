// A model's Markdown as safe DOM. Nothing that it writes can run, load or pretend: no HTML, no images, no links but plain
// ones, and those show where they lead.
import DOMPurify from 'dompurify';
import createMarkdown, { type MarkdownIt } from 'markdown-it';

const allowedTags = [
  'p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a',
  'table', 'thead', 'tbody', 'tr', 'th', 'td',
];

export class Markdown {
  private readonly md: MarkdownIt;

  constructor() {
    this.md = new createMarkdown({ html: false, linkify: true, typographer: false }).disable('image');
    this.md.linkify.set({ fuzzyLink: false, fuzzyEmail: false }); // README.md is no address
  }

  /** Where the top-level blocks of a text start, as offsets into it. */
  blockStarts(text: string): number[] {
    const lines = lineStarts(text);
    const starts = this.md.parse(text, {}).filter((token) => token.level === 0 && token.nesting >= 0 && token.map);
    return starts.map((token) => lines[token.map?.[0] ?? 0] ?? 0);
  }

  /** Renders the text; shows it as it is where it can't be made safe. */
  render(text: string): DocumentFragment {
    if (!DOMPurify.isSupported) return plain(text);
    const fragment = DOMPurify.sanitize(this.md.render(text), {
      ALLOWED_TAGS: allowedTags,
      ALLOWED_ATTR: ['href', 'start'],
      ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    });
    finish(fragment);
    return fragment;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function plain(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(text);
  return fragment;
}

/** Links tell their target; wide things scroll by themselves, also by keyboard. */
function finish(fragment: DocumentFragment): void {
  for (const link of fragment.querySelectorAll('a')) {
    const target = link.getAttribute('href');
    if (target) link.title = target;
    else link.replaceWith(...link.childNodes);
  }
  for (const block of fragment.querySelectorAll('pre')) {
    block.tabIndex = 0;
    block.setAttribute('role', 'region');
    block.setAttribute('aria-label', 'Code');
  }
  for (const table of fragment.querySelectorAll('table')) {
    const scroller = document.createElement('div');
    scroller.className = 'table-scroller';
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'region');
    scroller.setAttribute('aria-label', 'Table');
    table.replaceWith(scroller);
    scroller.append(table);
  }
}
