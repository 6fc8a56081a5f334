import type { Attached } from '../../bridge';
import type { Send } from '../actions';

/** What the user has begun to write. */
export interface DraftState {
  text: string;
  attachments: readonly Attached[];
}

const toldAfterMs = 300;

/** Tells the extension host what the user has begun to write: it outlives the page, and the window. */
export class Draft {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private told = contents({ text: '', attachments: [] });

  constructor(private readonly send: Send) {}

  /** The draft that the extension host has told. */
  isKnown(draft: DraftState): void {
    this.told = contents(draft);
  }

  save(draft: DraftState): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(keepable(draft)), toldAfterMs);
  }

  private tell(draft: DraftState): void {
    const now = contents(draft);
    if (now !== this.told) this.send({ kind: 'draft', text: draft.text, attachments: [...draft.attachments] });
    this.told = now;
  }
}

function contents({ text, attachments }: DraftState): string {
  return JSON.stringify([text, attachments]);
}

/** The draft as it is kept: pictures are too big for that, and are attached again. */
function keepable(draft: DraftState): DraftState {
  return { ...draft, attachments: draft.attachments.filter(({ attachment }) => attachment.data === undefined) };
}
