import type { SaveResult } from '../../shared/protocol';
import { openDocument } from './documents';

/** Saves open documents and returns those that are saved. */
export async function save(uris: readonly string[]): Promise<SaveResult> {
  const results = await Promise.all(uris.map(async (uri) => {
    const document = openDocument(uri);
    if (!document || document.isUntitled) return false;
    return !document.isDirty || document.save();
  }));
  return { saved: uris.filter((_, i) => results[i]) };
}
