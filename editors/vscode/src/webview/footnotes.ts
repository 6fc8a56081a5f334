// Footnotes: a mark in the text, and the notes at its end.
import { t } from '@vscode/l10n';
import type { MarkdownIt } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { h } from './dom';

/** A plugin of markdown-it that renders footnotes without ids and links, which the sanitizer would remove. */
export function footnotes(md: MarkdownIt): void {
  footnote(md);
  const { rules } = md.renderer;
  rules['footnote_ref'] = (tokens, i) => `<sup>${Number(tokens[i]?.meta?.['id']) + 1}</sup>`;
  rules['footnote_block_open'] = () => '<section><ol>';
  rules['footnote_block_close'] = () => '</ol></section>';
  rules['footnote_open'] = () => '<li>';
  rules['footnote_close'] = () => '</li>';
  rules['footnote_anchor'] = () => '';
}

/** Makes buttons of the marks that show their notes. */
export function drawFootnotes(fragment: DocumentFragment): void {
  const notes = fragment.querySelector('section');
  notes?.classList.add('footnotes');
  notes?.setAttribute('aria-label', t('Footnotes'));
  for (const mark of fragment.querySelectorAll('sup')) {
    const note = notes?.querySelectorAll<HTMLElement>(':scope > ol > li')[Number(mark.textContent) - 1];
    if (note) mark.replaceWith(button(mark.textContent ?? '', note));
  }
}

function button(number: string, note: HTMLElement): HTMLElement {
  note.tabIndex = -1;
  const show = () => {
    note.scrollIntoView({ block: 'nearest' });
    note.focus();
  };
  const label = t('Footnote {0}', number);
  const attrs = { type: 'button', 'aria-label': label, title: note.textContent ?? '' };
  return h('button', { class: 'footnote-mark', attrs, on: { click: show } }, number);
}
