import { line } from '../../shared/visible';
import { t } from '@vscode/l10n';
import type { Attached } from '../../shared/attachment';
import type { Attachment } from '../../shared/protocol';
import { h, icon } from '../dom';
import type { Send } from '../host';
import { filePath } from '../../shared/uri';

/** What a click on a chip does. */
type Act = (attached: Attached) => void;

/** Draws attachments as chips, each with a remove button if `remove` is given; those of files open them if `open` is given. */
export function drawChips(attachments: readonly Attached[], remove?: Act, open?: Act): HTMLElement[] {
  return attachments.map((attached) => {
    const { label, attachment } = attached;
    const chip = h(
      'li',
      { class: 'chip', attrs: { title: attachment.uri ? filePath(attachment.uri) : label } },
      icon(iconOf(attached)),
      open && attachment.uri ? openButton(attached, open) : h('span', { class: 'chip-label' }, label),
    );
    if (attachment.data && attachment.mimeType) void drawPicture(chip, attached, remove ? drawThumbnail : drawWhole);
    if (remove) chip.append(removeButton(label, () => remove(attached)));
    return chip;
  });
}

function openButton(attached: Attached, open: Act): HTMLElement {
  const name = t('Open {0}', attached.label);
  const attrs = { type: 'button', 'aria-label': name };
  return h('button', { class: 'chip-label chip-open', attrs, on: { click: () => open(attached) } }, attached.label);
}

/** Opens the file of an attachment in the editor, with its lines selected. */
export function openChip({ attachment }: Attached, send: Send): void {
  const { uri, range } = attachment;
  if (uri) send({ kind: 'openFile', uri, ...(range && { line: range.start.line, endLine: range.end.line }) });
}

export function removeButton(label: string, onClick: () => void): HTMLElement {
  const name = t('Remove {0}', label);
  return h(
    'button',
    { class: 'chip-remove', attrs: { type: 'button', 'aria-label': name, title: name }, on: { click: onClick } },
    icon('close'),
  );
}

function iconOf({ attachment }: Attached): string {
  if (isPicture(attachment)) return 'file-media';
  if (attachment.range) return 'list-selection';
  return attachment.uri ? 'file' : 'note';
}

/** Reports whether the model gets the attachment as a picture: by its type, or by its name if the server reads the file. */
export function isPicture({ mimeType, uri }: Attachment): boolean {
  return mimeType !== undefined || /\.(?:png|jpe?g|gif|webp)$/i.test(uri ?? '');
}

/** Sizes in CSS pixels. */
const thumbnail = 20;
const [widest, highest] = [240, 120];
const density = 2;

type Draw = (picture: ImageBitmap) => HTMLCanvasElement;

/** Replaces the icon by the picture. It is painted on a canvas, since the page may not load images. */
async function drawPicture(chip: HTMLElement, { label, attachment }: Attached, draw: Draw): Promise<void> {
  const bytes = Uint8Array.from(atob(attachment.data ?? ''), (character) => character.charCodeAt(0));
  try {
    const picture = await createImageBitmap(new Blob([bytes], { type: attachment.mimeType ?? '' }));
    const canvas = draw(picture);
    picture.close();
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', line(t('Preview of {0}', label)));
    chip.querySelector('.codicon')?.replaceWith(canvas);
  } catch {
    // The icon stays if the browser can't decode the picture; the model may still read it.
  }
}

/** Paints the center square of the picture. */
function drawThumbnail(picture: ImageBitmap): HTMLCanvasElement {
  const side = Math.min(picture.width, picture.height);
  return paint(picture, [(picture.width - side) / 2, (picture.height - side) / 2, side, side], thumbnail, thumbnail);
}

/** Paints the whole picture, scaled down if it is large. */
function drawWhole(picture: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, widest / picture.width, highest / picture.height);
  const least = (length: number) => Math.max(thumbnail, Math.round(length * scale));
  return paint(picture, [0, 0, picture.width, picture.height], least(picture.width), least(picture.height));
}

function paint(picture: ImageBitmap, from: [number, number, number, number], width: number, height: number): HTMLCanvasElement {
  const canvas = h('canvas', { class: 'thumbnail', attrs: { width: String(width * density), height: String(height * density) } });
  canvas.style.width = `${width}px`;
  canvas.getContext('2d')?.drawImage(picture, ...from, 0, 0, canvas.width, canvas.height);
  return canvas;
}
