// The rows of a turn: its items, with the reads and searches of a step as one row.
import type { Item, ToolItem } from '../shared/state/types';

/** Reads and searches that follow each other. */
export interface GroupRow {
  kind: 'group';
  tools: readonly ToolItem[];
}

export type Row = Item | GroupRow;

/** Returns the rows of items. A call that waits for the user stays outside of groups, so that its question is in view. */
export function rowsOf(items: readonly Item[]): Row[] {
  const rows: Row[] = [];
  let group: ToolItem[] = [];
  const flush = () => {
    if (group.length > 1) rows.push({ kind: 'group', tools: group });
    else rows.push(...group);
    group = [];
  };
  for (const item of items) {
    if (isLook(item)) {
      group.push(item);
      continue;
    }
    flush();
    rows.push(item);
  }
  flush();
  return rows;
}

/** Reports whether an item is a call that only looks at something, and needs no answer. */
function isLook(item: Item): item is ToolItem {
  if (item.kind !== 'tool' || item.state === 'asking' || item.state === 'rejected') return false;
  return item.toolKind === 'read' || item.toolKind === 'search';
}

/** Reports whether two rows show the same. */
export function isSameRow(a: Row | undefined, b: Row): boolean {
  if (a === b) return true;
  if (a?.kind !== 'group' || b.kind !== 'group' || a.tools.length !== b.tools.length) return false;
  return a.tools.every((tool, i) => tool === b.tools[i]);
}
