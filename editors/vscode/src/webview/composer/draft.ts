import type { Attached } from '../../bridge';

/** What the user has begun to write. */
export interface DraftState {
  text: string;
  attachments: readonly Attached[];
}

/** Where a draft is kept over a reload of the view. */
export interface Draft {
  load(): DraftState;
  save(draft: DraftState): void;
}

export const emptyDraft: DraftState = { text: '', attachments: [] };

/** The draft as it is kept: pictures are too big for that, and are attached again. */
export function keepable(draft: DraftState): DraftState {
  return { ...draft, attachments: draft.attachments.filter(({ attachment }) => attachment.data === undefined) };
}
