import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Attached } from '../../shared/attachment';
import { ownTurn } from '../../shared/state/reduce';
import type { Question } from '../chat';
import type { Places } from '../chats/places';
import type { Surfaces } from '../chats/surfaces';
import { CodeActions } from './codeActions';
import { addTests, around, documentCode, explain, explainProblems, fix } from './questions';
import { attach, attachFile, targetOf, type Target } from './target';
import { terminalText } from './terminal';
import { isFolder } from '../openFile';
import { showInformation } from '../notifications';

export interface CodeCommandTargets {
  surfaces: Surfaces;
  places: Places;
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
      if (target) await addToChat([attach(target)], targets);
    },
    'ptk.askAboutTerminal': async () => {
      const text = await terminalText();
      if (text) await addToChat([text], targets);
      else void showInformation(t('Select something in the terminal first.'));
    },
    'ptk.attachFile': (uri?: unknown, all?: unknown) => attachFiles(uri, all, targets),
    'ptk.addToChat': (uri?: unknown, all?: unknown) => attachFiles(uri, all, targets),
  };
  return [
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
    vscode.languages.registerCodeActionsProvider({ pattern: '**' }, new CodeActions(), CodeActions.metadata),
  ];
}

/** Asks the question; if a turn is running, the question is put into the input for the user to send. */
async function askInChat(question: Question, { surfaces, places }: CodeCommandTargets): Promise<void> {
  const { active } = surfaces;
  if (active.state.conversation?.elsewhere) active.newChat(); // it can't be written to
  if (ownTurn(active.state)) {
    places.post(active, { kind: 'compose', text: question.text });
    return addToChat(question.attachments ?? [], { surfaces, places });
  }
  await places.reveal(active);
  void active.chat.send(question);
}

async function addToChat(attachments: readonly Attached[], { surfaces, places }: CodeCommandTargets): Promise<void> {
  places.post(surfaces.active, { kind: 'attach', attachments });
  await places.reveal(surfaces.active);
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

/** Attaches the files that are selected in the explorer, or the file of the active editor; folders are mentioned. */
async function attachFiles(uri: unknown, all: unknown, targets: CodeCommandTargets): Promise<void> {
  const chosen = Array.isArray(all) && all.length > 0 ? all : [uri ?? vscode.window.activeTextEditor?.document.uri];
  const uris = chosen.filter((one) => one instanceof vscode.Uri);
  const folders = await Promise.all(uris.map(isFolder));
  const mentions = uris.filter((_, i) => folders[i]).map(mentionFolder);
  const files = await Promise.all(uris.filter((_, i) => !folders[i]).map(attachFile));
  if (mentions.length > 0) targets.places.post(targets.surfaces.active, { kind: 'insert', text: `${mentions.join(' ')} ` });
  if (uris.length > 0) await addToChat(files, targets);
}

/** Returns the mention of a folder, as the server reads it. */
function mentionFolder(uri: vscode.Uri): string {
  const path = `${vscode.workspace.asRelativePath(uri).replaceAll('\\', '/')}/`;
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}
