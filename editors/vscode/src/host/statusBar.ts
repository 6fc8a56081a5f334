import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ownTurn } from '../shared/state/reduce';
import type { Turn, ViewState } from '../shared/state/types';
import type { Chats } from './chats/chats';
import type { Approvals } from './consent/approvals';
import { escapeLabel, escapeLine } from './escape';
import type { Store } from './store';

/** The text of the status bar item, and the command of a click. */
interface Appearance {
  text: string;
  tooltip: string;
  command: string;
  background?: string;
}

/** The shortest time between two updates of a running turn. */
const redrawMs = 200;

/** The status bar item: shows the model, what it is doing, and whether it waits for the user. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('ptk.status', vscode.StatusBarAlignment.Right, 100);
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: Store,
    private readonly approvals: Approvals,
    private readonly chats: Chats,
  ) {
    this.item.name = 'PTK';
    this.disposables = [
      this.item,
      store.onEvent(() => this.drawSoon()),
      chats.onChange(() => this.drawSoon()),
      approvals.onChange(() => this.updateConsent()),
    ];
    this.draw();
    this.item.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private updateConsent(): void {
    void vscode.commands.executeCommand('setContext', 'ptk.asks', this.approvals.pending.length > 0);
    this.draw();
  }

  /** Draws with a delay, since an answer arrives in many chunks. */
  private drawSoon(): void {
    this.timer ??= setTimeout(() => this.draw(), redrawMs);
  }

  private draw(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { text, tooltip, command, background } = appearance(
      this.store.state,
      this.approvals.pending.map((question) => question.title),
      this.chats.all.filter(({ running }) => running).length,
    );
    this.item.text = text;
    this.item.tooltip = escapeLine(tooltip);
    this.item.command = command;
    this.item.backgroundColor = background === undefined ? undefined : new vscode.ThemeColor(background);
    this.item.accessibilityInformation = { label: `PTK: ${escapeLine(tooltip)}`, role: 'button' };
  }
}

/** `running` is the number of chats with a running turn. */
function appearance(state: ViewState, asked: readonly string[], running: number): Appearance {
  const { server, model } = state;
  if (server.kind === 'stopped')
    return {
      text: '$(error) PTK',
      tooltip: `${server.message} ${t('Click to restart it.')}`,
      command: 'ptk.restartServer',
      background: 'statusBarItem.errorBackground',
    };
  const [title] = asked;
  if (title !== undefined)
    return {
      text: `$(question) PTK: ${t('needs your consent')}`,
      tooltip: t('PTK asks for your consent: {0}', title),
      command: 'ptk.review',
      background: 'statusBarItem.warningBackground',
    };
  const turn = ownTurn(state);
  if (running > 1 || (running === 1 && !turn)) {
    const text = running === 1 ? t('1 chat is running') : t('{0} chats are running', running);
    return { text: `$(loading~spin) PTK: ${text}`, tooltip: text, command: 'ptk.switchChat' };
  }
  if (turn)
    return { text: `$(loading~spin) PTK: ${escapeLabel(shorten(activity(turn)))}`, tooltip: activity(turn), command: 'ptk.openChat' };
  if (server.kind === 'starting' || !model)
    return { text: '$(loading~spin) PTK', tooltip: t('The server is starting.'), command: 'ptk.openChat' };
  return {
    text: `$(comment-discussion) ${escapeLabel(model.slice(model.indexOf('/') + 1))}`,
    tooltip: t('Model: {0}. Click to select another.', model),
    command: 'ptk.pickModel',
  };
}

function activity(turn: Turn): string {
  const tool = turn.items.findLast((item) => item.kind === 'tool' && item.state === 'running');
  return tool?.kind === 'tool' ? tool.title : t('thinking');
}

function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}
