// The colors of code in a theme of VS Code, as pure functions of its files.
import type { CodeColors } from '../../shared/codeColors';

/** A rule of a theme: TextMate scopes and how they look. */
export interface Rule {
  scope?: string | readonly string[];
  settings?: { foreground?: string };
}

/** The scopes of each class of code, the best first. */
const scopes: Record<keyof CodeColors, readonly string[]> = {
  keyword: ['keyword', 'storage.type', 'storage'],
  atom: ['constant.language', 'constant'],
  number: ['constant.numeric', 'constant'],
  string: ['string'],
  comment: ['comment'],
  function: ['entity.name.function', 'support.function'],
  type: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  property: ['variable.other.property', 'support.type.property-name', 'variable'],
  meta: ['meta.preprocessor', 'keyword.control', 'keyword'],
};

/** The names of the classes in the setting editor.tokenColorCustomizations. */
const customNames: Record<string, keyof CodeColors> = {
  keywords: 'keyword', numbers: 'number', strings: 'string', comments: 'comment', functions: 'function', types: 'type',
  variables: 'property',
};

const color = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Returns the colors that the rules give; later rules win over earlier ones that are as specific. */
export function colorsOf(rules: readonly Rule[]): CodeColors {
  const found = Object.entries(scopes).map(([name, wanted]) => [name, firstColor(rules, wanted)] as const);
  return Object.fromEntries(found.filter(([, one]) => one !== undefined)) as CodeColors;
}

/** Returns the colors with those of the setting editor.tokenColorCustomizations for a theme. */
export function customized(rules: readonly Rule[], customizations: unknown, theme: string): CodeColors {
  const all = asObject(customizations);
  const layers = [all, asObject(all[`[${theme}]`])];
  const own = layers.flatMap((layer) => (Array.isArray(layer['textMateRules']) ? layer['textMateRules'] as Rule[] : []));
  const simple = layers.flatMap((layer) => Object.entries(customNames).flatMap(([name, className]) => {
    const value = layer[name];
    const one = typeof value === 'string' ? value : asObject(value)['foreground'];
    return typeof one === 'string' && color.test(one) ? [[className, one] as const] : [];
  }));
  return { ...colorsOf([...rules, ...own]), ...Object.fromEntries(simple) };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? value as Record<string, unknown> : {};
}

function firstColor(rules: readonly Rule[], wanted: readonly string[]): string | undefined {
  for (const scope of wanted) {
    const found = colorOf(rules, scope);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the color of the rule that fits the scope best. Selectors with parents or exclusions are left out. */
function colorOf(rules: readonly Rule[], scope: string): string | undefined {
  let best: { length: number; foreground: string } | undefined;
  for (const rule of rules) {
    const foreground = rule?.settings?.foreground;
    if (typeof foreground !== 'string' || !color.test(foreground)) continue;
    for (const selector of selectorsOf(rule)) {
      const fits = selector === scope || scope.startsWith(`${selector}.`);
      if (fits && selector.length >= (best?.length ?? 0)) best = { length: selector.length, foreground };
    }
  }
  return best?.foreground;
}

function selectorsOf({ scope }: Rule): string[] {
  const all = typeof scope === 'string' ? scope.split(',') : Array.isArray(scope) ? scope : [];
  return all.map((one) => String(one).trim()).filter((one) => one !== '' && !/\s/.test(one));
}

/** Parses JSON with comments and trailing commas, as themes are written. */
export function parseJsonc(text: string): unknown {
  const bare = without(text.replace(/^\uFEFF/, ''), /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[^]*?\*\//g);
  return JSON.parse(without(bare, /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g));
}

/** Removes what the pattern matches; its first group is a string, which stays. */
function without(source: string, pattern: RegExp): string {
  return source.replace(pattern, (_, string?: string) => string ?? '');
}
