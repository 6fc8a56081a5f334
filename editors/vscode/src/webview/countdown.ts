import { duration } from './format';

/** Calls `show` with the time until `until`, in Unix milliseconds, each second while the element is on the page; '' at the end. */
export function countdown(element: HTMLElement, until: number, show: (left: string) => void): void {
  const update = (): boolean => {
    const ms = until - Date.now();
    show(ms <= 0 ? '' : duration(Math.ceil(ms / 1000) * 1000, 0));
    return ms > 0;
  };
  if (!update()) return;
  const timer = setInterval(() => {
    if (!element.isConnected || !update()) clearInterval(timer);
  }, 1000);
}
