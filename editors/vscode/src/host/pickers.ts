// Lists and dialogs in which the user chooses a model, a mode or files.
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Attached } from '../shared/attachment';
import type { Mode, ModelInfo } from '../shared/protocol';
import type { Store } from './store';
import { showWarning } from './notifications';
import { escapeLabel } from './escape';

/** The key of the last mode in the workspace's memory. */
const modeKey = 'ptk.mode';

/** Restores the last mode of this workspace. */
export function restoreMode(store: Store, memory: vscode.Memento): void {
  const mode = memory.get<Mode>(modeKey);
  if (mode) store.dispatch({ type: 'mode', mode });
}

export async function setMode(mode: Mode, store: Store, memory: vscode.Memento): Promise<void> {
  store.dispatch({ type: 'mode', mode });
  await memory.update(modeKey, mode);
}

export async function pickMode(store: Store, memory: vscode.Memento): Promise<void> {
  const modes: (vscode.QuickPickItem & { mode: Mode })[] = [
    {
      mode: 'agent',
      label: `$(tools) ${t('Agent')}`,
      detail: t('Reads, searches, changes files and runs commands; asks before it changes anything.'),
    },
    { mode: 'ask', label: `$(comment) ${t('Ask')}`, detail: t('Reads and searches only.') },
    { mode: 'plan', label: `$(checklist) ${t('Plan')}`, detail: t('Makes a plan for you to review; changes nothing.') },
  ];
  const chosen = await pick(modes, t('Select the mode'), (item) => item.mode === store.state.mode);
  if (chosen) await setMode(chosen.mode, store, memory);
}

/** Lets the user choose the model, which is stored in the user settings. */
export async function pickModel(store: Store, models: () => Promise<readonly ModelInfo[]>): Promise<void> {
  const known = modelItems(store.state.models);
  const fresh = models().then(modelItems);
  const chosen = await pick(known, t('Select the model'), (item) => item.model === store.state.model, fresh);
  if (!chosen) return;
  if (!chosen.available) {
    const setKey = t('Set API Key…');
    const clicked = await showWarning(t('{0} is not available: {1}', chosen.model, chosen.reason), setKey);
    if (clicked === setKey) await vscode.commands.executeCommand('ptk.setApiKey');
    return;
  }
  await vscode.workspace.getConfiguration('ptk').update('model', chosen.model, vscode.ConfigurationTarget.Global);
}

interface ModelItem extends vscode.QuickPickItem {
  model: string;
  available: boolean;
  reason: string;
}

/** Available models come first. */
function modelItems(models: readonly ModelInfo[]): ModelItem[] {
  return models.map(modelItem).toSorted((a, b) => Number(b.available) - Number(a.available));
}

function modelItem({ id, available, contextWindow, reason }: ModelInfo): ModelItem {
  const window = contextWindow ? t('{0} tokens', contextWindow.toLocaleString(vscode.env.language)) : '';
  return {
    model: id,
    available,
    reason: reason ?? '',
    label: `$(${available ? 'sparkle' : 'circle-slash'}) ${escapeLabel(id)}`,
    description: window,
    ...(reason && { detail: escapeLabel(reason) }),
  };
}

/** Lets the user choose files to attach to the next message. */
export async function pickFiles(): Promise<Attached[]> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uris = await vscode.window.showOpenDialog({
    canSelectMany: true,
    openLabel: t('Attach'),
    title: t('Attach files to the next message'),
    ...(folder && { defaultUri: folder }),
  });
  return (uris ?? []).map((uri) => ({ label: uri.path.slice(uri.path.lastIndexOf('/') + 1), attachment: { uri: uri.toString() } }));
}

/** Shows a list with the current item focused, and replaces the items by `fresh` when they arrive; rejects if `fresh` does. */
function pick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  title: string,
  isCurrent: (item: T) => boolean,
  fresh?: Promise<readonly T[]>,
): Promise<T | undefined> {
  const list = vscode.window.createQuickPick<T>();
  const show = (all: readonly T[]): void => {
    if (JSON.stringify(all) === JSON.stringify(list.items)) return; // keep the focus
    const active = list.activeItems[0]?.label;
    list.items = all;
    if (list.value === '') list.activeItems = all.filter((item) => (active === undefined ? isCurrent(item) : item.label === active));
  };
  list.title = title;
  list.matchOnDetail = true;
  list.busy = fresh !== undefined;
  show(items);
  return new Promise((resolve, reject) => {
    list.onDidAccept(() => {
      const chosen = list.selectedItems[0] ?? list.activeItems[0]; // new items clear the selection
      if (!chosen) return;
      resolve(chosen);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
    fresh
      ?.then(show)
      .finally(() => {
        list.busy = false;
      })
      .catch((e: unknown) => {
        reject(e instanceof Error ? e : new Error(String(e)));
        list.hide();
      });
  });
}
