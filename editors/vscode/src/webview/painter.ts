/** The share of time that drawing may take. */
const share = 0.25;
/** The longest delay of a drawing, in ms. */
const longestWait = 200;

/** Draws the latest state, at most once per frame, and less often if drawing is slow. */
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
