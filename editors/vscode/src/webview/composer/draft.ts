import type { Draft } from '../../shared/attachment';
import type { Send } from '../host';

const saveAfterMs = 300;

/** Sends the unsent message to the extension host, so that it survives a switch to another chat and a reload. */
export class DraftSaver {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saved = key({ text: '', attachments: [] });
  private waiting: (() => void) | undefined;

  constructor(private readonly send: Send) {}

  /** Notes that the extension host has this draft already. */
  markSaved(draft: Draft): void {
    this.saved = key(draft);
  }

  /** Saves the draft of a chat when the user pauses. */
  save(chat: number, draft: Draft): void {
    clearTimeout(this.timer);
    this.waiting = () => this.post(chat, withoutPictures(draft));
    this.timer = setTimeout(() => this.flush(), saveAfterMs);
  }

  /** Saves at once what waits. */
  flush(): void {
    clearTimeout(this.timer);
    this.waiting?.();
    this.waiting = undefined;
  }

  private post(chat: number, draft: Draft): void {
    const now = key(draft);
    if (now !== this.saved) this.send({ kind: 'draft', chat, text: draft.text, attachments: [...draft.attachments] });
    this.saved = now;
  }
}

function key({ text, attachments }: Draft): string {
  return JSON.stringify([text, attachments]);
}

/** Pictures are too large for the workspace's memory. */
function withoutPictures(draft: Draft): Draft {
  return { ...draft, attachments: draft.attachments.filter(({ attachment }) => attachment.data === undefined) };
}
