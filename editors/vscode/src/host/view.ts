import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Draft } from '../shared/attachment';
import { parseFromView, type FromView, type ToView } from '../shared/messages';
import { lastTurns } from '../shared/state/reduce';
import type { Panel } from './consent/approvals';
import { chatHtml } from './html';
import { draftKey, messageHandlers, type MessageHandlers, type MessageTargets } from './messageHandlers';
import { showError } from './notifications';
import type { Store } from './store';

export const viewId = 'ptk.chat';

/** The chat in the side bar. It has no state of its own: a new webview is drawn from the store. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable, Panel {
  private view: vscode.WebviewView | undefined;
  private ready = false;
  private focusWhenReady = false;
  /** Messages for a webview that is not open yet. */
  private readonly queue: ToView[] = [];
  private readonly handlers: MessageHandlers;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly extension: vscode.Uri, private readonly store: Store, private readonly targets: MessageTargets) {
    this.handlers = messageHandlers(targets, { begin: () => this.begin(), post: (message) => this.post(message) });
    this.disposables = [
      vscode.window.registerWebviewViewProvider(viewId, this, { webviewOptions: { retainContextWhenHidden: true } }),
      store.onEvent((event) => (event.type === 'opened' ? this.postSnapshot() : this.post({ kind: 'event', event }))),
      targets.conversations.onChange(() => this.post({ kind: 'historyChanged' })),
      targets.approvals.onChange(() => this.showBadge()),
    ];
  }

  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  /** Opens the view and focuses its input. */
  async reveal(): Promise<void> {
    this.focusWhenReady = true;
    await vscode.commands.executeCommand(`${viewId}.focus`);
    if (this.ready) this.focusInput();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const dist = vscode.Uri.joinPath(this.extension, 'dist');
    this.view = view;
    this.ready = false;
    view.webview.options = { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [dist] };
    view.webview.onDidReceiveMessage((raw) => this.receive(raw));
    view.onDidDispose(() => this.forget(view));
    view.webview.html = chatHtml(view.webview, dist);
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private forget(view: vscode.WebviewView): void {
    if (this.view !== view) return;
    this.view = undefined;
    this.ready = false;
  }

  /** Sends a message to the webview, once it is open. */
  postWhenReady(message: ToView): void {
    if (this.ready) this.post(message);
    else this.queue.push(message);
  }

  private post(message: ToView): void {
    if (this.ready) void this.view?.webview.postMessage(message);
  }

  private postSnapshot(): void {
    this.post({ kind: 'snapshot', state: lastTurns(this.store.state) });
  }

  private begin(): void {
    this.ready = true;
    this.postSnapshot();
    const draft = this.targets.memory.get<Draft>(draftKey);
    if (draft) this.post({ kind: 'draft', draft });
    for (const message of this.queue.splice(0)) this.post(message);
    if (this.focusWhenReady) this.focusInput();
  }

  private focusInput(): void {
    this.focusWhenReady = false;
    this.post({ kind: 'focus' });
  }

  private receive(raw: unknown): void {
    const message = parseFromView(raw);
    if (message) void this.handle(message);
    else this.targets.log.warn(`the chat view sent an unknown message: ${JSON.stringify(raw)?.slice(0, 200)}`);
  }

  /** Runs the handler of the message, and shows its error to the user. */
  private async handle(message: FromView): Promise<void> {
    const run = this.handlers[message.kind] as (message: FromView) => unknown;
    try {
      await run(message);
    } catch (e) {
      this.targets.log.error(e instanceof Error ? e : String(e));
      void showError(`PTK: ${e instanceof Error ? e.message : String(e)}`);
    }
  }

  /** Shows the number of pending questions on the view's icon. */
  private showBadge(): void {
    const value = this.targets.approvals.pending.length;
    if (this.view) this.view.badge = value > 0 ? { value, tooltip: t('PTK waits for your consent') } : undefined;
  }
}
