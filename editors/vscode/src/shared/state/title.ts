import type { ViewState } from './types';

/** The longest title that is made from a question, in characters; the server's are as long. */
const longest = 60;

/** Returns the title of a chat, else the first line of its first question; '' if there is none. */
export function titleOf(state: Pick<ViewState, 'conversation' | 'turns'> | undefined): string {
  const line = state?.conversation?.title ?? state?.turns[0]?.question.trim().split('\n', 1)[0] ?? '';
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('').trimEnd()}…` : line;
}
