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

/** Registers the commands and code actions that ask about code, and those that attach it. */
export function codeCommands(targets: CodeCommandTargets): vscode.Disposable[] {
  const askAbout = (question: (target: Target) => Question) => async () => {
    const target = await currentTarget();
    if (target) await askInChat(question(target), targets);
  };
  const askAboutProblems =
    (ask: typeof fix, otherwise: (target: Target) => Question) => async (uri?: unknown, problems?: vscode.Diagnostic[]) => {
      if (!(uri instanceof vscode.Uri) || !problems?.length) return askAbout(otherwise)();
      const document = await vscode.workspace.openTextDocument(uri);
      return askInChat(ask(around(document, problems), problems), targets);
    };
  const commands: Record<string, (...args: never[]) => unknown> = {
    'ptk.explain': askAboutProblems(explainProblems, explain),
    'ptk.fix': askAboutProblems(fix, (target) => fix(target, problemsIn(target))),
    'ptk.addTests': askAbout(addTests),
    'ptk.document': askAbout(documentCode),
    'ptk.askAboutSelection': async () => {
      const target = await currentTarget();
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

/** Asks the question; if a turn is running, the question is put into the input for the user to send. */
async function askInChat(question: Question, { chat, store, view }: CodeCommandTargets): Promise<void> {
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

async function currentTarget(): Promise<Target | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor) return targetOf(editor);
  void showInformation(t('Open a file first.'));
  return undefined;
}

function problemsIn({ document, range }: Target): vscode.Diagnostic[] {
  const all = vscode.languages.getDiagnostics(document.uri);
  return range ? all.filter((problem) => problem.range.intersection(range)) : all;
}

/** Attaches the files that are selected in the explorer, or the file of the active editor. */
async function attachFiles(uri: unknown, all: unknown, view: ChatView): Promise<void> {
  const chosen = Array.isArray(all) && all.length > 0 ? all : [uri ?? vscode.window.activeTextEditor?.document.uri];
  const uris = chosen.filter((one) => one instanceof vscode.Uri);
  if (uris.length > 0) await addToChat(await Promise.all(uris.map(attachFile)), view);
}
