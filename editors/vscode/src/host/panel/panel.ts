import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { sendRequest } from '../requests';
import type { Server } from '../server';
import type { Store } from '../store';
import { readServers, setToolEnabled } from './mcpSettings';
import { indexRows, permissionRows, sections, serverRows, toolRows, usageRows, type Row, type Section } from './nodes';

export const panelView = 'ptk.manage';
const refreshMs = 300;
/** When the panel is read again while a server starts. */
const busyMs = 2000;

/** The panel in which the user looks after permissions, MCP servers, tools, the index and usage. */
export class Panel implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Row | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Row>;
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server, store: Store) {
    const options = { treeDataProvider: this, showCollapseAll: true, manageCheckboxStateManually: true };
    this.view = vscode.window.createTreeView(panelView, options);
    this.disposables = [
      this.changed,
      this.view,
      this.view.onDidChangeCheckboxState(({ items }) => void this.toggle(items)),
      this.view.onDidChangeVisibility(({ visible }) => visible && this.refresh()),
      store.onEvent(({ type }) => (type === 'server' || type === 'result' || type === 'answered') && this.refresh()),
      vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration('ptk') && this.refresh()),
    ];
  }

  /** Reads everything again, soon. */
  refresh(afterMs = refreshMs): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.view.visible) this.changed.fire(undefined);
    }, afterMs);
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const folded = row.id === 'permissions' || row.id === 'servers' ? Expanded : Collapsed;
    const item = new vscode.TreeItem(row.label, row.rows || isSection(row.id) ? folded : None);
    item.id = row.id;
    if (row.description !== undefined) item.description = row.description;
    if (row.tooltip) item.tooltip = row.tooltip;
    if (row.icon) item.iconPath = new vscode.ThemeIcon(row.icon);
    if (row.context) item.contextValue = row.context;
    if (row.checked !== undefined)
      item.checkboxState = row.checked ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked;
    item.accessibilityInformation = { label: [row.label, row.description].filter(Boolean).join(', ') };
    return item;
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (!row) return sections.map((id) => ({ id, label: title(id), context: id, icon: icons[id] }));
    if (!isSection(row.id)) return [...(row.rows ?? [])];
    const { client } = this.server;
    if (!client) return [{ id: `${row.id}/stopped`, label: t('The server is not running.'), icon: 'warning' }];
    try {
      const rows = await read[row.id](client);
      if (rows.some(({ busy }) => busy)) this.refresh(busyMs);
      return rows;
    } catch (e) {
      return [{ id: `${row.id}/error`, label: e instanceof Error ? e.message : String(e), icon: 'error' }];
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private async toggle(items: readonly (readonly [Row, vscode.TreeItemCheckboxState])[]): Promise<void> {
    await items.reduce(
      (before, [{ subject }, state]) =>
        before.then(() => (subject === undefined ? undefined : setToolEnabled(subject, state === vscode.TreeItemCheckboxState.Checked))),
      Promise.resolve<void>(undefined),
    );
    this.refresh();
  }
}

const read: Record<Section, (client: LanguageClient) => Promise<Row[]>> = {
  permissions: async (client) => permissionRows(await sendRequest(client, 'ptk/permissions', {})),
  servers: async (client) => {
    const found = await sendRequest(client, 'ptk/tools', {}); // first, since it starts the servers and waits a little
    return serverRows(await sendRequest(client, 'ptk/mcpServers', {}), found, readServers());
  },
  tools: async (client) => toolRows(await sendRequest(client, 'ptk/tools', {})),
  index: async (client) => indexRows(await sendRequest(client, 'ptk/index', {})),
  usage: async (client) => usageRows(await sendRequest(client, 'ptk/usage', {})),
};

const icons: Record<Section, string> = { permissions: 'shield', servers: 'server', tools: 'tools', index: 'database', usage: 'graph' };

function title(section: Section): string {
  return { permissions: t('Permissions'), servers: t('MCP servers'), tools: t('Tools'), index: t('Index'), usage: t('Usage') }[section];
}

function isSection(id: string): id is Section {
  return (sections as readonly string[]).includes(id);
}
