import { t } from '@vscode/l10n';
import type { Request, Send } from './host';

const timeoutMs = 20_000;

interface Pending { resolve(result: unknown): void; reject(error: Error): void; timer: ReturnType<typeof setTimeout> }

/** The pending requests of the webview to the server. */
export class Requests {
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  constructor(private readonly post: Send) {}

  readonly send: Request = (method, params) => new Promise((resolve, reject) => {
    const id = ++this.lastId;
    const timer = setTimeout(() => this.fail(id, t('The server does not respond.')), timeoutMs);
    this.pending.set(id, { resolve: resolve as Pending['resolve'], reject, timer });
    this.post({ kind: 'request', id, method, params });
  });

  resolve(id: number, result: unknown): void {
    this.take(id)?.resolve(result);
  }

  fail(id: number, message: string): void {
    this.take(id)?.reject(new Error(message));
  }

  private take(id: number): Pending | undefined {
    const request = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(request?.timer);
    return request;
  }
}
