/** The numbers of two chats differ by this: each state of a chat has a number of its own, see [ViewState.chat]. */
export const chatStep = 1_000_000;

/** Reports whether two numbers are of states of the same chat. */
export function sameChat(a: number, b: number): boolean {
  return Math.floor(a / chatStep) === Math.floor(b / chatStep);
}
