// Looks for what keeps people with disabilities out, by axe-core.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const source = readFileSync(path.join(import.meta.dirname, '../../../editors/vscode/node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe-core finds in the chat view that is serious or worse, one line a finding. */
export async function seriousFindings(user) {
  const view = user.chat.locator('body');
  await (await frameOf(view)).evaluate(source);
  const violations = await view.evaluate(async (element) => {
    element.style.background = 'var(--vscode-sideBar-background)'; // what shines through it, which axe-core can't know
    const found = await globalThis.axe.run(element.ownerDocument, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] });
    element.style.background = '';
    return found.violations;
  });
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1] ?? ''}`));
}

async function frameOf(locator) {
  const element = await locator.elementHandle();
  return element.ownerFrame();
}
