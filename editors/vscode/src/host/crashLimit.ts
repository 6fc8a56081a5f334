/** Decides whether the server restarts by itself after a crash: not if it keeps crashing. */
export class CrashLimit {
  private crashes: number[] = [];

  /** Allows so many restarts within a period in ms. */
  constructor(private readonly restarts: number, private readonly periodMs: number) {}

  /** Notes a crash and reports whether the server may restart; `now` is in Unix milliseconds. */
  allowsRestart(now: number): boolean {
    this.crashes = [...this.crashes.filter((at) => now - at < this.periodMs), now];
    return this.crashes.length <= this.restarts;
  }

  /** Forgets all crashes. */
  reset(): void {
    this.crashes = [];
  }
}
