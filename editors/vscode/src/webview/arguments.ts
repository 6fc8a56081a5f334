import { t } from '@vscode/l10n';
import type { ToolKind } from '../protocol';
import { h } from './dom';
import { argumentLines } from './format';

/** What a tool is called with: a command as it will run, all else as names and values. */
export function drawArguments({ toolKind, args }: { toolKind: ToolKind; args: unknown }): HTMLElement[] {
  const all = argumentLines(args);
  const command = toolKind === 'execute' ? all.find(([name]) => name === 'command')?.[1] : undefined;
  const others = command === undefined ? all : all.filter(([name]) => name !== 'command');
  return [
    ...(command === undefined ? [] : [h('pre', { class: 'tool-output command', attrs: { tabindex: '0', role: 'group', 'aria-label': t('Command') } }, command)]),
    ...(others.length > 0 ? [h('dl', { class: 'arguments' }, ...others.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]))] : []),
  ];
}
