// The questions of the commands about code.
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Question } from '../chat';
import { attach, wholeLines, type Target } from './target';

export function explain(target: Target): Question {
  return { text: t('Explain this code.'), attachments: [attach(target)], mode: 'ask' };
}

export function addTests(target: Target): Question {
  return {
    text: t('Write tests for this code, in the way of the tests that the project has.'),
    attachments: [attach(target)],
    mode: 'agent',
  };
}

export function documentCode(target: Target): Question {
  return {
    text: t('Document this code with comments in the style of the project. Change nothing else.'),
    attachments: [attach(target)],
    mode: 'agent',
  };
}

/** Asks to fix the problems; if there are none, to find and fix errors. */
export function fix(target: Target, problems: readonly vscode.Diagnostic[]): Question {
  const attachments = [attach(target)];
  if (problems.length === 0) return { text: t('Find what is wrong with this code and fix it.'), attachments, mode: 'agent' };
  return {
    text: `${problems.length === 1 ? t('Fix this problem:') : t('Fix these problems:')}\n${list(problems)}`,
    attachments,
    mode: 'agent',
  };
}

export function explainProblems(target: Target, problems: readonly vscode.Diagnostic[]): Question {
  return { text: `${t('Explain this problem, and how to fix it:')}\n${list(problems)}`, attachments: [attach(target)], mode: 'ask' };
}

/** Returns the lines of the problems with three lines of context. */
export function around(document: vscode.TextDocument, problems: readonly vscode.Diagnostic[]): Target {
  const ranges = problems.map((problem) => problem.range);
  const range = ranges.reduce((all, one) => all.union(one), ranges[0] ?? new vscode.Range(0, 0, 0, 0));
  const last = Math.min(document.lineCount - 1, range.end.line + 3);
  return {
    document,
    range: wholeLines(document, new vscode.Range(Math.max(0, range.start.line - 3), 0, last, document.lineAt(last).text.length)),
  };
}

/** Lists the problems, such as "- line 3: no such name (compiler E12)". */
function list(problems: readonly vscode.Diagnostic[]): string {
  return problems
    .map((problem) => {
      const code = typeof problem.code === 'object' ? problem.code.value : problem.code;
      const from = [problem.source, code].filter((part) => part !== undefined && part !== '').join(' ');
      return `- ${t('line {0}', problem.range.start.line + 1)}: ${problem.message}${from ? ` (${from})` : ''}`;
    })
    .join('\n');
}
