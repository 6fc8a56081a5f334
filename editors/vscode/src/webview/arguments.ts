import { t } from '@vscode/l10n';
import type { ToolKind } from '../shared/protocol';
import { line } from '../shared/visible';
import { h } from './dom';
import { argumentLines } from './format';

interface Call {
  toolKind: ToolKind;
  args: unknown;
  command?: string;
  description?: string;
  reasoning?: string;
}

function argument(args: unknown, wanted: string): string | undefined {
  return argumentLines(args).find(([name]) => name === wanted)?.[1];
}

/** Returns the command that runs: as reported by the server, else from the arguments. */
function commandOf({ toolKind, args, command }: Call): string | undefined {
  return command ?? (toolKind === 'execute' ? argument(args, 'command') : undefined);
}

/** Draws the arguments of a call: a command as it will run, others as names and values. */
export function drawArguments(call: Call): HTMLElement[] {
  const all = argumentLines(call.args);
  const command = commandOf(call);
  const others = command === undefined ? all : all.filter(([name]) => name !== 'command' && name !== 'description');
  return [
    ...(command === undefined
      ? []
      : [h('pre', { class: 'tool-output command', attrs: { tabindex: '0', role: 'group', 'aria-label': t('Command') } }, command)]),
    ...(others.length > 0
      ? [h('dl', { class: 'arguments' }, ...others.flatMap(([name, value]) => [h('dt', {}, line(name)), h('dd', {}, value)]))]
      : []),
  ];
}

/** Draws the model's description and reason, labelled as such since they may be wrong. */
export function drawModelText(call: Call): HTMLElement[] {
  const description = call.description ?? (commandOf(call) === undefined ? undefined : argument(call.args, 'description'));
  return [
    [t('The model says what it does: '), description],
    [t('The model says why: '), call.reasoning],
  ].flatMap(([label, text]) => (text ? [h('p', { class: 'tool-why' }, h('span', { class: 'model-says' }, label), text)] : []));
}
