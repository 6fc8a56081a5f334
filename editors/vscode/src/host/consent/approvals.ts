import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApprovedFile, ApproveParams, ApproveResult } from '../../shared/protocol';
import type { Store } from '../store';
import { showWarning } from '../notifications';

/** The part of the view that a question needs. */
export interface Panel {
  readonly visible: boolean;
  reveal(): Promise<void>;
}

/** Where a question is shown besides the chat: in VS Code's diff editor. */
export interface Reviewer {
  /** The file of `uri`, or the first, is in front. */
  open(question: ApproveParams, uri?: string): Promise<void>;
  /** The files that the user wants otherwise than proposed. */
  changed(question: ApproveParams): Promise<ApprovedFile[]>;
  close(toolCallId: string): void;
}

interface Pending {
  params: ApproveParams;
  settle(answer: ApproveResult): void;
}

/** The questions of the server that wait for the user. They last as long as the server waits, whatever shows them. */
export class Approvals implements vscode.Disposable {
  private readonly questions = new Map<string, Pending>();
  private readonly emitter = new vscode.EventEmitter<void>();
  private view: Panel | undefined;
  private reviewer: Reviewer | undefined;

  /** Tells that a question has come or gone. */
  readonly onChange = this.emitter.event;

  constructor(private readonly store: Store) {}

  /** Where the user can look at a question. */
  connect(view: Panel, reviewer: Reviewer): void {
    this.view = view;
    this.reviewer = reviewer;
  }

  /** All that wait, oldest first. */
  get pending(): readonly ApproveParams[] {
    return [...this.questions.values()].map(({ params }) => params);
  }

  /** The question about that call, while it waits. */
  find(toolCallId: string): ApproveParams | undefined {
    return this.questions.get(toolCallId)?.params;
  }

  /** Asks the user; a question that the server takes back counts as rejected. */
  ask(params: ApproveParams, token: vscode.CancellationToken): Promise<ApproveResult> {
    return new Promise((resolve) => {
      const withdrawn = token.onCancellationRequested(() => this.settle(params.toolCallId, { decision: 'reject' }));
      this.questions.set(params.toolCallId, {
        params,
        settle: (answer) => {
          withdrawn.dispose();
          resolve(answer);
        },
      });
      this.store.dispatch({ type: 'approval', params });
      this.emitter.fire();
      if (!this.view?.visible) void this.notify(params);
    });
  }

  /** Gives the user's answer to the server, with what the user changed in the diff editor; false where the question is gone. */
  async answer(toolCallId: string, answer: ApproveResult): Promise<boolean> {
    const question = this.find(toolCallId);
    if (!question) return false;
    const files = answer.decision === 'reject' ? undefined : answer.files ?? await this.reviewer?.changed(question);
    return this.settle(toolCallId, files?.length ? { ...answer, files } : answer);
  }

  /** Shows what a question is about in the diff editor, or in the chat where no text would change. */
  async review(question: ApproveParams, uri?: string): Promise<void> {
    if (question.diff?.length) await this.reviewer?.open(question, uri);
    else await this.view?.reveal();
  }

  /** Rejects all questions: nobody can answer them any more. */
  rejectAll(): void {
    for (const id of this.questions.keys()) this.settle(id, { decision: 'reject' });
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private settle(toolCallId: string, answer: ApproveResult): boolean {
    const question = this.questions.get(toolCallId);
    if (!question) return false;
    this.questions.delete(toolCallId);
    question.settle(answer);
    this.reviewer?.close(toolCallId);
    this.store.dispatch({ type: 'answered', toolCallId, decision: answer.decision, at: Date.now() });
    this.emitter.fire();
    return true;
  }

  /** Tells the user who does not see the chat. */
  private async notify(params: ApproveParams): Promise<void> {
    const [diff, chat] = [t('Open Diff'), t('Open Chat')];
    const chosen = await showWarning(t('PTK asks for your consent: {0}', [params.risk, params.title].filter(Boolean).join(' ')), ...(params.diff?.length ? [diff, chat] : [chat]));
    if (chosen === diff && this.find(params.toolCallId)) await this.review(params);
    else if (chosen) await this.view?.reveal();
  }
}
