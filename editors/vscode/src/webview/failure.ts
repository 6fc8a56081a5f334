// The cards of turns that did not come to an answer: what is wrong, and the buttons that help.
import { t } from '@vscode/l10n';
import type { FailureKind } from '../shared/protocol';
import type { FromView } from '../shared/messages';
import type { Send } from './host';
import { button, h, icon } from './dom';
import type { TurnError } from '../shared/state/types';

/** What can help. The first remedy of a card is its main button. */
type Remedy = 'continue' | 'compact' | 'model' | 'key' | 'log' | 'restart' | 'settings';

/** The remedies of each kind of failure, the most likely first. */
const remedies: Record<FailureKind, readonly Remedy[]> = {
  auth: ['key', 'continue', 'model'],
  quota: ['model', 'continue'],
  rate: ['continue', 'model'],
  model: ['model', 'continue'],
  overflow: ['compact', 'model'],
  request: ['model', 'continue', 'log'],
  server: ['continue', 'model'],
  network: ['continue', 'model', 'log'],
  not_running: ['continue', 'model'],
  broken: ['continue', 'model', 'log'],
  idle: ['continue', 'model'],
  endless: ['continue', 'model'],
};

function remediesOf(error: TurnError | undefined): readonly Remedy[] {
  if (error?.kind && error.kind in remedies) return remedies[error.kind];
  switch (error?.code) {
    case 'SERVER_STOPPED':
      return ['restart', 'log'];
    case 'CONTEXT_OVERFLOW':
      return remedies.overflow;
    default:
      return ['continue', 'model', 'log'];
  }
}

function label(remedy: Remedy, paused: boolean): string {
  const labels: Record<Remedy, string> = {
    continue: paused ? t('Continue') : t('Retry'),
    compact: t('Compact and Continue'),
    model: t('Choose Another Model'),
    key: t('Set API Key…'),
    log: t('Show Log'),
    restart: t('Restart and Retry'),
    settings: t('Open Settings'),
  };
  return labels[remedy];
}

const messages: Record<Remedy, FromView> = {
  continue: { kind: 'continueTurn' },
  compact: { kind: 'compactTurn' },
  model: { kind: 'pickModel' },
  key: { kind: 'setApiKey' },
  log: { kind: 'showLog' },
  restart: { kind: 'continueTurn' },
  settings: { kind: 'openSettings' },
};

function buttons(offered: readonly Remedy[], paused: boolean, send: Send): HTMLElement {
  const all = offered.map((remedy, i) =>
    button(label(remedy, paused), () => send(messages[remedy]), {
      class: `button ${i === 0 ? 'primary' : 'secondary'}`,
      ...(remedy === 'continue' && paused && { icon: 'play' }),
    }),
  );
  return h('div', { class: 'button-row' }, ...all);
}

/** Draws the card of a turn that failed. */
export function errorCard(error: TurnError | undefined, isLast: boolean, send: Send): HTMLElement {
  return h(
    'div',
    { class: 'error-card', ...(error?.kind && { attrs: { 'data-kind': error.kind } }) },
    h('div', { class: 'error-title' }, icon('error'), h('strong', {}, error?.message ?? t('The answer could not be completed.'))),
    error?.suggestion ? h('p', {}, error.suggestion) : undefined,
    isLast && buttons(remediesOf(error), false, send),
  );
}

/** Draws the card of a turn that reached a limit. */
export function pausedCard(error: TurnError | undefined, isLast: boolean, send: Send): HTMLElement {
  return h(
    'div',
    { class: 'limit-card' },
    h('div', { class: 'error-title' }, icon('debug-pause'), h('strong', {}, t('Paused. {0}', error?.message ?? ''))),
    h('p', {}, t('Nothing is lost: the model can continue from here.')),
    isLast && buttons(['continue', 'settings'], true, send),
  );
}
