import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApproveParams, ApproveResult, Decision } from '../protocol';
import type { Store } from './store';

/** The part of the view that a question needs. */
export interface Visible {
  readonly visible: boolean;
  reveal(): Promise<void>;
}

interface Pending { settle(answer: ApproveResult): void }

/** The questions of the server that wait for the user. They are asked in the chat and last as long as the server waits. */
export class Approvals {
  private readonly pending = new Map<string, Pending>();
  private view: Visible | undefined;

  constructor(private readonly store: Store) {}

  /** Where to look whether the user can see the chat. */
  whenHidden(view: Visible): void {
    this.view = view;
  }

  /** Asks the user; a question that the server takes back counts as rejected. */
  ask(params: ApproveParams, token: vscode.CancellationToken): Promise<ApproveResult> {
    return new Promise((resolve) => {
      const withdrawn = token.onCancellationRequested(() => this.answer(params.toolCallId, 'reject'));
      this.pending.set(params.toolCallId, {
        settle: (answer) => {
          withdrawn.dispose();
          resolve(answer);
        },
      });
      this.store.dispatch({ type: 'approval', params });
      if (!this.view?.visible) void this.notify(params);
    });
  }

  /** Gives the user's answer to the server; false where the question is gone. */
  answer(toolCallId: string, decision: Decision, feedback?: string): boolean {
    const question = this.pending.get(toolCallId);
    if (!question) return false;
    this.pending.delete(toolCallId);
    question.settle(feedback ? { decision, feedback } : { decision });
    this.store.dispatch({ type: 'answered', toolCallId, decision });
    return true;
  }

  /** Rejects all questions: nobody can answer them any more. */
  rejectAll(): void {
    for (const id of this.pending.keys()) this.answer(id, 'reject');
  }

  private async notify(params: ApproveParams): Promise<void> {
    const chosen = await vscode.window.showWarningMessage(t('PTK asks for your consent: {0}', params.title), t('Open Chat'));
    if (chosen) await this.view?.reveal();
  }
}
