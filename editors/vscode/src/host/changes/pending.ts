import * as vscode from 'vscode';
import type { ChangedFile } from '../../shared/protocol';
import { hunksOf, joined, type Hunk, type Sides } from './hunks';

interface Computed { version: number; sides: Sides; hunks: Hunk[] }

/** The files that turns have changed and the user has neither kept nor undone. They outlive a reload of the window. */
export class PendingChanges implements vscode.Disposable {
  private readonly files = new Map<string, Sides>();
  private readonly computed = new WeakMap<vscode.TextDocument, Computed>();
  private readonly emitter = new vscode.EventEmitter<void>();
  /** Fires if a file is added or removed, or a change of it is kept. */
  readonly onChange = this.emitter.event;

  /** The files in the order of their paths. */
  get uris(): vscode.Uri[] {
    return [...this.files.keys()].toSorted().map((uri) => vscode.Uri.parse(uri));
  }

  sides(uri: vscode.Uri): Sides | undefined {
    return this.files.get(uri.toString());
  }

  /** Returns all files, to be stored. */
  get all(): ReadonlyMap<string, Sides> {
    return this.files;
  }

  /** Adds the files that a turn has changed. Files that are no text are left out. */
  add(changed: readonly ChangedFile[]): void {
    for (const { uri, from, kind, before, after } of changed) {
      if ((kind !== 'create' && before === undefined) || (kind !== 'delete' && after === undefined)) continue;
      if (from !== undefined) this.rename(from, uri);
      this.join(vscode.Uri.parse(uri).toString(), { before, after });
    }
    this.emitter.fire();
  }

  set(uri: vscode.Uri, sides: Sides): void {
    this.files.set(uri.toString(), sides);
    this.emitter.fire();
  }

  /** Keeps the changes of the files. */
  keep(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) this.files.delete(uri.toString());
    this.emitter.fire();
  }

  /** Returns the changes in a document that are neither kept nor undone. */
  hunks(document: vscode.TextDocument): readonly Hunk[] {
    const sides = this.sides(document.uri);
    if (!sides) return [];
    const known = this.computed.get(document);
    if (known?.version === document.version && known.sides === sides) return known.hunks;
    const hunks = hunksOf(sides, document.getText());
    this.computed.set(document, { version: document.version, sides, hunks });
    return hunks;
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private rename(from: string, to: string): void {
    const key = vscode.Uri.parse(from).toString();
    const sides = this.files.get(key);
    if (!sides) return;
    this.files.delete(key);
    this.files.set(vscode.Uri.parse(to).toString(), sides);
  }

  private join(key: string, sides: Sides): void {
    const earlier = this.files.get(key);
    const both = earlier ? joined(earlier, sides) : sides;
    if (both.before === both.after) this.files.delete(key); // it is as it was before the first of the turns
    else this.files.set(key, both);
  }
}
