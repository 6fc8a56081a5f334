// The script that draws formulas, as MathML, which needs neither styles nor fonts.
import { render } from 'katex';

/** Draws TeX without following links, loading pictures or expanding macros endlessly; throws if something is wrong in it. */
globalThis.ptkTypeset = (tex, display) => {
  const root = document.createElement('span');
  const bounds = { trust: false, maxSize: 20, maxExpand: 200 };
  render(tex, root, { output: 'mathml', displayMode: display, throwOnError: true, strict: 'ignore', ...bounds });
  const drawn = document.createDocumentFragment();
  drawn.append(...root.childNodes);
  return drawn;
};
