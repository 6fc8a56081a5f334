import { t } from '@vscode/l10n';
import type { Send } from '../host';
import { h, iconButton } from '../dom';
import { fileInComment, isCommand, isShell, type CodeInfo } from './codeInfo';
import { Highlighter } from './highlight';

const copiedMs = 1500;

/** A highlighted code block with its buttons. Lines are added as they arrive. */
export class CodeBlock {
  readonly element: HTMLElement;
  private readonly code = h('code');
  /** The incomplete last line. */
  private readonly rest = document.createTextNode('');
  private readonly highlighter: Highlighter;
  private readonly lines: string[] = [];

  constructor(
    private readonly info: CodeInfo,
    private readonly send: Send,
  ) {
    this.highlighter = new Highlighter(info.language);
    this.code.append(this.rest);
    const label = info.path ?? info.language;
    const name = label ? t('Code: {0}', label) : t('Code');
    this.element = h(
      'div',
      { class: 'code' },
      h('div', { class: 'code-head' }, h('span', { class: 'code-name' }, label), ...this.buttons()),
      h('pre', { attrs: { tabindex: '0', role: 'group', 'aria-label': name } }, this.code),
    );
  }

  get text(): string {
    return this.lines.map((line) => `${line}\n`).join('') + this.rest.data;
  }

  addLine(line: string): void {
    this.lines.push(line);
    const pieces = this.highlighter.line(line).map(({ text, style }) => (style ? h('span', { class: `code-${style}` }, text) : text));
    this.rest.data = '';
    const change = isDiff(this.info.language) ? changeOf(line) : undefined;
    if (change) this.rest.before(h('span', { class: `diff-row ${change}` }, ...pieces, '\n'));
    else this.rest.before(...pieces, '\n');
  }

  /** Shows the start of an incomplete line. */
  showRest(text: string): void {
    if (this.rest.data !== text) this.rest.data = text;
  }

  private buttons(): HTMLElement[] {
    const copy = iconButton('copy', t('Copy'), () => {
      this.send({ kind: 'copyText', text: this.text });
      showCopied(copy);
    });
    const insert = iconButton('insert', t('Insert at Cursor'), () => this.send({ kind: 'insertCode', text: this.text }));
    const apply = iconButton('git-compare', t('Apply to File (Shows the Change First)'), () => this.apply());
    const run = iconButton('terminal', t('Run in Terminal (Types It Only)'), () => this.send({ kind: 'runInTerminal', text: this.text }));
    if (isShell(this.info)) return [run, insert, copy];
    if (this.info.language === 'mermaid') return [this.diagramButton(), copy];
    return isCommand(this.info) ? [insert, copy] : [apply, insert, copy];
  }

  /** Opens a diagram as Markdown, whose preview in the editor may draw it. */
  private diagramButton(): HTMLElement {
    const open = () => this.send({ kind: 'openText', text: `\`\`\`mermaid\n${this.text}\`\`\`\n`, language: 'markdown' });
    return iconButton('open-preview', t('Open in an Editor (a Markdown Preview May Draw It)'), open);
  }

  private apply(): void {
    const named = fileInComment(this.lines[0] ?? '');
    const path = this.info.path ?? named;
    const text = named ? this.text.slice((this.lines[0] ?? '').length + 1) : this.text; // without the comment, which is not for the file
    this.send({ kind: 'applyCode', text, ...(path && { path }) });
  }
}

function isDiff(language: string): boolean {
  return language === 'diff' || language === 'patch';
}

/** Returns the class of a line of a diff that is added or removed. */
function changeOf(line: string): 'added' | 'removed' | undefined {
  if (/^(?:\+\+\+|---) /.test(line)) return undefined; // the names of the files
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : undefined;
}

/** Shows a check mark for a moment. */
function showCopied(button: HTMLElement): void {
  const icon = button.querySelector('.codicon');
  icon?.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => icon?.classList.replace('codicon-check', 'codicon-copy'), copiedMs);
}
