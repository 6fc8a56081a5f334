// Waiting for what happens by itself.

/** Calls f until it gives something true. */
export async function until(what, f, ms = 20_000) {
  const end = Date.now() + ms;
  let problem;
  for (;;) {
    try {
      const value = await f();
      if (value) return value;
    } catch (e) {
      problem = e;
    }
    if (Date.now() > end) throw new Error(`timed out waiting: ${what}`, { cause: problem });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
