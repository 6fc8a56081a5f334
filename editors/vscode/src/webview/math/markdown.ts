// Formulas in Markdown: $…$ and \(…\) in a line, $$…$$ and \[…\] on their own.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { drawFormula } from './formula';

/** The elements that stand for formulas until they are drawn; Markdown can't create them otherwise. */
export const mathTags = ['math-inline', 'math-block'];

interface Formula { tex: string; display: boolean; end: number }

/** The delimiters, the longer first. */
const delimiters = [
  ['$$', '$$', true], ['\\[', '\\]', true], ['\\(', '\\)', false], ['$', '$', false],
] as const;

/** A plugin of markdown-it. Prices and shell variables are no formulas: a `$` needs its text close to it, and no digit after its end. */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', (state: StateInline, silent: boolean) => {
    const found = formulaAt(state.src, state.pos);
    if (!found) return false;
    if (!silent) state.push(found.display ? 'math_block' : 'math_inline', '', 0).content = found.tex;
    state.pos = found.end;
    return true;
  });
  const escape = (text: string) => md.utils.escapeHtml(text);
  md.renderer.rules['math_inline'] = (tokens, i) => `<math-inline>${escape(tokens[i]?.content ?? '')}</math-inline>`;
  md.renderer.rules['math_block'] = (tokens, i) => `<math-block>${escape(tokens[i]?.content ?? '')}</math-block>`;
}

/** Draws the formulas of a rendered text. */
export function drawMath(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll(mathTags.join(', ')))
    element.replaceWith(drawFormula(element.textContent ?? '', element.localName === 'math-block'));
}

function formulaAt(source: string, at: number): Formula | undefined {
  const found = delimiters.find(([open]) => source.startsWith(open, at));
  if (!found) return undefined;
  const [open, close, display] = found;
  const start = at + open.length;
  const end = source.indexOf(close, start);
  const tex = source.slice(start, end);
  if (end < 0 || tex.trim() === '' || (open === '$' && !isInline(tex, source, at, end + 1))) return undefined;
  return { tex: tex.trim(), display, end: end + close.length };
}

function isInline(tex: string, source: string, at: number, after: number): boolean {
  return !/^\s|\s$|\n\s*\n/.test(tex) && !/[\w$]/.test(source[at - 1] ?? '') && !/[\d\w$]/.test(source[after] ?? '');
}
