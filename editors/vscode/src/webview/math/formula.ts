// Draws formulas with a script that is loaded when the first one is shown.
import { text } from '../../shared/visible';
import { h } from '../dom';

/** Draws TeX as MathML; set by the script. */
export type Typeset = (tex: string, display: boolean) => Node;

declare global {
  // eslint-disable-next-line vars-on-top -- the only way to declare a global
  var ptkTypeset: Typeset | undefined;
}

/** Longer formulas stay as they are written. In characters. */
const longest = 4000;

/** The script of the page, which tells where the other one is, and the nonce that it needs. */
const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;
let loading: Promise<void> | undefined;

/** Returns the formula: at first its source, soon its drawing. */
export function drawFormula(tex: string, display: boolean): HTMLElement {
  const element = h('span', { class: display ? 'formula display' : 'formula' }, tex);
  if (tex.length > longest) return element;
  if (globalThis.ptkTypeset) show(element, tex, display);
  else void load().then(() => show(element, tex, display));
  return element;
}

function show(element: HTMLElement, tex: string, display: boolean): void {
  try {
    if (globalThis.ptkTypeset) element.replaceChildren(globalThis.ptkTypeset(tex, display));
  } catch (e) {
    element.classList.add('wrong'); // the source stays
    element.title = text(e instanceof Error ? e.message : String(e));
  }
}

/** Loads the script once; if that fails, formulas stay as they are written. */
function load(): Promise<void> {
  loading ??= new Promise((resolve) => {
    if (!own) return;
    const script = document.createElement('script');
    script.src = own.src.replace(/webview\.js/, 'math.js');
    script.nonce = own.nonce;
    script.addEventListener('load', () => resolve());
    document.head.append(script);
  });
  return loading;
}
