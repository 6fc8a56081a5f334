import type * as vscode from 'vscode';
import { readFile } from '../editor/readFile';
import { hunksOf, type Hunk, type Sides } from './hunks';

/** A changed file as it is now. */
export interface FileState {
  uri: vscode.Uri;
  sides: Sides;
  /** The present text; undefined if there is no file. */
  text: string | undefined;
  hunks: readonly Hunk[];
}

/** Returns the file if it still has changes that can be kept or undone. */
export async function fileState(uri: vscode.Uri, sides: Sides): Promise<FileState | undefined> {
  const text = await readFile(uri.toString()).then((file) => file.text, () => undefined);
  if (text === undefined) return sides.after === undefined ? { uri, sides, text, hunks: [] } : undefined;
  if (sides.after === undefined) return undefined; // it was deleted, and is there again
  const hunks = hunksOf(sides, text);
  return hunks.length > 0 || sides.before === undefined ? { uri, sides, text, hunks } : undefined;
}

/** Returns how many lines the pending changes of the file add and remove. */
export function countLines({ sides, hunks, text }: FileState): { added: number; removed: number } {
  if (text === undefined) return { added: 0, removed: lineCount(sides.before) };
  if (sides.before === undefined) return { added: lineCount(text), removed: 0 };
  return {
    added: hunks.reduce((sum, { start, end }) => sum + end - start, 0),
    removed: hunks.reduce((sum, { before }) => sum + before.length, 0),
  };
}

function lineCount(text = ''): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}
