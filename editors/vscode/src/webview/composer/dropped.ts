// Files that the user drops on the input or pastes into it.
import { t } from '@vscode/l10n';
import type { Attached } from '../../shared/attachment';
import { fileName } from '../../shared/uri';

/** The largest picture that the protocol allows, in bytes. */
const largestImage = 5 * 1024 * 1024;
const largestText = 256 * 1024;
const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface ReadFiles {
  attachments: Attached[];
  problems: string[];
}

/** Returns the files that are dragged from the explorer or an editor tab. */
export function droppedUris(data: DataTransfer): Attached[] {
  const list = data.getData('application/vnd.code.uri-list') || data.getData('text/uri-list');
  const uris = list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^(?:https?|data|javascript|command):/i.test(line));
  return [...new Set(uris)].map((uri) => ({ label: fileName(uri), attachment: { uri } }));
}

/** Reads pictures and text files from outside of VS Code. */
export async function readFiles(files: Iterable<File>): Promise<ReadFiles> {
  const result: ReadFiles = { attachments: [], problems: [] };
  const all = [...files];
  const read = await Promise.all(all.map((file) => readFile(file)));
  for (const one of read) {
    if (typeof one === 'string') result.problems.push(one);
    else result.attachments.push(one);
  }
  return result;
}

/** Returns the file as an attachment, or the problem. */
async function readFile(file: File): Promise<Attached | string> {
  const name = file.name || t('picture');
  if (imageTypes.has(file.type)) {
    if (file.size > largestImage) return t('{0} is larger than 5 MB.', name);
    return { label: name, attachment: { name, mimeType: file.type, data: await base64(file) } };
  }
  if (file.size > largestText) return t('{0} is too large to attach. Open its folder and mention it with @.', name);
  const text = await file.text();
  return text.includes('\0') ? t('{0} is neither a text file nor a supported picture.', name) : { label: name, attachment: { name, text } };
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
