import type { ApproveParams } from '../../shared/protocol';

/** Reports whether a notification with the title shows the whole question: a command must not be cut, and arguments are missing. */
export function isShownByTitle({ command, diff, title, toolKind }: ApproveParams): boolean {
  if (command !== undefined) return title.includes(command);
  return Boolean(diff?.length) || ['read', 'search', 'fetch', 'delete', 'move'].includes(toolKind);
}
