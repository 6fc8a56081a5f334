// The files that a turn has changed.
import { t } from '@vscode/l10n';
import type { FileChange, UndoStatus } from '../shared/protocol';
import type { Turn } from '../shared/state/types';
import { filePath } from '../shared/uri';
import { line } from '../shared/visible';
import { pathOf } from './diff';
import { button, h, icon, iconButton } from './dom';
import type { Send } from './host';

/** Returns a key of everything that the card shows. */
export function changesKey({ changes, undone, reverted }: Turn): string {
  return JSON.stringify([changes, undone, reverted]);
}

/** Draws the files that the turn has changed; a click on one shows its diff. The card stays, whether they are undone or not. */
export function drawChanges(turn: Turn, send: Send): HTMLElement | undefined {
  const { id, changes, undone } = turn;
  if (!changes?.length || id === undefined) return undefined;
  const files = [...new Map(changes.map((change) => [change.uri, change])).values()];
  const count = files.length === 1 ? t('1 file changed') : t('{0} files changed', files.length);
  return h(
    'div',
    { class: 'changes', attrs: { role: 'group', 'aria-label': count } },
    h('div', { class: 'changes-head' }, h('span', {}, count), ...actions(turn, id, files.length, send)),
    h('ul', {}, ...files.map((change) => drawFile(turn, id, change, send))),
    undone?.error ? h('p', { class: 'tool-error', attrs: { role: 'alert' } }, undone.error) : undefined,
  );
}

function actions(turn: Turn, turnId: string, files: number, send: Send): HTMLElement[] {
  if (isUndone(turn)) return [link(t('Redo'), 'redo', () => send({ kind: 'redo', turnId }))];
  return [
    ...(files > 1 ? [link(t('Show All'), 'diff-multiple', () => send({ kind: 'showChanges', turnId }))] : []),
    link(t('Undo Changes'), 'discard', () => send({ kind: 'undo', turnId })),
  ];
}

function link(label: string, name: string, onClick: () => void): HTMLElement {
  return button(label, onClick, { class: 'link-button', icon: name });
}

function isUndone({ undone, reverted }: Turn): boolean {
  return reverted ?? (undone !== undefined && !undone.redo && !undone.error);
}

function drawFile(turn: Turn, turnId: string, { uri, kind, added, removed }: FileChange, send: Send): HTMLElement {
  const path = pathIn(turn, uri) ?? filePath(uri);
  const status = turn.undone?.files.find((file) => file.uri === uri);
  const show = h(
    'button',
    {
      class: 'file-link',
      attrs: { type: 'button', title: t('Show what changed in {0}', filePath(uri)) },
      on: { click: () => send({ kind: 'showChange', turnId, uri }) },
    },
    icon(kind === 'create' ? 'diff-added' : kind === 'delete' ? 'diff-removed' : 'diff-modified'),
    line(path),
  );
  return h(
    'li',
    {},
    show,
    h('span', { class: 'counts' }, `+${added} −${removed}`),
    status &&
      h(
        'span',
        { class: `undo-status ${status.status}` },
        undoText(status.status, turn.undone?.redo ?? false),
        status.reason ? `: ${status.reason}` : '',
      ),
    kind !== 'delete' && iconButton('go-to-file', t('Open {0}', path), () => send({ kind: 'openFile', uri })),
  );
}

/** Returns the path as the turn's diffs have it, relative to the workspace. */
function pathIn({ items }: Turn, uri: string): string | undefined {
  const item = items.find((one) => one.kind === 'tool' && one.diff?.uri === uri);
  return item?.kind === 'tool' && item.diff ? pathOf(item.diff.unified) : undefined;
}

/** Returns what an undo or redo did to a file, in words. */
function undoText(status: UndoStatus, redo: boolean): string {
  if (status === 'restored') return redo ? t('redone') : t('undone');
  return status === 'merged' ? t('merged with later changes') : t('left unchanged');
}
