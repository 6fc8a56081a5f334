import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Attached } from '../../shared/attachment';
import { runningTurn } from '../../shared/state/reduce';
import type { Chat, Question } from '../chat';
import type { Store } from '../store';
import type { ChatView } from '../view';
import { CodeActions } from './codeActions';
import { addTests, around, documentCode, explain, explainProblems, fix } from './questions';
import { attach, attachFile, targetOf, type Target } from './target';
import { terminalText } from './terminal';
import { showInformation } from '../notifications';

export interface CodeCommandTargets {
  chat: Chat;
  store: Store;
  view: ChatView;
}

/** The commands that ask about what the user points at, and the lightbulb's. */
export function codeCommands(targets: CodeCommandTargets): vscode.Disposable[] {
  const asking = (question: (target: Target) => Question) => async () => {
    const target = await pointedAt();
    if (target) await put(question(target), targets);
  };
  const aboutProblems = (ask: typeof fix, otherwise: (target: Target) => Question) => async (uri?: unknown, problems?: vscode.Diagnostic[]) => {
    if (!(uri instanceof vscode.Uri) || !problems?.length) return asking(otherwise)();
    const document = await vscode.workspace.openTextDocument(uri);
    return put(ask(around(document, problems), problems), targets);
  };
  const commands: Record<string, (...args: never[]) => unknown> = {
    'ptk.explain': aboutProblems(explainProblems, explain),
    'ptk.fix': aboutProblems(fix, (target) => fix(target, problemsIn(target))),
    'ptk.addTests': asking(addTests),
    'ptk.document': asking(documentCode),
    'ptk.askAboutSelection': async () => {
      const target = await pointedAt();
      if (target) await addToChat([attach(target)], targets.view);
    },
    'ptk.askAboutTerminal': async () => {
      const text = await terminalText();
      if (text) await addToChat([text], targets.view);
      else void showInformation(t('Select something in the terminal first.'));
    },
    'ptk.attachFile': (uri?: unknown, all?: unknown) => attachFiles(uri, all, targets.view),
  };
  return [
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
    vscode.languages.registerCodeActionsProvider({ pattern: '**' }, new CodeActions(), CodeActions.metadata),
  ];
}

/** Asks at once; while the chat is busy, the question waits in the input for the user to send it. */
async function put(question: Question, { chat, store, view }: CodeCommandTargets): Promise<void> {
  if (runningTurn(store.state)) {
    view.postWhenReady({ kind: 'compose', text: question.text });
    return addToChat(question.attachments ?? [], view);
  }
  await view.reveal();
  void chat.send(question);
}

async function addToChat(attachments: readonly Attached[], view: ChatView): Promise<void> {
  view.postWhenReady({ kind: 'attach', attachments });
  await view.reveal();
}

async function pointedAt(): Promise<Target | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor) return targetOf(editor);
  void showInformation(t('Open a file first.'));
  return undefined;
}

function problemsIn({ document, range }: Target): vscode.Diagnostic[] {
  const all = vscode.languages.getDiagnostics(document.uri);
  return range ? all.filter((problem) => problem.range.intersection(range)) : all;
}

/** Those that are selected in the explorer, or the one in the active editor. */
async function attachFiles(uri: unknown, all: unknown, view: ChatView): Promise<void> {
  const chosen = Array.isArray(all) && all.length > 0 ? all : [uri ?? vscode.window.activeTextEditor?.document.uri];
  const uris = chosen.filter((one) => one instanceof vscode.Uri);
  if (uris.length > 0) await addToChat(await Promise.all(uris.map(attachFile)), view);
}
