import { t } from '@vscode/l10n';
import type { ToView } from '../bridge';
import type { Request, Send } from './actions';

const answerWithinMs = 20_000;

interface Waiting { resolve(result: unknown): void; reject(error: Error): void; timer: ReturnType<typeof setTimeout> }

/** The view's questions to the server that wait for an answer. */
export class Requests {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly send: Send) {}

  readonly ask: Request = (method, params) => new Promise((resolve, reject) => {
    const id = ++this.last;
    const timer = setTimeout(() => this.settle({ kind: 'answer', id, error: t('The server does not answer.') }), answerWithinMs);
    this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer });
    this.send({ kind: 'request', id, method, params });
  });

  settle(answer: Extract<ToView, { kind: 'answer' }>): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    this.waiting.delete(answer.id);
    clearTimeout(waiting.timer);
    if ('error' in answer) waiting.reject(new Error(answer.error));
    else waiting.resolve(answer.result);
  }
}
