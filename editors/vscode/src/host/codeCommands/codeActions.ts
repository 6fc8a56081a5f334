import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { codeScheme } from '../apply/codePreview';
import { proposedScheme } from '../consent/proposedFiles';

/** The code actions: fix or explain problems; explain, test or document the selection. */
export class CodeActions implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite],
  };

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range, context: vscode.CodeActionContext): vscode.CodeAction[] {
    const isOn = vscode.workspace.getConfiguration('ptk', document).get('codeActions', true);
    if (!isOn || [proposedScheme, codeScheme].includes(document.uri.scheme)) return [];
    const problems = [...context.diagnostics];
    const actions = problems.length > 0 ? forProblems(document, problems) : [];
    return range.isEmpty ? actions : [...actions, ...forSelection()];
  }
}

function forProblems(document: vscode.TextDocument, problems: vscode.Diagnostic[]): vscode.CodeAction[] {
  const kind = vscode.CodeActionKind.QuickFix;
  const args = [document.uri, problems];
  const actions = [action(t('Fix with PTK'), 'ptk.fix', kind, args), action(t('Explain with PTK'), 'ptk.explain', kind, args)];
  for (const one of actions) one.diagnostics = problems;
  return actions;
}

function forSelection(): vscode.CodeAction[] {
  const kind = vscode.CodeActionKind.RefactorRewrite;
  return [
    action(t('PTK: explain the selection'), 'ptk.explain', kind),
    action(t('PTK: add tests for the selection'), 'ptk.addTests', kind),
    action(t('PTK: document the selection'), 'ptk.document', kind),
  ];
}

function action(title: string, command: string, kind: vscode.CodeActionKind, args: unknown[] = []): vscode.CodeAction {
  const made = new vscode.CodeAction(title, kind);
  made.command = { command, title, arguments: args };
  return made;
}
