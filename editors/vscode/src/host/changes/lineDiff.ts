/** A replacement of the lines `start` to `end` of one text by the lines `newStart` to `newEnd` of another; the ends are exclusive. */
export interface LineEdit {
  start: number;
  end: number;
  newStart: number;
  newEnd: number;
}

/** The number of changed lines up to which the shortest difference is searched for; beyond, the rest counts as one change. */
const mostChanges = 1000;

/** Splits a text into lines without line endings; a text that ends in a newline has an empty last line, as in the editor. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\n/);
}

/** Returns the shortest edits that make the lines `after` of `before`, in order. */
export function diffLines(before: readonly string[], after: readonly string[]): LineEdit[] {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same++;
  let end = before.length;
  let newEnd = after.length;
  while (end > same && newEnd > same && before[end - 1] === after[newEnd - 1]) {
    end--;
    newEnd--;
  }
  if (end === same && newEnd === same) return [];
  const pairs = commonLines(before.slice(same, end), after.slice(same, newEnd));
  return editsBetween(pairs, end - same, newEnd - same).map((edit) => ({
    start: edit.start + same,
    end: edit.end + same,
    newStart: edit.newStart + same,
    newEnd: edit.newEnd + same,
  }));
}

/** Returns the edits between lines that are the same, given as pairs of indexes. */
function editsBetween(pairs: readonly (readonly [number, number])[], length: number, newLength: number): LineEdit[] {
  const edits: LineEdit[] = [];
  let [start, newStart] = [0, 0];
  for (const [at, newAt] of [...pairs, [length, newLength] as const]) {
    if (at > start || newAt > newStart) edits.push({ start, end: at, newStart, newEnd: newAt });
    [start, newStart] = [at + 1, newAt + 1];
  }
  return edits;
}

/** Returns the indexes of a longest common subsequence, by Myers' algorithm; none if the texts differ too much. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const most = Math.min(a.length + b.length, mostChanges);
  const reach = new Reach(most);
  const steps: Int32Array[] = [];
  for (let changes = 0; changes <= most; changes++) {
    for (let k = -changes; k <= changes; k += 2) {
      let x = reach.from(k, changes);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(steps, a.length, b.length);
    }
    steps.push(reach.copy(changes));
  }
  return [];
}

/** How far each diagonal of the search reaches: diagonal `k` has as many more lines of the first text than of the second. */
class Reach {
  private readonly at: Int32Array;
  private readonly middle: number;

  constructor(most: number) {
    this.middle = most + 1;
    this.at = new Int32Array(2 * most + 3);
  }

  /** Returns where the diagonal begins after so many changes: one step from a neighbour. */
  from(k: number, changes: number): number {
    const left = this.at[this.middle + k - 1] as number;
    const right = this.at[this.middle + k + 1] as number;
    return isDown(left, right, k, changes) ? right : left + 1;
  }

  set(k: number, x: number): void {
    this.at[this.middle + k] = x;
  }

  /** Returns the diagonals that so many changes can reach; the middle one is in the middle. */
  copy(changes: number): Int32Array {
    return this.at.slice(this.middle - changes, this.middle + changes + 1);
  }
}

function isDown(left: number, right: number, k: number, changes: number): boolean {
  return k === -changes || (k !== changes && left < right);
}

/** Follows the steps of the search back from the end, and collects the lines that are the same. */
function walkBack(steps: readonly Int32Array[], length: number, newLength: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [length, newLength];
  for (let changes = steps.length; changes >= 0; changes--) {
    const reach = steps[changes - 1];
    const k = x - y;
    const [left, right] = [reach?.[changes - 1 + k - 1] ?? 0, reach?.[changes - 1 + k + 1] ?? 0];
    const down = isDown(left, right, k, changes);
    const fromX = reach ? (down ? right : left) : 0;
    const fromY = reach ? fromX - (down ? k + 1 : k - 1) : 0;
    while (x > fromX && y > fromY) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs.toReversed();
}
