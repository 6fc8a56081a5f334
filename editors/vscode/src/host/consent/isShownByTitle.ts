import type { ApproveParams } from '../../shared/protocol';

/** Reports whether the notification says what is done: a command has to be there to its end, and arguments can't be. */
export function isShownByTitle({ command, diff, title, toolKind }: ApproveParams): boolean {
  if (command !== undefined) return title.includes(command);
  return Boolean(diff?.length) || ['read', 'search', 'fetch', 'delete', 'move'].includes(toolKind);
}
