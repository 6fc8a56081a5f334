import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ToView } from '../../shared/messages';
import { escapeLabel } from '../escape';
import type { Chats } from './chats';
import type { ChatMark, OpenChat } from './openChat';
import type { Surface } from './surface';
import type { Surfaces } from './surfaces';

/** Shows places and what is in them. */
export interface Places {
  /** Opens the place and focuses its input. */
  reveal(surface: Surface): Promise<void>;
  post(surface: Surface, message: ToView): void;
  /** Opens an editor tab with the chat of the place that the user works in, which gets a new one. */
  moveToEditor(): void;
  searchPrompts(surface: Surface): Promise<void>;
}

const icons: Record<ChatMark, string> = { asks: 'question', running: 'loading~spin', unread: 'circle-filled', idle: 'comment' };

/** Returns the mark in words. */
export function markText(mark: ChatMark): string {
  return { asks: t('needs you'), running: t('running'), unread: t('new answer'), idle: '' }[mark];
}

/** Lets the user choose one of the open chats; those that need the user come first. */
export async function switchChat(chats: Chats, surfaces: Surfaces, places: Places): Promise<void> {
  const order: readonly ChatMark[] = ['asks', 'unread', 'running', 'idle'];
  const items = chats.all
    .filter((chat) => !chat.empty)
    .toSorted((a, b) => order.indexOf(a.mark) - order.indexOf(b.mark))
    .map((chat) => ({ label: `$(${icons[chat.mark]}) ${escapeLabel(chat.title)}`, description: markText(chat.mark), chat }));
  const history = { label: `$(history) ${t('Show History')}`, description: '', chat: undefined };
  const chosen = await vscode.window.showQuickPick([...items, history], { title: t('Switch to a chat') });
  if (chosen?.chat) await showChat(chosen.chat, surfaces, places);
  else if (chosen) {
    places.post(surfaces.active, { kind: 'showHistory' });
    await places.reveal(surfaces.active);
  }
}

/** Shows a chat where it is shown already, else in the place that the user works in. */
export async function showChat(chat: OpenChat, surfaces: Surfaces, places: Places): Promise<void> {
  const place = surfaces.places(chat)[0] ?? surfaces.active;
  if (place.shown !== chat) place.show(chat);
  await places.reveal(place);
}
