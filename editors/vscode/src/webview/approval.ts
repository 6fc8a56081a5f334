import type { ApproveParams, Decision } from '../protocol';
import type { Send } from './actions';
import { drawDiff } from './diff';
import { button, h } from './dom';
import { fileLink } from './fileLink';
import { argumentLines, filePath } from './format';

/** Asks the user for consent to a tool call. */
export function drawApproval(params: ApproveParams, send: Send): HTMLElement {
  const answer = (decision: Decision, feedback?: string) =>
    send({ kind: 'approve', toolCallId: params.toolCallId, decision, ...(feedback && { feedback }) });
  return h(
    'div', { class: 'approval', attrs: { role: 'group', 'aria-label': `Consent: ${params.title}` } },
    h('strong', { class: 'approval-title' }, 'Allow this?'),
    params.risk ? h('p', { class: 'risk' }, params.risk) : undefined,
    ...changes(params, send),
    buttons(params, answer),
    reject(answer),
  );
}

/** What would be done: the changes of the files, or the call's arguments where it changes none. */
function changes(params: ApproveParams, send: Send): HTMLElement[] {
  if (params.diff?.length) {
    return params.diff.map((diff) => h('div', { class: 'file-change' }, fileLink({ uri: diff.uri }, send), drawDiff(diff.unified, filePath(diff.uri))));
  }
  return [argumentTable(params.args)];
}

export function argumentTable(args: unknown): HTMLElement {
  const rows = argumentLines(args).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]);
  return h('dl', { class: 'arguments' }, ...rows);
}

function buttons(params: ApproveParams, answer: (decision: Decision) => void): HTMLElement {
  const always = params.rule && button('Always allow', () => answer('allow_always'), { class: 'button secondary', title: params.rule });
  return h(
    'div', { class: 'approval-choices' },
    h(
      'div', { class: 'button-row' },
      button('Allow once', () => answer('allow_once'), { class: 'button primary' }),
      button('Allow in this session', () => answer('allow_session'), { class: 'button secondary' }),
      always || undefined,
    ),
    params.rule ? h('p', { class: 'rule' }, h('span', { class: 'rule-label' }, '“Always allow” means: '), params.rule) : undefined,
  );
}

/** No form: a webview does not submit them. */
function reject(answer: (decision: Decision, feedback?: string) => void): HTMLElement {
  const input = h('input', { class: 'feedback', attrs: { type: 'text', placeholder: 'What should it do instead? (optional)', 'aria-label': 'Reason for rejecting, optional' } });
  const send = () => answer('reject', input.value.trim());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) send();
  });
  return h('div', { class: 'reject-row' }, input, button('Reject', send, { class: 'button secondary' }));
}
