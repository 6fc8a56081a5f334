import type { Send } from './actions';
import { emptyDraft, keepable, type Draft, type DraftState } from './composer/draft';

/** The part of VS Code's API that keeps a page's state while its view is moved. */
export interface PageState {
  getState(): { draft?: DraftState } | undefined;
  setState(state: { draft: DraftState }): void;
}

const toldAfterMs = 300;

/** Keeps what the user has begun to write: at once in the page's state, and soon with the extension host, which outlives the window. */
export class Drafts implements Draft {
  /** True where the page has no draft of its own. */
  readonly lost: boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private told: string;

  constructor(private readonly page: PageState, private readonly send: Send) {
    this.lost = page.getState()?.draft === undefined;
    this.told = contents(this.load()); // the host knows it, or has a newer one
  }

  load(): DraftState {
    return { ...emptyDraft, ...this.page.getState()?.draft };
  }

  save(draft: DraftState): void {
    const kept = keepable(draft);
    this.page.setState({ draft: kept });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(kept), toldAfterMs);
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
