import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLabel } from '../escape';

/** The key of the messages in the workspace's memory. */
const promptsKey = 'ptk.prompts';
const most = 200;
/** Longer messages are not kept. In characters. */
const longest = 20_000;

/** The messages that the user has sent in this workspace, to be sent again or changed. */
export class Prompts implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onChange = this.changed.event;

  constructor(private readonly memory: vscode.Memento) {}

  /** The messages, oldest first; none is there twice. */
  get all(): readonly string[] {
    return this.memory.get<readonly string[]>(promptsKey, []);
  }

  async add(text: string): Promise<void> {
    const prompt = text.trim();
    if (prompt === '' || prompt.length > longest) return;
    await this.memory.update(promptsKey, [...this.all.filter((one) => one !== prompt), prompt].slice(-most));
    this.changed.fire();
  }

  /** Lets the user search for a message. */
  async pick(): Promise<string | undefined> {
    const items = this.all.toReversed().map((text) => ({ label: escapeLabel(text), text }));
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('Search the messages that you have sent'),
      placeHolder: items.length === 0 ? t('You have sent no message in this workspace yet.') : t('Type some words of the message'),
    });
    return chosen?.text;
  }

  dispose(): void {
    this.changed.dispose();
  }
}
