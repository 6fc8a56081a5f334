// Checks accessibility with axe-core.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const source = readFileSync(path.join(import.meta.dirname, '../../../editors/vscode/node_modules/axe-core/axe.min.js'), 'utf8');

/** Returns the serious and critical findings of axe-core in the chat view, one line each. */
export async function seriousFindings(user) {
  const view = user.chat.locator('body');
  await (await frameOf(view)).evaluate(source);
  const violations = await view.evaluate(async (element) => {
    element.style.background = 'var(--vscode-sideBar-background)'; // the real background, which axe-core can't see
    const found = await globalThis.axe.run(element.ownerDocument, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    });
    element.style.background = '';
    return found.violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1] ?? ''}`),
    );
}

async function frameOf(locator) {
  const element = await locator.elementHandle();
  return element.ownerFrame();
}
