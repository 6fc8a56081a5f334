import { t } from '@vscode/l10n';
import type { PlanEntry } from '../shared/protocol';
import type { Send } from './host';
import { button, h, icon } from './dom';

const icons: Record<PlanEntry['status'], string> = { pending: 'circle-large-outline', in_progress: 'arrow-right', completed: 'check' };

function statusText(status: PlanEntry['status']): string {
  return { pending: t('to do'), in_progress: t('in progress'), completed: t('done') }[status];
}

/** Draws the steps of a plan with their status. */
export function drawPlan(entries: readonly PlanEntry[]): HTMLElement {
  const done = entries.filter((entry) => entry.status === 'completed').length;
  return h(
    'div',
    { class: 'plan' },
    h(
      'div',
      { class: 'plan-head' },
      icon('checklist'),
      h('span', {}, t('Plan')),
      done > 0 && h('span', { class: 'plan-count' }, t('{0} of {1} done', done, entries.length)),
    ),
    h('ul', { class: 'plan-steps', attrs: { 'aria-label': t('Plan') } }, ...entries.map(drawStep)),
  );
}

function drawStep(entry: PlanEntry): HTMLElement {
  return h(
    'li',
    { class: entry.status },
    icon(icons[entry.status]),
    h('span', {}, ...withCode(entry.content)),
    h('span', { class: 'sr-only' }, `(${statusText(entry.status)})`),
  );
}

/** Returns the text with its code spans as elements. */
function withCode(text: string): (Node | string)[] {
  return text.split(/`([^`]+)`/).map((piece, i) => (i % 2 === 1 ? h('code', {}, piece) : piece));
}

/** Draws the buttons that carry out or edit a plan. */
export function planActions(entries: readonly PlanEntry[], send: Send): HTMLElement {
  const root = h('div', { class: 'plan-actions' });
  const offer = (): void =>
    root.replaceChildren(
      h(
        'div',
        { class: 'button-row' },
        button(t('Carry Out'), () => send({ kind: 'carryOut', plan: entries.map(asPending) }), { class: 'button primary', icon: 'play' }),
        button(t('Edit Plan'), edit, { class: 'button secondary', icon: 'edit' }),
      ),
    );
  const edit = (): void => {
    const editor = drawEditor(entries, send, () => {
      offer();
      root.querySelector<HTMLElement>('.secondary')?.focus();
    });
    root.replaceChildren(editor);
    editor.querySelector('textarea')?.focus();
  };
  offer();
  return root;
}

/** Draws an editor with one step per line. Unchanged steps keep their priority. */
function drawEditor(entries: readonly PlanEntry[], send: Send, cancel: () => void): HTMLElement {
  const input = h('textarea', {
    class: 'input edit-input',
    attrs: { 'aria-label': t('Steps of the plan, one per line'), rows: String(Math.min(entries.length + 1, 12)) },
  });
  input.value = entries.map((entry) => entry.content.replace(/\s*\n\s*/g, ' ')).join('\n');
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    cancel();
  });
  const carryOut = (): void => {
    const plan = readPlan(input.value, entries);
    if (plan.length > 0) send({ kind: 'carryOut', plan });
  };
  return h(
    'div',
    { class: 'edit-box' },
    input,
    h('p', { class: 'edit-note' }, t('One step per line.')),
    h(
      'div',
      { class: 'button-row' },
      button(t('Carry Out'), carryOut, { class: 'button primary', icon: 'play' }),
      button(t('Cancel'), cancel, { class: 'button secondary' }),
    ),
  );
}

export function readPlan(text: string, before: readonly PlanEntry[]): PlanEntry[] {
  const steps = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return steps.map((content) =>
    asPending(before.find((entry) => entry.content === content) ?? { content, priority: 'medium', status: 'pending' }),
  );
}

function asPending(entry: PlanEntry): PlanEntry {
  return { ...entry, status: 'pending' };
}
