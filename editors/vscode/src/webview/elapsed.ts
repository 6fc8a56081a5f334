import { h } from './dom';
import { duration } from './format';

/** What is over sooner needs no clock. */
const shownFromMs = 2000;

/** How long something has been going on since that moment of Unix time, in ms: told anew each second while it stands in the page. */
export function elapsed(since: number): HTMLElement {
  const element = h('span', { class: 'elapsed' });
  const tell = (): void => {
    const ms = Date.now() - since;
    element.textContent = ms < shownFromMs ? '' : duration(ms - (ms % 1000), 0);
  };
  tell();
  const timer = setInterval(() => {
    if (element.isConnected) tell();
    else clearInterval(timer);
  }, 1000);
  return element;
}
