import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ApproveParams, ApproveResult } from '../../shared/protocol';
import type { Approvals } from './approvals';
import { toolCallOf } from './review';
import { askInput, showInformation, askModal } from '../notifications';
import { escapeLabel } from '../escape';

/** Registers the commands of the diff editor of a proposed change, and the one that opens it. */
export function reviewCommands(approvals: Approvals): vscode.Disposable[] {
  const shown = (uri: unknown) => approvals.find(toolCallOf(uri instanceof vscode.Uri ? uri : activeModified()) ?? '');
  const answering =
    (ask: (question: ApproveParams) => ApproveResult | undefined | Promise<ApproveResult | undefined>) => async (uri: unknown) => {
      const question = shown(uri);
      const answer = question && (await ask(question));
      if (question && answer) await approvals.answer(question.toolCallId, answer);
    };
  const commands: Record<string, (uri: unknown) => unknown> = {
    'ptk.review': () => reviewPending(approvals),
    'ptk.review.allow': answering(() => ({ decision: 'allow_once' })),
    'ptk.review.allowTurn': answering(allowTurn),
    'ptk.review.allowSession': answering(allowSession),
    'ptk.review.allowAlways': answering(allowAlways),
    'ptk.review.reject': answering(() => ({ decision: 'reject' })),
    'ptk.review.rejectWithReason': answering(rejectWithReason),
    'ptk.review.leaveOut': () => vscode.commands.executeCommand('diffEditor.revert'),
  };
  const showRule = () => {
    const question = shown(undefined);
    void vscode.commands.executeCommand('setContext', 'ptk.review.rule', Boolean(question?.rule));
    void vscode.commands.executeCommand('setContext', 'ptk.review.turn', Boolean(question?.scopes?.length));
  };
  return [
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
    vscode.window.tabGroups.onDidChangeTabs(showRule),
    vscode.window.tabGroups.onDidChangeTabGroups(showRule),
  ];
}

function activeModified(): vscode.Uri {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input.modified : vscode.Uri.from({ scheme: 'none' });
}

/** Asks for confirmation, with what is allowed in words. */
async function allowTurn({ scopes = [] }: ApproveParams): Promise<ApproveResult | undefined> {
  const [scope] = scopes;
  if (!scope) return undefined;
  const allow = t('Allow in This Turn');
  const chosen = await askModal(t('PTK: allow this until the turn ends?'), scope.text, allow);
  return chosen === allow ? { decision: 'allow_scope', scope: scope.id } : undefined;
}

/** Asks for confirmation, with the rule in words. */
async function allowSession(question: ApproveParams): Promise<ApproveResult | undefined> {
  if (!question.rule) return undefined;
  const allow = t('Allow in This Session');
  const chosen = await askModal(t('PTK: allow this until the server ends?'), question.rule, allow);
  return chosen === allow ? { decision: 'allow_session' } : undefined;
}

/** Asks for confirmation, with the rule in words. */
async function allowAlways(question: ApproveParams): Promise<ApproveResult | undefined> {
  if (!question.rule) return undefined;
  const allow = t('Always Allow');
  const chosen = await askModal(t('PTK: always allow this from now on?'), question.rule, allow);
  return chosen === allow ? { decision: 'allow_always' } : undefined;
}

async function rejectWithReason(question: ApproveParams): Promise<ApproveResult | undefined> {
  const feedback = await askInput({ title: t('Reject: {0}', question.title), prompt: t('What should it do instead?') });
  if (feedback === undefined) return undefined;
  return feedback.trim() ? { decision: 'reject', feedback: feedback.trim() } : { decision: 'reject' };
}

async function reviewPending(approvals: Approvals): Promise<void> {
  const { pending } = approvals;
  const [first] = pending;
  if (!first) {
    void showInformation(t('PTK: nothing is waiting for your consent.'));
    return;
  }
  const items = pending.map((question) => ({ label: escapeLabel(question.title), detail: escapeLabel(question.risk), question }));
  const picked =
    pending.length === 1
      ? { question: first }
      : await vscode.window.showQuickPick(items, { title: t('Changes that wait for your consent') });
  if (picked) await approvals.review(picked.question);
}
