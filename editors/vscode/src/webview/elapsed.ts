import { h } from './dom';
import { duration } from './format';

/** Shorter times are not shown. */
const shownFromMs = 2000;

/** Shows the time since `since`, in Unix milliseconds; updated each second while the element is on the page. */
export function elapsed(since: number): HTMLElement {
  const element = h('span', { class: 'elapsed' });
  const update = (): void => {
    const ms = Date.now() - since;
    element.textContent = ms < shownFromMs ? '' : duration(ms - (ms % 1000), 0);
  };
  update();
  const timer = setInterval(() => {
    if (element.isConnected) update();
    else clearInterval(timer);
  }, 1000);
  return element;
}
