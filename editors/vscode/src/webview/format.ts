// Formats numbers, times and locations for the user.
import { t } from '@vscode/l10n';
import type { Location, Usage } from '../shared/protocol';
import { fileName } from '../shared/uri';

/** Formats a duration; `digits` is the number of decimals of seconds. */
export function duration(ms: number, digits = 1): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(digits)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Returns the language of the page, which is VS Code's. */
function language(): string {
  const { document } = globalThis as { document?: { documentElement: { lang: string } } }; // the extension host has none
  return document?.documentElement.lang || 'en';
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats the age of a time in RFC 3339, such as "2 hours ago"; '' if the time is invalid. */
export function ago(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000;
  if (Number.isNaN(seconds)) return '';
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  if (unit === 'second') return t('just now');
  return blanks(new Intl.RelativeTimeFormat(language(), { numeric: 'auto', style: 'short' }).format(Math.round(seconds / length), unit));
}

/** Replaces special blanks, which some languages have in numbers and which would be marked. */
function blanks(text: string): string {
  return text.replace(/\s/g, ' ');
}

export function count(n: number): string {
  return blanks(n.toLocaleString(language()));
}

/** Formats token counts, such as "1,204 in · 88 out · 12% of the window · $0.0031"; "~" marks estimates. */
export function usageLine(usage: Usage): string {
  const about = usage.estimated ? '~' : '';
  const parts = [t('{0} in', about + count(usage.inputTokens)), t('{0} out', about + count(usage.outputTokens))];
  if (usage.contextWindow > 0) parts.push(t('{0}% of the window', Math.round((100 * usage.contextTokens) / usage.contextWindow)));
  if (usage.costUsd) parts.push(`$${usage.costUsd.toFixed(usage.costUsd < 0.1 ? 4 : 2)}`);
  return parts.join(' · ');
}

/** Formats a location as file name and line, which the server counts from 1. */
export function place(location: Location): string {
  const name = fileName(location.uri);
  return !location.line ? name : `${name}:${location.line}`;
}

/** Returns the names and values of a call's arguments. */
export function argumentLines(args: unknown): [string, string][] {
  if (typeof args !== 'object' || args === null) return [];
  return Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]);
}
