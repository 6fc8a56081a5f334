import type { ChatParams } from '../shared/protocol';

/** Longer diffs are cut, in characters: a message describes the whole, not each line. */
const maxDiff = 60_000;

/** Returns the request for a commit message. It offers no tools: a diff is text of others, and must lead to no action. */
export function commitQuestion(diff: string, subjects: readonly string[]): ChatParams {
  const latest = subjects.map((one) => `- ${one}`).join('\n');
  const style = latest === '' ? '' : ` Write it in the style of the latest commits here:\n${latest}\n`;
  const cut = diff.length > maxDiff ? ' The diff is long and was cut.' : '';
  return {
    message:
      `Write a git commit message for the attached diff: a subject of at most 72 characters in the imperative, and, only if it is ` +
      `needed, a blank line and a body that says why.${style}${cut} Answer with nothing but the message, without quotes or code fences.`,
    attachments: [{ name: 'changes.diff', text: diff.slice(0, maxDiff) }],
    mode: 'ask',
    tools: [],
  };
}

/** Returns the commit message in an answer, without a fence or quotes around it. */
export function messageIn(answer: string): string {
  const text = answer.trim();
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text;
  return fenced.trim().replace(/^(["'`])([^\n]*)\1$/, '$2').trim();
}
