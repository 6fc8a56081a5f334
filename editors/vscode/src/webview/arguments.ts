import { t } from '@vscode/l10n';
import type { ApproveParams, ToolKind } from '../protocol';
import { line } from '../visible';
import { h } from './dom';
import { argumentLines } from './format';

/** What a tool is called with: a command as it will run, all else as names and values. `command` is what the server says will run. */
export function drawArguments({ toolKind, args, command: exact }: { toolKind: ToolKind; args: unknown; command?: string }): HTMLElement[] {
  const all = argumentLines(args);
  const command = exact ?? (toolKind === 'execute' ? all.find(([name]) => name === 'command')?.[1] : undefined);
  const others = command === undefined ? all : all.filter(([name]) => name !== 'command' && name !== 'description');
  return [
    ...(command === undefined ? [] : [h('pre', { class: 'tool-output command', attrs: { tabindex: '0', role: 'group', 'aria-label': t('Command') } }, command)]),
    ...(others.length > 0 ? [h('dl', { class: 'arguments' }, ...others.flatMap(([name, value]) => [h('dt', {}, line(name)), h('dd', {}, value)]))] : []),
  ];
}

/** What the model says of a call, as its words: they may be wrong. */
export function drawWords({ args, description, reasoning }: Pick<ApproveParams, 'description' | 'reasoning'> & { args: unknown }): HTMLElement[] {
  const says = description ?? argumentLines(args).find(([name]) => name === 'description')?.[1];
  return [[t('The model says what it does: '), says], [t('The model says why: '), reasoning]].flatMap(([label, words]) =>
    words ? [h('p', { class: 'tool-why' }, h('span', { class: 'model-says' }, label), words)] : []);
}
