import * as vscode from 'vscode';
import type { ToView } from '../../shared/messages';
import { Changes } from '../changes/changes';
import { Checkpoints } from '../changes/checkpoints';
import { Approvals } from '../consent/approvals';
import { Chat } from '../chat';
import { Conversations } from '../conversations';
import type { MessageTargets } from '../messageHandlers';
import { ChatPage } from '../page';
import { ChatPanels } from '../panels';
import { ChatView } from '../view';
import { CodeTheme } from '../theme/codeTheme';
import { Chats } from './chats';
import { Drafts } from './drafts';
import { Follow } from './follow';
import { showChat, type Places } from './places';
import { Prompts } from './prompts';
import { Surface } from './surface';
import { Surfaces } from './surfaces';
import { Titles } from './titles';

export interface ChatWindowOptions {
  extension: vscode.Uri;
  memory: vscode.Memento;
  log: vscode.LogOutputChannel;
  /** The folder in which the pending changes are stored. */
  storage: vscode.Uri;
  /** What the pages use besides chats. */
  services: Pick<MessageTargets, 'code' | 'applied' | 'server'>;
}

/** The chats of this window, and the places that show them: the view in the side bar and editor tabs. */
export class ChatWindow implements Places, vscode.Disposable {
  readonly chats: Chats;
  readonly approvals: Approvals;
  readonly surfaces: Surfaces;
  readonly view: ChatView;
  private readonly changes: Changes;
  private readonly prompts: Prompts;
  private readonly drafts: Drafts;
  private readonly theme: CodeTheme;
  private readonly panels: ChatPanels;
  private readonly watchers: readonly vscode.Disposable[];
  private start: () => void = () => {};
  /** Resolves when conversations can be read. */
  private readonly started = new Promise<void>((resolve) => {
    this.start = resolve;
  });

  constructor(private readonly options: ChatWindowOptions) {
    const { extension, memory, log, storage, services: { server } } = options;
    this.approvals = new Approvals((id) => this.chats.storeOf(id));
    this.chats = new Chats((store) => new Chat(server, store, this.approvals, log));
    this.prompts = new Prompts(memory);
    this.theme = new CodeTheme(log);
    this.drafts = new Drafts(memory, this.chats);
    this.chats.keepUnsent = (chat, texts) => void this.drafts.add(chat, texts);
    this.surfaces = new Surfaces(this.chats, new Surface(this.chats));
    this.changes = new Changes({ server, store: this.surfaces, chats: this.chats, folder: storage, log });
    this.view = new ChatView(this.makePage(this.surfaces.main), this.surfaces.main, this.chats, this.approvals);
    this.panels = new ChatPanels({
      extension, chats: this.chats, surfaces: this.surfaces,
      makePage: (surface) => this.makePage(surface),
      restore: async (surface, id) => {
        await this.started;
        await this.conversationsOf(surface).restore(id);
      },
    });
    this.watchers = [new Follow(this.chats, () => server.client, log), new Titles(this.chats, () => server.client, log)];
  }

  /** The conversations as the view in the side bar shows them. */
  get conversations(): Conversations {
    return this.conversationsOf(this.surfaces.active);
  }

  /** Shows what was shown when the window was closed; the server has started. */
  async restore(): Promise<void> {
    this.start();
    await this.conversationsOf(this.surfaces.main).restoreLast(this.options.memory);
  }

  /** Reports whether the user sees the chat of that conversation. */
  shows(conversationId: string): boolean {
    const chat = this.chats.find(conversationId);
    return chat !== undefined && this.chats.isVisible(chat);
  }

  /** Shows the chat of that conversation. */
  async revealChat(conversationId: string): Promise<void> {
    const chat = this.chats.find(conversationId);
    if (chat) await showChat(chat, this.surfaces, this);
    else await this.reveal(this.surfaces.main);
  }

  async reveal(surface: Surface): Promise<void> {
    if (!this.panels.reveal(surface)) await this.view.reveal();
  }

  post(surface: Surface, message: ToView): void {
    const page = this.panels.pageOf(surface);
    if (page) page.postWhenReady(message);
    else this.view.postWhenReady(message);
  }

  moveToEditor(): void {
    const { active, main } = this.surfaces;
    const chat = active.shown;
    const moves = active === main && !chat.empty;
    this.panels.open(moves ? chat : undefined);
    if (moves) main.newChat();
  }

  async searchPrompts(surface: Surface): Promise<void> {
    const text = await this.prompts.pick();
    if (text !== undefined) this.post(surface, { kind: 'insert', text });
    await this.reveal(surface);
  }

  dispose(): void {
    const own = [this.panels, this.view, this.surfaces, this.prompts, this.theme, this.changes, this.chats, this.approvals];
    for (const one of [...this.watchers, ...own]) one.dispose();
  }

  private conversationsOf(surface: Surface): Conversations {
    const { services, log } = this.options;
    return new Conversations(services.server, surface, this.chats, log);
  }

  private makePage(surface: Surface): ChatPage {
    const { extension, memory, log, services } = this.options;
    return new ChatPage(extension, {
      ...services, memory, log, surface, theme: this.theme,
      checkpoints: new Checkpoints(services.server, surface), shownChanges: this.changes.shown,
      chats: this.chats, drafts: this.drafts, prompts: this.prompts, approvals: this.approvals,
      conversations: this.conversationsOf(surface), openInEditor: (id) => this.openInEditor(id),
      noteFocus: (place, focused) => this.noteFocus(place, focused),
    });
  }

  private noteFocus(surface: Surface, focused: boolean): void {
    if (focused) this.surfaces.activate(surface);
    else if (surface !== this.surfaces.active) return; // another place has got the focus
    void vscode.commands.executeCommand('setContext', 'ptk.chatFocus', focused);
  }

  /** Opens a conversation in an editor tab. */
  private async openInEditor(conversationId: string): Promise<void> {
    this.panels.open(this.chats.find(conversationId));
    if (this.surfaces.active.shown.conversationId !== conversationId)
      await this.conversationsOf(this.surfaces.active).restore(conversationId);
  }
}

