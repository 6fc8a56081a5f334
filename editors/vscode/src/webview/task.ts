import { t } from '@vscode/l10n';
import { h, icon } from './dom';

const box = /^\[([ xX])\] /;

/** Draws "[ ] " or "[x] " at the start of a list item as a checkbox icon. */
export function drawTask(item: HTMLElement): void {
  const text = item.querySelector(':scope > p')?.firstChild ?? item.firstChild; // a loose list has paragraphs
  const found = text instanceof Text ? box.exec(text.data) : undefined;
  if (!found) return;
  (text as Text).deleteData(0, found[0].length);
  item.classList.add('task');
  item.prepend(found[1] === ' ' ? mark('circle-large-outline', t('to do')) : mark('pass', t('done')));
}

function mark(name: string, label: string): HTMLElement {
  return h('span', { class: 'task-mark', attrs: { role: 'img', 'aria-label': label } }, icon(name));
}
