import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ToView } from '../shared/messages';
import type { Surface } from './chats/surface';
import type { Approvals } from './consent/approvals';
import type { Chats } from './chats/chats';
import type { ChatPage } from './page';

export const viewId = 'ptk.chat';

/** The chat in the side bar. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly page: ChatPage,
    readonly surface: Surface,
    private readonly chats: Chats,
    private readonly approvals: Approvals,
  ) {
    this.disposables = [
      page,
      vscode.window.registerWebviewViewProvider(viewId, this, { webviewOptions: { retainContextWhenHidden: true } }),
      approvals.onChange(() => this.showBadge()),
      chats.onChange(() => this.showBadge()),
    ];
  }

  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  /** Opens the view and focuses its input. */
  async reveal(): Promise<void> {
    this.page.focus();
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }

  /** Sends a message to the webview, once it is open. */
  postWhenReady(message: ToView): void {
    this.page.postWhenReady(message);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.surface.visible = view.visible;
    view.onDidChangeVisibility(() => {
      this.surface.visible = view.visible;
    });
    view.onDidDispose(() => this.forget(view));
    this.page.open(view.webview);
    this.showBadge();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private forget(view: vscode.WebviewView): void {
    this.page.close(view.webview);
    if (this.view !== view) return;
    this.view = undefined;
    this.surface.visible = false;
  }

  /** Shows the number of pending questions on the view's icon, else that of the chats with a new answer. */
  private showBadge(): void {
    if (!this.view) return;
    const asked = this.approvals.pending.length;
    const unread = this.chats.all.filter(({ mark }) => mark === 'unread').length;
    if (asked > 0) this.view.badge = { value: asked, tooltip: t('PTK waits for your consent') };
    else this.view.badge = unread > 0 ? { value: unread, tooltip: t('Chats with a new answer') } : undefined;
  }
}
