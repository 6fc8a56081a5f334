import { t } from '@vscode/l10n';
import type { UndoneFile } from '../../shared/protocol';
import { nameOf } from '../editor/documents';
import { showInformation } from '../notifications';
import { sendRequest } from '../requests';
import type { Server } from '../server';
import type { Store } from '../store';
import * as vscode from 'vscode';

/** Puts the files back to where they were before a turn. */
export class Checkpoints {
  constructor(private readonly server: Server, private readonly store: Store) {}

  /** Shows in the view what would be put back. */
  async plan(turn: number): Promise<void> {
    const turnId = this.idOf(turn);
    if (turnId === undefined) return;
    const files = await this.rewind(turnId, true).catch(() => []); // nothing was changed
    this.store.dispatch({ type: 'rewindPlan', turnId, files });
  }

  /** Puts the files back, and tells what was left alone; the changes can be made again. */
  async putBack(turn: number): Promise<void> {
    const turnId = this.idOf(turn);
    const conversationId = this.store.state.conversation?.id;
    if (turnId === undefined || conversationId === undefined) return;
    const { state } = this.store;
    const later = state.turns.slice(turn - state.earlier).filter(({ changes, reverted }) => changes?.length && !reverted);
    const files = await this.rewind(turnId, false);
    void this.tell(files, conversationId, later.flatMap(({ id }) => id ?? []));
  }

  /** Returns the id of a turn, counted from 0. */
  private idOf(turn: number): string | undefined {
    const { turns, earlier } = this.store.state;
    return turns[turn - earlier]?.id;
  }

  private async rewind(turnId: string, plan: boolean): Promise<UndoneFile[]> {
    const { client } = this.server;
    const conversationId = this.store.state.conversation?.id;
    if (!client || conversationId === undefined) throw new Error(t('The server is not running.'));
    const { files } = await sendRequest(client, 'ptk/rewind', { conversationId, turnId, ...(plan && { plan }) });
    return files;
  }

  private async tell(files: readonly UndoneFile[], conversationId: string, turns: readonly string[]): Promise<void> {
    const left = files.filter(({ status }) => status === 'conflict').map(({ uri }) => nameOf(vscode.Uri.parse(uri)));
    const back = files.length - left.length;
    const done = back === 1 ? t('PTK put 1 file back.') : t('PTK put {0} files back.', back);
    const rest = left.length > 0 ? t('Left as they are, since you have changed them: {0}', left.join(', ')) : '';
    const again = t('Redo');
    if ((await showInformation([done, rest].filter(Boolean).join(' '), again)) === again) await this.redo(conversationId, turns);
  }

  private async redo(conversationId: string, turns: readonly string[]): Promise<void> {
    const { client } = this.server;
    if (!client) return;
    await turns.reduce<Promise<unknown>>(
      (before, turnId) => before.then(() => sendRequest(client, 'ptk/redo', { conversationId, turnId })),
      Promise.resolve(),
    );
  }
}
