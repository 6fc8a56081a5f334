// Waits for conditions, never for a fixed time. Timeouts grow with the load of the machine.
import { availableParallelism, loadavg } from 'node:os';

/** Returns the factor by which timeouts are longer than on an idle machine. */
const patience = () => Math.min(8, Math.max(1, loadavg()[0] / availableParallelism()));

/** Converts a timeout for an idle machine to one for the current load, in ms. */
export const patient = (ms) => Math.round(ms * patience());

/** Calls f until it returns a truthy value; `ms` is the timeout on an idle machine. */
export async function until(what, f, ms = 20_000) {
  const start = Date.now();
  let problem;
  for (;;) {
    try {
      const value = await f();
      if (value) return value;
    } catch (e) {
      problem = e;
    }
    if (Date.now() - start > patient(ms)) throw new Error(`timed out waiting: ${what}`, { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits for the promise and fails after a timeout, given for an idle machine. The work itself continues. */
export async function limited(what, work, ms) {
  let timer;
  const over = new Promise((_, reject) => {
    const most = patient(ms);
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${most} ms`)), most);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
