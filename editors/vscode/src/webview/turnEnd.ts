// The end of a turn: its result, the files that it changed, and the next actions.
import { t } from '@vscode/l10n';
import type { Send } from './host';
import { changesKey, drawChanges } from './changesCard';
import { button, h, icon, iconButton } from './dom';
import { elapsed } from './elapsed';
import { errorCard, pausedCard } from './failure';
import { duration, usageLine } from './format';
import { planActions } from './plan';
import type { PlanItem, Turn } from '../shared/state/types';

/** Returns a key of everything that the end shows; if it is the same, the end is not drawn again. */
export function endKey(turn: Turn): string {
  const asks = turn.items.some((item) => item.kind === 'tool' && item.state === 'asking');
  if (turn.status === 'running') return asks ? 'asking' : `running ${turn.iterations ?? 0} ${turn.since}`;
  return `${turn.status} ${turn.id} ${changesKey(turn)}`;
}

export function drawEnd(turn: Turn, isLast: boolean, send: Send): HTMLElement[] {
  if (turn.status === 'running') return [drawWorking(turn)];
  const parts = [
    turn.status === 'paused' ? pausedCard(turn.error, isLast, send) : undefined,
    turn.status === 'failed' ? errorCard(turn.error, isLast, send) : undefined,
    drawChanges(turn, send),
    drawPlanActions(turn, isLast, send),
    drawSummary(turn, isLast, send),
  ];
  return parts.filter((part) => part !== undefined);
}

function drawWorking(turn: Turn): HTMLElement {
  if (endKey(turn) === 'asking') return h('div', { class: 'working' }, icon('question'), h('span', {}, t('Waiting for your answer')));
  const step = turn.iterations ? t('Working… step {0}', turn.iterations + 1) : t('Working…');
  return h('div', { class: 'working' }, icon('loading'), h('span', {}, step), turn.since !== undefined && elapsed(turn.since));
}

/** Draws the actions of a plan that can be carried out. */
function drawPlanActions(turn: Turn, isLast: boolean, send: Send): HTMLElement | undefined {
  const shown = turn.items.findLast((item): item is PlanItem => item.kind === 'plan');
  const entries = turn.proposed ?? (turn.mode === 'plan' ? shown?.entries : undefined);
  return isLast && turn.status === 'done' && entries?.length ? planActions(entries, send) : undefined;
}

/** Draws the duration and steps of the turn, and the actions for its answer. */
function drawSummary(turn: Turn, isLast: boolean, send: Send): HTMLElement | undefined {
  const { id, durationMs, iterations, usage } = turn;
  const stopped = turn.status === 'stopped';
  if (durationMs === undefined && id === undefined && !stopped) return undefined;
  const facts = [
    durationMs === undefined ? '' : duration(durationMs),
    iterations && iterations > 1 ? t('{0} steps', iterations) : '',
  ].filter((fact) => fact !== '');
  const answer = turn.items
    .filter((item) => item.kind === 'text')
    .map((item) => item.text)
    .join('\n\n');
  return h(
    'div',
    { class: 'ended' },
    stopped && icon('debug-stop'),
    stopped && h('span', {}, t('Stopped.')),
    stopped && isLast && id !== undefined && button(t('Continue'), () => send({ kind: 'continueTurn' }), { class: 'link-button' }),
    stopped && isLast && !turn.continues && button(t('Ask Again'), () => send({ kind: 'retry' }), { class: 'link-button' }),
    h('span', { class: 'facts', attrs: usage ? { title: usageLine(usage) } : {} }, facts.join(' · ')),
    h(
      'span',
      { class: 'turn-actions' },
      answer !== '' && iconButton('copy', t('Copy the Answer'), () => send({ kind: 'copyText', text: answer })),
      id !== undefined && iconButton('repo-forked', t('Continue from Here in a Copy'), () => send({ kind: 'fork', turnId: id })),
    ),
  );
}
