// A unified diff, read into lines and drawn.
import { h } from './dom';

export type DiffLineKind = 'added' | 'removed' | 'context' | 'hunk';
export interface DiffLine { kind: DiffLineKind; text: string }

const shownAtFirst = 200;

/** The lines of the hunks; the head with the file names is left out. */
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

export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  return {
    added: lines.filter((line) => line.kind === 'added').length,
    removed: lines.filter((line) => line.kind === 'removed').length,
  };
}

export function drawDiff(unified: string, name: string): HTMLElement {
  const lines = parseDiff(unified);
  if (lines.length === 0) return h('p', { class: 'no-change' }, 'The text of the file stays the same.');
  const body = h('div', { class: 'diff-lines' }, ...lines.slice(0, shownAtFirst).map(drawLine));
  const { added, removed } = countChanges(lines);
  const label = `Changes of ${name}: ${added} added, ${removed} removed`;
  const diff = h('div', { class: 'diff', attrs: { tabindex: '0', role: 'region', 'aria-label': label } }, body);
  if (lines.length > shownAtFirst) diff.append(moreButton(body, lines.slice(shownAtFirst)));
  return diff;
}

function moreButton(body: HTMLElement, rest: readonly DiffLine[]): HTMLElement {
  const more = h('button', { class: 'link-button', attrs: { type: 'button' } }, `Show ${rest.length} more lines`);
  more.addEventListener('click', () => {
    body.append(...rest.map(drawLine));
    more.remove();
  });
  return more;
}

function drawLine(line: DiffLine): HTMLElement {
  return h('div', { class: `diff-line ${line.kind}` }, line.text || ' ');
}
