import { t } from '@vscode/l10n';
import type { Location } from '../shared/protocol';
import { line as oneLine } from '../shared/visible';
import type { Send } from './host';
import { h, icon } from './dom';
import { place } from './format';
import { filePath } from '../shared/uri';

/** Draws a link that opens the file in the editor at its line; its text is `name`, or the file name. */
export function fileLink(location: Location, send: Send, name?: string): HTMLElement {
  const line = location.line ? location.line - 1 : undefined;
  const open = () => send({ kind: 'openFile', uri: location.uri, ...(line !== undefined && { line }) });
  const path = filePath(location.uri);
  return h(
    'button',
    { class: 'file-link', attrs: { type: 'button', title: t('Open {0}', path) }, on: { click: open } },
    icon('go-to-file'),
    oneLine(name ?? place(location)),
  );
}
