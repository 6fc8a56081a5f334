// Waiting for what happens by itself. Nothing waits for a time to pass; how long a wait may last depends on how busy the
// machine is: what takes a second on an idle one takes ten where ten programs want each processor.
import { availableParallelism, loadavg } from 'node:os';

/** So many times as long as on an idle machine. */
const patience = () => Math.min(8, Math.max(1, loadavg()[0] / availableParallelism()));

/** A time that is enough on an idle machine, as what is enough now, both in ms. */
export const patient = (ms) => Math.round(ms * patience());

/** Calls f until it gives something true; `ms` is how long that may take on an idle machine. */
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

/** Waits for the work, and fails once it takes longer than `ms` would be on an idle machine. The work itself goes on. */
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
