import * as vscode from 'vscode';
import { parseFromView, type FromView, type ToView } from '../shared/messages';
import { lastTurns } from '../shared/state/reduce';
import { chatHtml } from './html';
import { messageHandlers, type MessageHandlers, type MessageTargets } from './messageHandlers';
import { showError } from './notifications';
import type { CodeTheme } from './theme/codeTheme';

/** What a page uses; the chat and its store are those of the place. */
export interface PageTargets extends Omit<MessageTargets, 'chat' | 'store'> { theme: CodeTheme }

/** The page of a place that shows chats. It has no state of its own: a new webview is drawn from the store. */
export class ChatPage implements vscode.Disposable {
  private webview: vscode.Webview | undefined;
  private ready = false;
  private focusWhenReady = false;
  /** Messages for a webview that is not open yet. */
  private readonly queue: ToView[] = [];
  private handlers: MessageHandlers;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly extension: vscode.Uri, private readonly targets: PageTargets) {
    const { surface, chats, prompts, theme } = targets;
    this.handlers = this.makeHandlers();
    this.disposables = [
      surface.onEvent((event) => {
        if (event.type === 'shown') this.switched();
        else if (event.type === 'opened') this.postSnapshot();
        else this.post({ kind: 'event', event });
      }),
      chats.onChange(() => this.postChats()),
      chats.onHistoryChange(() => this.post({ kind: 'historyChanged' })),
      prompts.onChange(() => this.postPrompts()),
      theme.onChange(() => this.postColors()),
    ];
  }

  /** Loads the page into a webview. */
  open(webview: vscode.Webview): void {
    const dist = vscode.Uri.joinPath(this.extension, 'dist');
    this.webview = webview;
    this.ready = false;
    webview.options = { enableScripts: true, enableForms: false, enableCommandUris: false, localResourceRoots: [dist] };
    webview.onDidReceiveMessage((raw) => this.receive(raw));
    webview.html = chatHtml(webview, dist);
  }

  /** Notes that the webview is gone. */
  close(webview: vscode.Webview): void {
    if (this.webview !== webview) return;
    this.webview = undefined;
    this.ready = false;
  }

  /** Focuses the input, once the page is there. */
  focus(): void {
    this.focusWhenReady = true;
    if (this.ready) this.focusInput();
  }

  /** Sends a message to the page, once it is there. */
  postWhenReady(message: ToView): void {
    if (this.ready) this.post(message);
    else this.queue.push(message);
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private makeHandlers(): MessageHandlers {
    const { shown } = this.targets.surface;
    const page = { begin: () => this.begin(), post: (message: ToView) => this.post(message) };
    return messageHandlers({ ...this.targets, chat: shown.chat, store: shown.store }, page);
  }

  private post(message: ToView): void {
    if (this.ready) void this.webview?.postMessage(message);
  }

  private postSnapshot(): void {
    this.post({ kind: 'snapshot', state: lastTurns(this.targets.surface.state) });
    this.postChats();
  }

  private postChats(): void {
    const { chats } = this.targets;
    const entries = chats.all.map(({ number, conversationId, title, mark }) => ({ number, conversationId, title, mark }));
    this.post({ kind: 'chats', chats: entries });
  }

  private postColors(): void {
    this.post({ kind: 'codeColors', colors: this.targets.theme.current });
  }

  private postPrompts(): void {
    this.post({ kind: 'prompts', prompts: this.targets.prompts.all });
  }

  private postDraft(): void {
    const draft = this.targets.drafts.of(this.targets.surface.shown);
    if (draft) this.post({ kind: 'draft', draft });
  }

  private switched(): void {
    this.handlers = this.makeHandlers();
    this.postSnapshot();
    this.postDraft();
  }

  private begin(): void {
    this.ready = true;
    this.postColors();
    this.postSnapshot();
    this.postDraft();
    this.postPrompts();
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
}
