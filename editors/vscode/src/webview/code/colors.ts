import type { CodeColors } from '../../shared/codeColors';

const classes: readonly (keyof CodeColors)[] = ['keyword', 'atom', 'number', 'string', 'comment', 'function', 'type', 'property', 'meta'];

/** Sets the colors of code; those that are missing fall back to the style sheet's. */
export function setCodeColors(colors: CodeColors): void {
  const { style } = document.documentElement;
  for (const name of classes) {
    const color = colors[name];
    if (color === undefined) style.removeProperty(`--ptk-code-${name}`);
    else style.setProperty(`--ptk-code-${name}`, color);
  }
}
