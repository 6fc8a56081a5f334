// What is dropped on the input or pasted into it.
import { t } from '@vscode/l10n';
import type { Attached } from '../../shared/attachment';
import { fileName } from '../../shared/uri';

/** The protocol's bound on a picture, in bytes. */
const largestImage = 5 * 1024 * 1024;
const largestText = 256 * 1024;
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface Taken { attachments: Attached[]; problems: string[] }

/** The files that the explorer or an editor tab gives as URIs. */
export function droppedUris(data: DataTransfer): Attached[] {
  const list = data.getData('application/vnd.code.uri-list') || data.getData('text/uri-list');
  const uris = list.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#') && !/^(?:https?|data|javascript|command):/i.test(line));
  return [...new Set(uris)].map((uri) => ({ label: fileName(uri), attachment: { uri } }));
}

/** Pictures, and texts from outside of VS Code, by their content. */
export async function readFiles(files: Iterable<File>): Promise<Taken> {
  const taken: Taken = { attachments: [], problems: [] };
  const all = [...files];
  const read = await Promise.all(all.map((file) => readFile(file)));
  for (const one of read) {
    if (typeof one === 'string') taken.problems.push(one);
    else taken.attachments.push(one);
  }
  return taken;
}

/** The file as an attachment, or why it is none. */
async function readFile(file: File): Promise<Attached | string> {
  const name = file.name || t('picture');
  if (imageTypes.has(file.type)) {
    if (file.size > largestImage) return t('{0} is larger than 5 MB.', name);
    return { label: name, attachment: { name, mimeType: file.type, data: await base64(file) } };
  }
  if (file.size > largestText) return t('{0} is too large to attach; open its folder and name it by @.', name);
  const text = await file.text();
  return text.includes('\0') ? t('{0} is no text and no picture that a model can see.', name) : { label: name, attachment: { name, text } };
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
