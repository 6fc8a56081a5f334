import { t } from '@vscode/l10n';
import type { ApproveParams, Decision } from '../shared/protocol';
import type { Send } from './host';
import { drawArguments, drawModelText } from './arguments';
import { drawWholeDiff, parseDiff, pathOf } from './diff';
import { button, h, icon } from './dom';
import { fileLink } from './fileLink';
import { filePath } from '../shared/uri';

/** The key that allows the oldest question if the input is empty. */
const allowKey = /mac/i.test(navigator.userAgent) ? '⌘Enter' : 'Ctrl+Enter';

/** The delay after which a new question can be allowed. */
export const allowAfterMs = 400;

/** Sends the answer of the user. */
type Answer = (decision: Decision, more?: { feedback?: string; scope?: string }) => void;

/** Draws a consent question: the risk, then the whole call, then the model's own text. */
export function drawApproval(params: ApproveParams, send: Send): HTMLElement {
  const choice = new HunkChoice(params);
  const answer: Answer = (decision, { feedback, scope } = {}) => {
    const leftOut = decision === 'reject' ? undefined : choice.leftOut();
    send({
      kind: 'approve', toolCallId: params.toolCallId, decision,
      ...(feedback && { feedback }), ...(scope && { scope }), ...(leftOut && { leftOut }),
    });
  };
  const content = new QuestionContent(changes(params, send, choice), drawModelText(params), params.command !== undefined);
  return h(
    'div',
    { class: 'approval', attrs: { role: 'group', 'aria-label': t('Consent: {0}', params.title) } },
    h('strong', { class: 'approval-title' }, t('Allow this?')),
    params.risk ? h('p', { class: 'risk' }, icon(params.diff?.length ? 'info' : 'warning'), h('span', {}, params.risk)) : undefined,
    params.command === undefined ? h('p', { class: 'approval-what' }, params.title) : undefined,
    content.element,
    buttons(params, answer, choice, content),
    reject(answer),
  );
}

/** The content of a question. The end of a command must have been visible before it can be allowed. */
class QuestionContent {
  readonly element: HTMLElement;
  done: boolean;
  onDone: () => void = () => {};

  constructor(what: readonly HTMLElement[], words: readonly HTMLElement[], whole: boolean) {
    const end = h('div', { class: 'approval-end' });
    this.element = h('div', { class: 'approval-scroll' }, ...what, end, ...words);
    this.done = !whole;
    if (whole) this.watch(end);
  }

  private watch(end: HTMLElement): void {
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      this.done = true;
      this.onDone();
    });
    observer.observe(end);
  }
}

/** The hunks that the user excludes; a single hunk offers no choice. */
class HunkChoice {
  readonly offered: boolean;
  private readonly out: Set<number>[];
  private readonly total: number;
  private readonly watchers: (() => void)[] = [];

  constructor(params: ApproveParams) {
    const diffs = params.diff ?? [];
    this.out = diffs.map(() => new Set());
    this.total = diffs.reduce((sum, diff) => sum + parseDiff(diff.unified).filter((line) => line.kind === 'hunk').length, 0);
    this.offered = this.total > 1;
  }

  /** Calls f after each change. */
  watch(f: () => void): void {
    this.watchers.push(f);
  }

  choose(file: number, hunk: number, take: boolean): void {
    if (take) this.out[file]?.delete(hunk);
    else this.out[file]?.add(hunk);
    for (const watcher of this.watchers) watcher();
  }

  get excludesAll(): boolean {
    return this.offered && this.out.reduce((sum, hunks) => sum + hunks.size, 0) === this.total;
  }

  leftOut(): number[][] | undefined {
    if (this.out.every((hunks) => hunks.size === 0)) return undefined;
    return this.out.map((hunks) => [...hunks].toSorted((a, b) => a - b));
  }
}

/** Draws the changes of the files, or the call's arguments if it changes none. */
function changes(params: ApproveParams, send: Send, choice: HunkChoice): HTMLElement[] {
  if (!params.diff?.length) return drawArguments(params);
  return params.diff.map((diff, file) => {
    const inEditor = button(t('Open Diff'), () => send({ kind: 'showDiff', toolCallId: params.toolCallId, uri: diff.uri }), {
      class: 'link-button',
      icon: 'diff',
    });
    const head = h('div', { class: 'file-head' }, fileLink({ uri: diff.uri }, send, pathOf(diff.unified)), inEditor);
    const choose = choice.offered ? (hunk: number, take: boolean) => choice.choose(file, hunk, take) : undefined;
    return h('div', { class: 'file-change' }, head, drawWholeDiff(diff.unified, filePath(diff.uri), choose));
  });
}

function buttons(params: ApproveParams, answer: Answer, choice: HunkChoice, content: QuestionContent): HTMLElement {
  const lasting = lastingChoices(params, answer);
  const allow = [
    button(t('Allow Once'), () => answer('allow_once'), { class: 'button primary allow-once', title: t('Allow Once ({0})', allowKey) }),
    ...lasting.map(({ button: one }) => one),
  ];
  const more = h('p', { class: 'read-on' }, t('Scroll to the end of the command to allow it.'));
  let isReady = false; // ignores keys and clicks that were meant for something else
  const enable = () => {
    allow.forEach((one) => {
      one.disabled = !isReady || !content.done || choice.excludesAll;
    });
    more.hidden = !isReady || content.done;
  };
  enable();
  setTimeout(() => {
    isReady = true;
    enable();
  }, allowAfterMs);
  choice.watch(enable);
  content.onDone = enable;
  return h(
    'div',
    { class: 'approval-choices' },
    more,
    h('div', { class: 'button-row' }, ...allow),
    ...lasting.map(({ means }) => means),
  );
}

/** The buttons that allow more than this call, each with what it means in words. */
function lastingChoices({ rule, scopes = [] }: ApproveParams, answer: Answer): { button: HTMLButtonElement; means?: HTMLElement }[] {
  const secondary = { class: 'button secondary' };
  const choice = (label: string, means: string, what: string, allow: () => void) => ({
    button: button(label, allow, { ...secondary, title: what }),
    means: h('p', { class: 'rule' }, h('span', { class: 'rule-label' }, means), ' ', what),
  });
  return [
    ...scopes.map(({ id, text }) => {
      const label = scopeLabel(id);
      return choice(label, t('“{0}” means:', label), text, () => answer('allow_scope', { scope: id }));
    }),
    ...(rule
      ? [
          { button: button(t('Allow in This Session'), () => answer('allow_session'), { ...secondary, title: rule }) },
          choice(
            t('Always Allow'),
            t('“Allow in This Session”, until the server ends, and “Always Allow”, in this workspace, mean:'),
            rule,
            () => answer('allow_always'),
          ),
        ]
      : []),
  ];
}

/** Returns the name of a button. Scopes of later servers are named by their words only. */
function scopeLabel(id: string): string {
  if (id === 'turn-edits') return t('Allow All Edits of This Turn');
  return id === 'turn-reads' ? t('Allow All Reads Outside, This Turn') : t('Allow More');
}

/** Draws the reject row. It is no form: a webview does not submit forms. */
function reject(answer: Answer): HTMLElement {
  const input = h('input', {
    class: 'feedback',
    attrs: { type: 'text', placeholder: t('What should it do instead? (optional)'), 'aria-label': t('Reason for rejecting, optional') },
  });
  const send = () => answer('reject', { feedback: input.value.trim() });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing && !event.ctrlKey && !event.metaKey) send();
    if (event.key !== 'Escape' || input.value === '') return;
    event.stopPropagation(); // clears the input first, before it stops the turn
    input.value = '';
  });
  return h('div', { class: 'reject-row' }, input, button(t('Reject'), send, { class: 'button secondary' }));
}
