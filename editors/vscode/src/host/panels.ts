// Chats in editor tabs. A tab is restored after a reload of the window by the id of its conversation.
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { line } from '../shared/visible';
import type { OpenChat } from './chats/openChat';
import { Surface } from './chats/surface';
import type { Chats } from './chats/chats';
import type { Surfaces } from './chats/surfaces';
import type { ChatPage } from './page';

export const panelType = 'ptk.chatEditor';

/** A chat in a tab. */
interface Tab { panel: vscode.WebviewPanel; surface: Surface; page: ChatPage }

export interface PanelTargets {
  extension: vscode.Uri;
  chats: Chats;
  surfaces: Surfaces;
  makePage(surface: Surface): ChatPage;
  /** Shows a conversation of the history; rejects if it can't be read. */
  restore(surface: Surface, conversationId: string): Promise<void>;
}

/** The editor tabs that show chats. */
export class ChatPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly tabs = new Map<Surface, Tab>();
  private readonly registered: vscode.Disposable;

  constructor(private readonly targets: PanelTargets) {
    this.registered = vscode.window.registerWebviewPanelSerializer(panelType, this);
  }

  /** Opens a tab with the chat, or a new one, and focuses its input. */
  open(chat?: OpenChat): void {
    const place = chat && this.targets.surfaces.places(chat).find((one) => this.tabs.has(one));
    if (place) {
      this.reveal(place);
      return;
    }
    const panel = vscode.window.createWebviewPanel(panelType, 'PTK', vscode.ViewColumn.Active, { retainContextWhenHidden: true });
    this.show(panel, new Surface(this.targets.chats, chat)).page.focus();
  }

  /** Shows the tab of a surface; false if it is in none. */
  reveal(surface: Surface): boolean {
    const tab = this.tabs.get(surface);
    tab?.panel.reveal();
    tab?.page.focus();
    return tab !== undefined;
  }

  pageOf(surface: Surface): ChatPage | undefined {
    return this.tabs.get(surface)?.page;
  }

  /** Restores a tab after a reload of the window. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const id = (state as { conversationId?: unknown } | undefined)?.conversationId;
    const { surface } = this.show(panel, new Surface(this.targets.chats));
    if (typeof id === 'string') await this.targets.restore(surface, id);
  }

  dispose(): void {
    vscode.Disposable.from(this.registered, ...[...this.tabs.values()].map(({ panel }) => panel)).dispose();
  }

  private show(panel: vscode.WebviewPanel, surface: Surface): Tab {
    const { surfaces, chats, extension } = this.targets;
    const tab = { panel, surface, page: this.targets.makePage(surface) };
    this.tabs.set(surface, tab);
    surfaces.add(surface);
    const retitle = () => {
      panel.title = titleOf(surface.shown);
    };
    const look = () => {
      surface.visible = panel.visible;
      if (panel.active) surfaces.activate(surface);
    };
    const listeners = [chats.onChange(retitle), surface.onEvent(({ type }) => type === 'shown' && retitle())];
    panel.iconPath = vscode.Uri.joinPath(extension, 'media', 'activitybar.svg');
    panel.onDidChangeViewState(look);
    panel.onDidDispose(() => this.forget(tab, listeners));
    retitle();
    look();
    tab.page.open(panel.webview);
    return tab;
  }

  /** The chat of a closed tab goes on if a turn of it runs. */
  private forget(tab: Tab, listeners: readonly vscode.Disposable[]): void {
    const { surface, page } = tab;
    const chat = surface.shown;
    this.tabs.delete(surface);
    this.targets.surfaces.remove(surface);
    vscode.Disposable.from(...listeners, page, surface).dispose();
    this.targets.chats.release(chat);
  }
}

/** The title says whether the chat needs the user: a tab in the background shows nothing else. */
function titleOf(chat: OpenChat): string {
  const name = line(chat.title || t('New chat'));
  return { asks: `❓ ${name}`, running: `… ${name}`, unread: `● ${name}`, idle: name }[chat.mark];
}
