// The views of a turn's items.
import { t } from '@vscode/l10n';
import { prose } from '../shared/visible';
import type { Send } from './host';
import { countdown } from './countdown';
import { foldIcon, h, icon } from './dom';
import { duration } from './format';
import type { Markdown } from './markdown';
import { drawPlan } from './plan';
import { StreamingMarkdown } from './streamingMarkdown';
import { ToolCard } from './toolCard';
import type { Item, NoticeItem, PlanItem, ReasoningItem, RetryItem, TextItem, ToolItem, UserItem } from '../shared/state/types';

/** The view of an item, which can be updated in place. */
export interface ItemView {
  readonly kind: Item['kind'];
  readonly element: HTMLElement;
  /** Draws the item, which has this view's kind; `complete` if it will not change any more. */
  update(item: Item, complete: boolean): void;
}

/** Makes the view of an item; a missing kind fails the build. */
const makers: { [K in Item['kind']]: (send: Send, markdown: Markdown) => ItemView } = {
  text: textView,
  reasoning: reasoningView,
  tool: toolView,
  plan: planView,
  notice: noticeView,
  retry: retryView,
  user: userView,
};

export function makeItemView(kind: Item['kind'], send: Send, markdown: Markdown): ItemView {
  return makers[kind](send, markdown);
}

function textView(send: Send, markdown: Markdown): ItemView {
  const element = h('div', { class: 'answer' });
  const stream = new StreamingMarkdown(element, markdown, send);
  return { kind: 'text', element, update: (item, complete) => stream.update((item as TextItem).text, complete) };
}

function reasoningView(): ItemView {
  const text = h('div', { class: 'reasoning-text' });
  const element = h('details', { class: 'reasoning' }, h('summary', {}, icon('lightbulb'), t('Thinking'), foldIcon()), text);
  return {
    kind: 'reasoning',
    element,
    update: (item) => {
      text.textContent = prose((item as ReasoningItem).text);
    },
  };
}

function toolView(send: Send): ItemView {
  const card = new ToolCard(send);
  return { kind: 'tool', element: card.element, update: (item) => card.update(item as ToolItem) };
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
      const text = h('span', {}, retryText(retry, complete ? '' : duration(retry.delayMs, retry.delayMs < 10_000 ? 1 : 0)));
      element.replaceChildren(icon('refresh'), text);
      if (retry.until !== undefined && !complete)
        countdown(element, retry.until, (left) => {
          text.textContent = prose(retryText(retry, left));
        });
    },
  };
}

/** `left` is the time until the next attempt; '' if it has started. */
function retryText({ attempt, reason }: RetryItem, left: string): string {
  const why = reason.replace(/\.$/, '');
  if (left === '') return attempt > 1 ? t('{0}. Retried, attempt {1}.', why, attempt) : t('{0}. Retried.', why);
  return attempt > 1 ? t('{0}. Retrying in {1}, attempt {2}.', why, left, attempt) : t('{0}. Retrying in {1}.', why, left);
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
