import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApprovedFile, ApproveParams, ApproveResult } from '../../shared/protocol';
import { titleOf } from '../../shared/state/title';
import type { ViewEvent } from '../../shared/state/types';
import type { Store } from '../store';
import { showWarning } from '../notifications';
import { isShownByTitle } from './isShownByTitle';

/** The places that show chats, as Approvals uses them. */
export interface Panel {
  /** Reports whether the user sees the chat of that conversation. */
  shows(conversationId: string): boolean;
  /** Shows the chat of that conversation. */
  reveal(conversationId: string): Promise<void>;
}

/** Finds the state of the chat that a question belongs to. */
export type StoreOf = (conversationId: string) => Store | undefined;

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

  constructor(private readonly storeOf: StoreOf) {}

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
      const withdrawn = token.onCancellationRequested(() => this.withdrawOne(params.toolCallId));
      this.questions.set(params.toolCallId, {
        params,
        settle: (answer) => {
          withdrawn.dispose();
          resolve(answer);
        },
      });
      this.storeOf(params.conversationId)?.dispatch({ type: 'approval', params, at: Date.now() });
      this.emitter.fire();
      if (!this.view?.shows(params.conversationId)) void this.notify(params);
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
    else await this.view?.reveal(question.conversationId);
  }

  /** Withdraws all open questions, since the server ends. */
  withdrawAll(): void {
    this.withdraw(() => true);
  }

  /** Withdraws the open questions that match, since their turn stops. For the server they count as rejected. */
  withdraw(matches: (question: ApproveParams) => boolean): void {
    for (const question of this.pending.filter(matches)) this.withdrawOne(question.toolCallId);
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private withdrawOne(toolCallId: string): void {
    this.close(toolCallId, { decision: 'reject' }, { type: 'withdrawn', toolCallId, at: Date.now() });
  }

  private settle(toolCallId: string, answer: ApproveResult): boolean {
    const { decision, feedback } = answer;
    return this.close(toolCallId, answer, { type: 'answered', toolCallId, decision, ...(feedback && { feedback }), at: Date.now() });
  }

  /** Answers the server and closes the question; false if it is no longer open. */
  private close(toolCallId: string, answer: ApproveResult, event: ViewEvent): boolean {
    const question = this.questions.get(toolCallId);
    if (!question) return false;
    this.questions.delete(toolCallId);
    question.settle(answer);
    this.reviewer?.close(toolCallId);
    this.storeOf(question.params.conversationId)?.dispatch(event);
    this.emitter.fire();
    return true;
  }

  /** Shows a notification, for a user who does not see the chat. */
  private async notify(params: ApproveParams): Promise<void> {
    const [allow, diff, chat] = [t('Allow Once'), t('Open Diff'), t('Open Chat')];
    const buttons = [...(isShownByTitle(params) ? [allow] : []), ...(params.diff?.length ? [diff] : []), chat];
    const title = titleOf(this.storeOf(params.conversationId)?.state);
    const what = [params.risk, params.title].filter(Boolean).join(' ');
    const message = title ? t('PTK asks for your consent in the chat “{0}”: {1}', title, what) : t('PTK asks for your consent: {0}', what);
    const chosen = await showWarning(message, ...buttons);
    if (chosen === allow) await this.answer(params.toolCallId, { decision: 'allow_once' });
    else if (chosen === diff && this.find(params.toolCallId)) await this.review(params);
    else if (chosen) await this.view?.reveal(params.conversationId);
  }
}
