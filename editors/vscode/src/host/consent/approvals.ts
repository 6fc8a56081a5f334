import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApprovedFile, ApproveParams, ApproveResult } from '../../shared/protocol';
import type { ViewEvent } from '../../shared/state/types';
import type { Store } from '../store';
import { showWarning } from '../notifications';
import { isShownByTitle } from './isShownByTitle';

/** The part of the chat view that Approvals uses. */
export interface Panel {
  readonly visible: boolean;
  reveal(): Promise<void>;
}

/** Shows the changes of a question in the diff editor. */
export interface Reviewer {
  /** Opens all changed files; the file `uri`, or the first, is active. */
  open(question: ApproveParams, uri?: string): Promise<void>;
  /** Returns the files that the user edited in the diff editor. */
  changed(question: ApproveParams): Promise<ApprovedFile[]>;
  close(toolCallId: string): void;
}

interface Pending {
  params: ApproveParams;
  settle(answer: ApproveResult): void;
}

/** The consent questions of the server that are not answered yet, whether they are shown or not. */
export class Approvals implements vscode.Disposable {
  private readonly questions = new Map<string, Pending>();
  private readonly emitter = new vscode.EventEmitter<void>();
  private view: Panel | undefined;
  private reviewer: Reviewer | undefined;

  /** Fires if a question arrives or is answered. */
  readonly onChange = this.emitter.event;

  constructor(private readonly store: Store) {}

  /** Sets where questions are shown. */
  connect(view: Panel, reviewer: Reviewer): void {
    this.view = view;
    this.reviewer = reviewer;
  }

  /** The open questions, oldest first. */
  get pending(): readonly ApproveParams[] {
    return [...this.questions.values()].map(({ params }) => params);
  }

  /** Returns the open question about that call. */
  find(toolCallId: string): ApproveParams | undefined {
    return this.questions.get(toolCallId)?.params;
  }

  /** Asks the user. A question that the server cancels counts as rejected. */
  ask(params: ApproveParams, token: vscode.CancellationToken): Promise<ApproveResult> {
    return new Promise((resolve) => {
      const withdrawn = token.onCancellationRequested(() => this.withdraw(params.toolCallId));
      this.questions.set(params.toolCallId, {
        params,
        settle: (answer) => {
          withdrawn.dispose();
          resolve(answer);
        },
      });
      this.store.dispatch({ type: 'approval', params, at: Date.now() });
      this.emitter.fire();
      if (!this.view?.visible) void this.notify(params);
    });
  }

  /** Sends the answer with the user's edits in the diff editor to the server; false if the question is no longer open. */
  async answer(toolCallId: string, answer: ApproveResult): Promise<boolean> {
    const question = this.find(toolCallId);
    if (!question) return false;
    const files = answer.decision === 'reject' ? undefined : (answer.files ?? (await this.reviewer?.changed(question)));
    return this.settle(toolCallId, files?.length ? { ...answer, files } : answer);
  }

  /** Shows the question in the diff editor, or in the chat if it changes no file. */
  async review(question: ApproveParams, uri?: string): Promise<void> {
    if (question.diff?.length) await this.reviewer?.open(question, uri);
    else await this.view?.reveal();
  }

  /** Withdraws all open questions, since the turn stops. For the server they count as rejected. */
  withdrawAll(): void {
    for (const id of this.questions.keys()) this.withdraw(id);
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private withdraw(toolCallId: string): void {
    this.close(toolCallId, { decision: 'reject' }, { type: 'withdrawn', toolCallId, at: Date.now() });
  }

  private settle(toolCallId: string, answer: ApproveResult): boolean {
    return this.close(toolCallId, answer, { type: 'answered', toolCallId, decision: answer.decision, ...(answer.feedback && { feedback: answer.feedback }), at: Date.now() });
  }

  /** Answers the server and closes the question; false if it is no longer open. */
  private close(toolCallId: string, answer: ApproveResult, event: ViewEvent): boolean {
    const question = this.questions.get(toolCallId);
    if (!question) return false;
    this.questions.delete(toolCallId);
    question.settle(answer);
    this.reviewer?.close(toolCallId);
    this.store.dispatch(event);
    this.emitter.fire();
    return true;
  }

  /** Shows a notification, for a user who does not see the chat. */
  private async notify(params: ApproveParams): Promise<void> {
    const [allow, diff, chat] = [t('Allow Once'), t('Open Diff'), t('Open Chat')];
    const buttons = [...(isShownByTitle(params) ? [allow] : []), ...(params.diff?.length ? [diff] : []), chat];
    const message = t('PTK asks for your consent: {0}', [params.risk, params.title].filter(Boolean).join(' '));
    const chosen = await showWarning(message, ...buttons);
    if (chosen === allow) await this.answer(params.toolCallId, { decision: 'allow_once' });
    else if (chosen === diff && this.find(params.toolCallId)) await this.review(params);
    else if (chosen) await this.view?.reveal();
  }
}
