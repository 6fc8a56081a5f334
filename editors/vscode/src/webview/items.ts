// The views of a turn's items.
import { t } from '@vscode/l10n';
import { prose } from '../shared/visible';
import type { Send } from './host';
import { countdown } from './countdown';
import { foldIcon, h, icon } from './dom';
import { duration } from './format';
import type { Markdown } from './markdown';
import { drawPlan } from './plan';
import type { GroupRow, Row } from './rows';
import { StreamingMarkdown } from './streamingMarkdown';
import { ToolCard } from './toolCard';
import { ToolGroup } from './toolGroup';
import type { NoticeItem, PlanItem, ReasoningItem, RetryItem, TextItem, ToolItem, UserItem } from '../shared/state/types';

/** The view of an item, which can be updated in place. */
export interface ItemView {
  readonly kind: Row['kind'];
  readonly element: HTMLElement;
  /** Draws the row, which has this view's kind; `complete` if it will not change any more. */
  update(row: Row, complete: boolean): void;
}

/** Makes the view of a row; a missing kind fails the build. */
const makers: { [K in Row['kind']]: (send: Send, markdown: Markdown) => ItemView } = {
  text: textView,
  reasoning: reasoningView,
  tool: toolView,
  plan: planView,
  notice: noticeView,
  retry: retryView,
  user: userView,
  group: groupView,
};

export function makeItemView(kind: Row['kind'], send: Send, markdown: Markdown): ItemView {
  return makers[kind](send, markdown);
}

function textView(send: Send, markdown: Markdown): ItemView {
  const element = h('div', { class: 'answer' });
  const stream = new StreamingMarkdown(element, markdown, send);
  return { kind: 'text', element, update: (item, complete) => stream.update((item as TextItem).text, complete) };
}

function reasoningView(): ItemView {
  const text = h('div', { class: 'reasoning-text' });
  const label = h('span', { class: 'reasoning-label' });
  const element = h('details', { class: 'reasoning' }, h('summary', {}, icon('lightbulb'), label, foldIcon()), text);
  return {
    kind: 'reasoning',
    element,
    update: (item, complete) => {
      const thought = item as ReasoningItem;
      text.textContent = prose(thought.text);
      label.textContent = complete ? thoughtText(thought) : t('Thinking…');
    },
  };
}

/** Shorter thoughts show no time. */
const shownThoughtMs = 1000;

function thoughtText({ since, until }: ReasoningItem): string {
  const ms = since === undefined || until === undefined ? 0 : until - since;
  return ms < shownThoughtMs ? t('Thought') : t('Thought for {0}', duration(ms, 0));
}

function toolView(send: Send): ItemView {
  const card = new ToolCard(send);
  return { kind: 'tool', element: card.element, update: (item) => card.update(item as ToolItem) };
}

function groupView(send: Send): ItemView {
  const group = new ToolGroup(send);
  return { kind: 'group', element: group.element, update: (row) => group.update(row as GroupRow) };
}

function planView(): ItemView {
  const element = h('div');
  return { kind: 'plan', element, update: (item) => element.replaceChildren(drawPlan((item as PlanItem).entries)) };
}

function retryView(): ItemView {
  const element = h('div', { class: 'notice' });
  return {
    kind: 'retry',
    element,
    update: (item, complete) => {
      const retry = item as RetryItem;
      const text = h('span', {}, retryText(retry, ''));
      element.replaceChildren(icon('refresh'), text);
      if (retry.until !== undefined && !complete)
        countdown(element, retry.until, (left) => {
          text.textContent = prose(retryText(retry, left));
        });
    },
  };
}

/** `left` is the time until the next attempt; '' if it has started. */
function retryText({ attempt, of, reason, model }: RetryItem, left: string): string {
  const why = reason.replace(/\.$/, '');
  if (model) return why; // it says that the other model goes on
  if (!of) return t('Asking again: {0}', why);
  const [next, all] = [String(attempt + 1), String(of)];
  return left === '' ? t('Try {0} of {1}: {2}', next, all, why) : t('Try {0} of {1} in {2}: {3}', next, all, left, why);
}

/** A message of the user during the turn. */
function userView(): ItemView {
  const element = h('div', { class: 'question said' });
  return {
    kind: 'user',
    element,
    update: (item) => {
      element.textContent = prose((item as UserItem).text);
    },
  };
}

function noticeView(): ItemView {
  const element = h('div', { class: 'notice' });
  return {
    kind: 'notice',
    element,
    update: (item) => {
      const notice = item as NoticeItem;
      element.dataset.level = notice.level;
      element.replaceChildren(icon(notice.level === 'warning' ? 'warning' : 'info'), h('span', {}, notice.text));
    },
  };
}
