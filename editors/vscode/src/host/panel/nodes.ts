// What the panel shows, as data.
import { t } from '@vscode/l10n';
import type {
  IndexResult, MCPServer, MCPServersResult, PermissionRule, PermissionsResult, SpentTokens, ToolInfo, ToolsResult, UsageResult,
} from '../../shared/protocol';
import { line } from '../../shared/visible';

/** The parts of the panel, from top to bottom. */
export const sections = ['permissions', 'servers', 'tools', 'index', 'usage'] as const;
export type Section = (typeof sections)[number];

/** A row of the panel. */
export interface Row {
  /** Names the row among all others, so that it stays open when the panel is drawn again. */
  id: string;
  label: string;
  /** Behind the label, weaker. */
  description?: string;
  tooltip?: string;
  icon?: string;
  /** What can be done with it: names the menu entries. */
  context?: string;
  /** What the commands of the row are about: the id of a rule, or the name of a server or tool. */
  subject?: string;
  /** Of a row with a check box. */
  checked?: boolean;
  rows?: readonly Row[];
  /** Whether it changes by itself soon. */
  busy?: boolean;
}

/** MCP servers of the settings, by name; `disabled` ones are not started. */
export type ServerSettings = Readonly<Record<string, { disabled?: boolean }>>;

export function permissionRows({ rules }: PermissionsResult): Row[] {
  if (rules.length === 0)
    return [hint('permissions', t('None. Every change and command is asked for, if it is not known to be harmless.'))];
  return rules.map((rule) => ({
    id: `permission/${rule.id}`,
    label: line(rule.text),
    description: [decisionWord(rule), scopeWord(rule)].join(' · '),
    tooltip: [line(rule.tool), line(rule.match ?? '')].filter(Boolean).join(' '),
    icon: { allow: 'check', ask: 'question', reject: 'circle-slash' }[rule.decision],
    context: rule.scope === 'settings' ? 'rule.settings' : 'rule',
    subject: rule.id,
  }));
}

function decisionWord({ decision }: PermissionRule): string {
  return { allow: t('allowed'), ask: t('asked for'), reject: t('rejected') }[decision];
}

function scopeWord({ scope }: PermissionRule): string {
  return {
    turn: t('until the turn ends'), session: t('until the server ends'), workspace: t('in this workspace'), settings: t('in your settings'),
  }[scope];
}

export function serverRows({ servers }: MCPServersResult, { tools }: ToolsResult, settings: ServerSettings): Row[] {
  const off = Object.entries(settings).filter(([, { disabled }]) => disabled).map(([name]) => name);
  const rows = [
    ...servers.map((server) => serverRow(server, tools, Object.hasOwn(settings, server.name))),
    ...off.map((name): Row => ({
      id: `server/${name}`, label: line(name), description: t('off'), icon: 'circle-outline', context: 'server.off', subject: name,
    })),
  ];
  return rows.length > 0 ? rows : [hint('servers', t('None. Add one with the button +.'))];
}

function serverRow(server: MCPServer, tools: readonly ToolInfo[], own: boolean): Row {
  const { name, state, error, suggestion } = server;
  const word = { stopped: t('not started'), starting: t('starting'), running: t('running'), failed: t('failed') }[state];
  const count = state === 'running' ? [server.tools === 1 ? t('1 tool') : t('{0} tools', server.tools)] : [];
  const rows: Row[] = [
    ...(error ? [{ id: `server/${name}/error`, label: line(error), icon: 'error', description: line(suggestion ?? '') }] : []),
    ...tools.filter((tool) => tool.name.startsWith(`${name}__`)).map((tool) => toolRow(tool, name)),
  ];
  return {
    id: `server/${name}`,
    label: line(name),
    description: [word, ...count].join(' · '),
    tooltip: [`${server.transport}: ${line(server.target)}`, line(server.server ?? ''), line(error ?? '')].filter(Boolean).join('\n'),
    icon: { stopped: 'circle-outline', starting: 'loading~spin', running: 'pass', failed: 'error' }[state],
    context: own ? `server.${server.transport}` : 'server.file', // of the configuration file, which only the user edits
    subject: name,
    ...(state === 'starting' && { busy: true }),
    ...(rows.length > 0 && { rows }),
  };
}

export function toolRows({ tools }: ToolsResult): Row[] {
  return tools.filter(({ source }) => source !== 'mcp').map((tool) => toolRow(tool));
}

function toolRow({ name, description, disabled, kind, requiresConfirmation }: ToolInfo, server?: string): Row {
  const short = server === undefined ? name : name.slice(server.length + 2);
  return {
    id: `tool/${name}`,
    label: line(short),
    description: [line(kind), ...(requiresConfirmation ? [t('asks')] : [])].join(' · '),
    tooltip: line(description.split('\n')[0] ?? ''),
    subject: name,
    checked: !disabled,
  };
}

export function indexRows({ folders }: IndexResult): Row[] {
  return folders.map(({ uri, ready, files, pieces, bytes, embedder, embedded, locked }) => {
    const path = decodeURIComponent(uri.replace(/^file:\/\//, ''));
    const facts = [t('{0} files in {1} pieces', files, pieces), megabytes(bytes)];
    if (embedder) facts.push(t('{0} with vectors of {1}', embedded ?? 0, line(embedder)));
    if (locked) facts.push(t('built by another window'));
    return {
      id: `index/${uri}`,
      label: line(path.slice(path.lastIndexOf('/') + 1)),
      description: ready ? facts.join(' · ') : t('not built yet'),
      tooltip: line(path),
      icon: 'database',
      context: 'index',
    };
  });
}

function megabytes(bytes: number): string {
  return t('{0} MB', (bytes / 1e6).toFixed(1));
}

/** Returns what was spent by day, with the models of each, then by conversation. */
export function usageRows({ rows }: UsageResult): Row[] {
  if (rows.length === 0) return [hint('usage', t('Nothing yet in this folder.'))];
  const days = groups(rows, ({ day }) => day).map(([day, own]) => spentRow(`usage/day/${day}`, day, 'calendar', own, 'model'));
  const models = groups(rows, ({ model }) => model).map(([model, own]) => spentRow(`usage/model/${model}`, model, 'sparkle', own));
  const chats = groups(rows, ({ conversationId }) => conversationId).map(([id, own]) => chatRow(id, own));
  return [
    { id: 'usage/days', label: t('By day'), description: spent(rows), icon: 'calendar', rows: days },
    { id: 'usage/models', label: t('By model'), icon: 'sparkle', rows: models },
    { id: 'usage/chats', label: t('By chat'), icon: 'comment-discussion', rows: chats },
  ];
}

function chatRow(id: string, rows: readonly SpentTokens[]): Row {
  const row = spentRow(`usage/chat/${id}`, rows[0]?.title || id, 'comment-discussion', rows, 'model');
  return { ...row, context: 'conversation', subject: id };
}

function spentRow(id: string, label: string, icon: string, rows: readonly SpentTokens[], by?: 'model'): Row {
  const inner = by ? groups(rows, (row) => row[by]).map(([name, own]) => spentRow(`${id}/${name}`, name, 'sparkle', own)) : [];
  return { id, label: line(label), description: spent(rows), icon, ...(inner.length > 0 && { rows: inner }) };
}

function spent(rows: readonly SpentTokens[]): string {
  const sum = (of: (row: SpentTokens) => number) => rows.reduce((all, row) => all + of(row), 0);
  const cost = sum((row) => row.costUsd ?? 0);
  const about = rows.some((row) => row.estimated) ? '≈ ' : '';
  const parts = [t('{0} in, {1} out', number(sum((row) => row.inputTokens)), number(sum((row) => row.outputTokens)))];
  if (cost > 0) parts.push(`${about}$${cost.toFixed(cost < 1 ? 4 : 2)}`);
  return parts.join(' · ');
}

function number(n: number): string {
  return n.toLocaleString('en');
}

function groups<T>(rows: readonly T[], by: (row: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const row of rows) found.set(by(row), [...(found.get(by(row)) ?? []), row]);
  return [...found];
}

/** A row that only says something. */
function hint(section: Section, label: string): Row {
  return { id: `${section}/none`, label };
}
