import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseFromView, type FromView, type ToView } from '../bridge';
import type { Approvals, Visible } from './consent/approvals';
import { answerOf } from './consent/leaveOut';
import type { MadeChanges } from './consent/madeChanges';
import { chatHtml } from './html';
import { openFile } from './openFile';
import type { Server } from './server';
import type { DraftState } from '../webview/composer/draft';
import { tail } from '../webview/state';
import type { Store } from './store';
import { draftKey, grant, type WishTargets } from './wishes';
import { alarm } from './tell';

export const viewId = 'ptk.chat';

/** What the view's buttons reach. */
export interface ViewActions extends WishTargets {
  approvals: Approvals;
  made: MadeChanges;
  server: Server;
  log: vscode.LogOutputChannel;
}

/** The chat in the side bar. It holds nothing: a new webview is drawn from the store. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable, Visible {
  private view: vscode.WebviewView | undefined;
  private ready = false;
  private focusWhenReady = false;
  /** What the view is told as soon as it is open. */
  private readonly waiting: ToView[] = [];
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly extension: vscode.Uri, private readonly store: Store, private readonly actions: ViewActions) {
    this.disposables = [
      vscode.window.registerWebviewViewProvider(viewId, this, { webviewOptions: { retainContextWhenHidden: true } }),
      store.onEvent((event) => (event.type === 'opened' ? this.postAll() : this.post({ kind: 'event', event }))),
      actions.conversations.onChange(() => this.post({ kind: 'historyChanged' })),
      actions.approvals.onChange(() => this.showBadge()),
    ];
  }

  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  /** Opens the view and puts the cursor into its input. */
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

  /** Tells the view something; what can't be told yet is told when it is open. */
  tell(message: ToView): void {
    if (this.ready) this.post(message);
    else this.waiting.push(message);
  }

  private post(message: ToView): void {
    if (this.ready) void this.view?.webview.postMessage(message);
  }

  private postAll(): void {
    this.post({ kind: 'snapshot', state: tail(this.store.state) });
  }

  private begin(): void {
    this.ready = true;
    this.postAll();
    const draft = this.actions.memory.get<DraftState>(draftKey);
    if (draft) this.post({ kind: 'draft', draft });
    for (const message of this.waiting.splice(0)) this.post(message);
    if (this.focusWhenReady) this.focusInput();
  }

  private focusInput(): void {
    this.focusWhenReady = false;
    this.post({ kind: 'focus' });
  }

  private receive(raw: unknown): void {
    const message = parseFromView(raw);
    if (message) this.act(message);
    else this.actions.log.warn(`the chat view sent something unknown: ${JSON.stringify(raw)?.slice(0, 200)}`);
  }

  private act(message: FromView): void {
    const { chat, server, log } = this.actions;
    switch (message.kind) {
      case 'ready':
        return this.begin();
      case 'retry':
        return void chat.retry();
      case 'stop':
        return chat.stop();
      case 'newChat':
        return chat.newChat();
      case 'approve':
        return this.answer(message);
      case 'showDiff':
        return this.showDiff(message.toolCallId, message.uri);
      case 'openFile':
        return void openFile(message.uri, message.line);
      case 'restartServer':
        return void server.restart().then(() => chat.showModel());
      case 'showLog':
        return log.show(true);
      case 'openSettings':
        return void vscode.commands.executeCommand('workbench.action.openSettings', 'ptk.');
      case 'setApiKey':
        return void vscode.commands.executeCommand('ptk.setApiKey');
      default:
        this.attempt(grant(message, this.actions, (answer) => this.post(answer)));
    }
  }

  /** How many questions wait, on the view's icon. */
  private showBadge(): void {
    const value = this.actions.approvals.pending.length;
    if (this.view) this.view.badge = value > 0 ? { value, tooltip: t('PTK waits for your consent') } : undefined;
  }

  private answer(message: Extract<FromView, { kind: 'approve' }>): void {
    const { approvals } = this.actions;
    const question = approvals.find(message.toolCallId);
    if (question) this.attempt((async () => approvals.answer(question.toolCallId, answerOf(question, message)))());
  }

  private showDiff(toolCallId: string, uri: string | undefined): void {
    const { approvals } = this.actions;
    const question = approvals.find(toolCallId);
    const made = this.store.state.turns.flatMap((turn) => turn.items).find((item) => item.kind === 'tool' && item.id === toolCallId);
    if (question) this.attempt(approvals.review(question, uri));
    else if (made?.kind === 'tool' && made.diff) this.attempt(this.actions.made.open(toolCallId, made.diff));
  }

  /** What fails is told, not lost. */
  private attempt(work: Promise<unknown>): void {
    work.catch((e: unknown) => {
      this.actions.log.error(e instanceof Error ? e : String(e));
      void alarm(`PTK: ${e instanceof Error ? e.message : String(e)}`);
    });
  }
}
