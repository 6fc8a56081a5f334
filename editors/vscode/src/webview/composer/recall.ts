/** Recalls the messages sent so far with the arrow keys, as a shell does; Ctrl+R searches them. */
export class Recall {
  /** The messages, oldest first. */
  prompts: readonly string[] = [];
  private last = '';
  /** How far the user has gone back; 0 if nothing is recalled. */
  private back = 0;

  constructor(private readonly search: () => void) {}

  /** Sets the last question of the chat, which is recalled first. */
  ask(question: string): void {
    this.last = question;
  }

  /** Returns the text to put in the place of `text` for a key, or undefined if the key means something else. */
  press(event: KeyboardEvent, text: string): string | undefined {
    if (event.isComposing || event.altKey || event.shiftKey || event.metaKey) return undefined;
    if (event.ctrlKey) {
      if (event.key !== 'r') return undefined;
      this.search();
      return text;
    }
    const all = this.all();
    const shown = this.back > 0 && text === all[this.back - 1];
    if (!shown) this.back = 0;
    if (event.key === 'ArrowUp' && (text === '' || shown) && this.back < all.length) return all[this.back++];
    if (event.key === 'ArrowDown' && shown) return all[--this.back - 1] ?? '';
    return undefined;
  }

  /** All messages, newest first; that of the chat that is shown comes before those of others. */
  private all(): string[] {
    const newest = this.prompts.toReversed();
    return this.last === '' ? newest : [this.last, ...newest.filter((prompt) => prompt !== this.last)];
  }
}
