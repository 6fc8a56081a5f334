import * as vscode from 'vscode';
import type { CodeColors } from '../../shared/codeColors';
import { customized, parseJsonc, type Rule } from './tokenColors';

/** A theme file may include others, so deep at most. */
const deepest = 8;
/** Larger files are no themes. In bytes. */
const largest = 2_000_000;

interface Contribution { id?: string; label?: string; uiTheme?: string; path?: string }

/** The colors that the user's theme gives code. VS Code does not lend its tokenizer to pages, but themes are files. */
export class CodeTheme implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];
  private colors: CodeColors = {};

  readonly onChange = this.changed.event;

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.listeners = [
      vscode.window.onDidChangeActiveColorTheme(() => void this.read()),
      vscode.workspace.onDidChangeConfiguration((e) => {
        if (e.affectsConfiguration('editor.tokenColorCustomizations') || e.affectsConfiguration('workbench')) void this.read();
      }),
    ];
    void this.read();
  }

  /** The colors; those that are missing stay as the style sheet has them. */
  get current(): CodeColors {
    return this.colors;
  }

  dispose(): void {
    vscode.Disposable.from(...this.listeners, this.changed).dispose();
  }

  private async read(): Promise<void> {
    const before = JSON.stringify(this.colors);
    try {
      this.colors = await readColors();
    } catch (e) {
      this.colors = {};
      this.log.info(`can't read the colors of the theme: ${e instanceof Error ? e.message : String(e)}`);
    }
    if (JSON.stringify(this.colors) !== before) this.changed.fire();
  }
}

async function readColors(): Promise<CodeColors> {
  const name = themeName();
  const found = findTheme(name);
  if (!found) return {};
  const customizations = vscode.workspace.getConfiguration('editor').get('tokenColorCustomizations');
  return customized(await rulesOf(found, deepest), customizations, name);
}

/** Returns the name of the theme in the settings for the current kind of theme. */
function themeName(): string {
  const settings = vscode.workspace.getConfiguration('workbench');
  const detects = vscode.workspace.getConfiguration('window').get<boolean>('autoDetectColorScheme', false);
  const { kind } = vscode.window.activeColorTheme;
  const preferred = {
    [vscode.ColorThemeKind.Light]: 'preferredLightColorTheme',
    [vscode.ColorThemeKind.Dark]: 'preferredDarkColorTheme',
    [vscode.ColorThemeKind.HighContrast]: 'preferredHighContrastColorTheme',
    [vscode.ColorThemeKind.HighContrastLight]: 'preferredHighContrastLightColorTheme',
  }[kind];
  return settings.get<string>(detects ? preferred : 'colorTheme', '');
}

/** Returns the file of the theme, if its kind is that of the theme that is shown. */
function findTheme(name: string): vscode.Uri | undefined {
  const kinds: Record<string, vscode.ColorThemeKind> = {
    vs: vscode.ColorThemeKind.Light, 'vs-dark': vscode.ColorThemeKind.Dark,
    'hc-black': vscode.ColorThemeKind.HighContrast, 'hc-light': vscode.ColorThemeKind.HighContrastLight,
  };
  for (const extension of vscode.extensions.all) {
    const { contributes } = extension.packageJSON as { contributes?: { themes?: readonly Contribution[] } };
    const theme = contributes?.themes?.find(({ id, label }) => id === name || label === name);
    if (theme?.path && kinds[theme.uiTheme ?? ''] === vscode.window.activeColorTheme.kind)
      return vscode.Uri.joinPath(extension.extensionUri, theme.path);
  }
  return undefined;
}

async function rulesOf(file: vscode.Uri, depth: number): Promise<Rule[]> {
  const bytes = await vscode.workspace.fs.readFile(file);
  if (bytes.length > largest || depth === 0) return [];
  const theme = parseJsonc(new TextDecoder().decode(bytes)) as { include?: unknown; tokenColors?: unknown };
  const folder = vscode.Uri.joinPath(file, '..');
  const included = typeof theme.include === 'string' ? await rulesOf(vscode.Uri.joinPath(folder, theme.include), depth - 1) : [];
  return [...included, ...(Array.isArray(theme.tokenColors) ? theme.tokenColors as Rule[] : [])];
}
