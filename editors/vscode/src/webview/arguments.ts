import { t } from '@vscode/l10n';
import type { ToolKind } from '../shared/protocol';
import { line } from '../shared/visible';
import { h } from './dom';
import { argumentLines } from './format';

interface Call { toolKind: ToolKind; args: unknown; command?: string; description?: string; reasoning?: string }

function argument(args: unknown, wanted: string): string | undefined {
  return argumentLines(args).find(([name]) => name === wanted)?.[1];
}

/** The command that will run, as the server says; in a card, where it says nothing, the one of the arguments. */
function commandOf({ toolKind, args, command }: Call): string | undefined {
  return command ?? (toolKind === 'execute' ? argument(args, 'command') : undefined);
}

/** What a tool is called with: a command as it will run, all else as names and values. */
export function drawArguments(call: Call): HTMLElement[] {
  const all = argumentLines(call.args);
  const command = commandOf(call);
  const others = command === undefined ? all : all.filter(([name]) => name !== 'command' && name !== 'description');
  return [
    ...(command === undefined ? [] : [h('pre', { class: 'tool-output command', attrs: { tabindex: '0', role: 'group', 'aria-label': t('Command') } }, command)]),
    ...(others.length > 0 ? [h('dl', { class: 'arguments' }, ...others.flatMap(([name, value]) => [h('dt', {}, line(name)), h('dd', {}, value)]))] : []),
  ];
}

/** What the model says of a call, as its words: they may be wrong. */
export function drawModelText(call: Call): HTMLElement[] {
  const says = call.description ?? (commandOf(call) === undefined ? undefined : argument(call.args, 'description'));
  return [[t('The model says what it does: '), says], [t('The model says why: '), call.reasoning]].flatMap(([label, words]) =>
    words ? [h('p', { class: 'tool-why' }, h('span', { class: 'model-says' }, label), words)] : []);
}
