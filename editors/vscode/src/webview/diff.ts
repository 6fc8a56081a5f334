// Parses and draws unified diffs.
import { t } from '@vscode/l10n';
import { h } from './dom';

export type DiffLineKind = 'added' | 'removed' | 'context' | 'hunk';
export interface DiffLine {
  kind: DiffLineKind;
  text: string;
}

const shownAtFirst = 200;
/** The lines of a consent question that are drawn one by one; the rest is one text, which is fast. */
const drawnByLine = 3000;

/** Returns the lines of the hunks, without the file header. */
export function parseDiff(unified: string): DiffLine[] {
  const lines = unified.replace(/\n$/, '').split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return first < 0 ? [] : lines.slice(first).map((line) => ({ kind: kindOf(line), text: line }));
}

function kindOf(line: string): DiffLineKind {
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return 'context';
}

/** Returns the path in the file header of the diff. */
export function pathOf(unified: string): string | undefined {
  return /^\+\+\+ b\/(.+)$/m.exec(unified.slice(0, Math.max(0, unified.indexOf('@@'))))?.[1];
}

export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  return {
    added: lines.filter((line) => line.kind === 'added').length,
    removed: lines.filter((line) => line.kind === 'removed').length,
  };
}

/** Called if the user includes or excludes a hunk, counted from 0. */
export type ChooseHunk = (hunk: number, take: boolean) => void;

/** Draws the diff; the rest of a long one can be shown by a button. */
export function drawDiff(unified: string, name: string): HTMLElement {
  const lines = parseDiff(unified);
  const [diff, body] = drawStart(lines, name, drawLine, shownAtFirst);
  if (lines.length > shownAtFirst) diff.append(moreButton(body, lines.slice(shownAtFirst), drawLine));
  return diff;
}

/** Draws the whole diff, for a consent question; with `choose`, the hunks have checkboxes, except those far down. */
export function drawWholeDiff(unified: string, name: string, choose?: ChooseHunk): HTMLElement {
  const lines = parseDiff(unified);
  const [diff, body] = drawStart(lines, name, lineDrawer(choose), drawnByLine);
  const rest = lines.slice(drawnByLine).map((line) => line.text);
  if (rest.length > 0) body.append(h('pre', { class: 'diff-rest' }, rest.join('\n')));
  return diff;
}

function drawStart(
  lines: readonly DiffLine[],
  name: string,
  draw: (line: DiffLine) => HTMLElement,
  most: number,
): [HTMLElement, HTMLElement] {
  const body = h('div', { class: 'diff-lines' }, ...lines.slice(0, most).map(draw));
  if (lines.length === 0) return [h('p', { class: 'no-change' }, t('The file does not change.')), body];
  const { added, removed } = countChanges(lines);
  const label = t('Changes of {0}: {1} added, {2} removed', name, added, removed);
  return [h('div', { class: 'diff', attrs: { tabindex: '0', role: 'group', 'aria-label': label } }, body), body];
}

function drawLine({ kind, text }: DiffLine): HTMLElement {
  return h('div', { class: `diff-line ${kind}` }, text || ' ');
}

function moreButton(body: HTMLElement, rest: readonly DiffLine[], draw: (line: DiffLine) => HTMLElement): HTMLElement {
  const more = h('button', { class: 'link-button', attrs: { type: 'button' } }, t('Show {0} more lines', rest.length));
  more.addEventListener('click', () => {
    body.append(...rest.map(draw));
    more.remove();
  });
  return more;
}

function lineDrawer(choose: ChooseHunk | undefined): (line: DiffLine) => HTMLElement {
  let hunks = 0;
  return (line) => (line.kind === 'hunk' && choose ? drawHunkHead(line.text, hunks++, choose) : drawLine(line));
}

function drawHunkHead(text: string, hunk: number, choose: ChooseHunk): HTMLElement {
  const box = h('input', { attrs: { type: 'checkbox', 'aria-label': t('Include change {0}', hunk + 1) } });
  box.checked = true;
  const head = h('div', { class: 'diff-line hunk' }, h('label', {}, box, text));
  box.addEventListener('change', () => {
    choose(hunk, box.checked);
    for (let line = head.nextElementSibling; line && !line.classList.contains('hunk'); line = line.nextElementSibling)
      line.classList.toggle('left-out', !box.checked);
  });
  return head;
}
