import { t } from '@vscode/l10n';
import type { Attached } from '../../bridge';
import { h, icon } from '../dom';
import { filePath } from '../format';

/** Things that go along with a message, each with a button to take it away where `remove` is given. */
export function drawChips(attachments: readonly Attached[], remove?: (attached: Attached) => void): HTMLElement[] {
  return attachments.map((attached) => {
    const { label, attachment } = attached;
    const chip = h('li', { class: 'chip', attrs: { title: attachment.uri ? filePath(attachment.uri) : label } }, icon(iconOf(attached)), h('span', { class: 'chip-label' }, label));
    if (attachment.data && attachment.mimeType) void drawThumbnail(chip, attachment.data, attachment.mimeType);
    if (remove) chip.append(removeButton(label, () => remove(attached)));
    return chip;
  });
}

export function removeButton(label: string, onClick: () => void): HTMLElement {
  const name = t('Remove {0}', label);
  return h('button', { class: 'chip-remove', attrs: { type: 'button', 'aria-label': name, title: name }, on: { click: onClick } }, icon('close'));
}

function iconOf({ attachment }: Attached): string {
  if (attachment.mimeType) return 'file-media';
  if (attachment.range) return 'list-selection';
  return attachment.uri ? 'file' : 'note';
}

const thumbnail = 32;

/** A small picture in place of the icon. It is painted, not loaded: the page may load nothing. */
async function drawThumbnail(chip: HTMLElement, data: string, type: string): Promise<void> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  try {
    const picture = await createImageBitmap(new Blob([bytes], { type }));
    const canvas = h('canvas', { class: 'thumbnail', attrs: { width: String(thumbnail), height: String(thumbnail), 'aria-hidden': 'true' } });
    const side = Math.min(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, thumbnail, thumbnail);
    chip.querySelector('.codicon')?.replaceWith(canvas);
  } catch {
    // A picture that can't be read here keeps the icon; the model may still read it.
  }
}
