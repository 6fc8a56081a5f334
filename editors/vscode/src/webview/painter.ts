/** The share of the time that drawing may take; the rest is the user's. */
const share = 0.25;
/** Nothing waits longer to be drawn, in ms. */
const longestWait = 200;

/** Draws the newest of what it is shown, at most once a frame, and less often where drawing takes long. */
export class Painter<State> {
  private newest: State | undefined;
  private drawn: State | undefined;
  private scheduled = false;
  private notBefore = 0;

  constructor(private readonly draw: (state: State) => void) {}

  show(state: State): void {
    this.newest = state;
    if (!this.scheduled) this.schedule();
  }

  private schedule(): void {
    this.scheduled = true;
    requestAnimationFrame((now) => {
      if (now < this.notBefore) {
        this.schedule();
        return;
      }
      this.scheduled = false;
      this.paint();
    });
  }

  private paint(): void {
    const { newest } = this;
    if (newest === undefined || newest === this.drawn) return;
    const start = performance.now();
    this.drawn = newest;
    this.draw(newest);
    const took = performance.now() - start;
    this.notBefore = start + took + Math.min(took / share - took, longestWait);
  }
}
