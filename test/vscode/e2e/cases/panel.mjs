// The panel of permissions, MCP servers, tools, index and usage.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { patient, until } from '../wait.mjs';

async function permissionsAndToolsAreManagedInThePanel({ user, home, page, picture }) {
  rmSync(home.file('tea.txt'), { force: true });
  await user.ask('Brew a tea list');
  await user.lastTurn.getByRole('button', { name: 'Allow in This Session' }).click();
  await user.answered();
  await user.command('PTK: Manage Permissions');
  const rule = row(page, 'change tea.txt, allowed · until the server ends');
  await rule.waitFor();
  await row(page, 'Tools').click();
  const tool = row(page, 'bash, execute · asks');
  await tool.waitFor();
  await picture('panel.png');
  const disabled = () => user.userSettings(home)['ptk.disabledTools'] ?? [];
  const check = async (checked) => {
    const box = tool.locator('.custom-view-tree-node-item-checkbox');
    if ((await box.getAttribute('aria-checked')) !== String(checked)) await box.click(); // lost if the row is drawn again meanwhile
  };
  await until('it is off in the user settings', async () => (await check(false), disabled().includes('bash')));
  await until('it is on again', async () => (await check(true), !disabled().includes('bash')));
  await row(page, 'Tools').click();
  await until('it is revoked', async () => {
    if ((await rule.count()) === 0) return true;
    await rule.hover();
    await rule.getByRole('button', { name: 'Revoke' }).click({ timeout: patient(2000) }); // the row may be drawn again meanwhile
    return rule.waitFor({ state: 'detached', timeout: patient(2000) }).then(() => true, () => false);
  });
  for (const section of ['Permissions', 'MCP servers', 'Usage']) await row(page, section).click();
  await row(page, 'By chat').click();
  await until('the chat is reached', async () => {
    if (await row(page, 'Brew a tea list').isVisible()) return true;
    await page.keyboard.press('ArrowDown'); // only the rows in sight are drawn
    return false;
  });
  await picture('panel-usage.png');
  await page.keyboard.press('Home');
  await row(page, 'Permissions').waitFor();
  for (const section of ['Permissions', 'MCP servers', 'Usage']) await row(page, section).click();
  await closePanel(user, page);
}

async function mcpServerIsAddedTriedAndRemovedInThePanel({ user, home, page, picture }) {
  await user.command('PTK: Manage Permissions');
  await row(page, 'MCP servers').waitFor();
  await user.command('PTK: Add MCP Server…', { asks: true });
  await user.quickInput.fill('no-such-program --quiet "a b"');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget', { hasText: 'A short name' }).waitFor();
  await user.quickInput.fill('ghost');
  await page.keyboard.press('Enter');
  const dialog = page.locator('.monaco-dialog-box', { hasText: 'Add the MCP server “ghost”' });
  await dialog.getByText('no-such-program --quiet a b').waitFor();
  await dialog.getByRole('button', { name: 'Add and Start' }).click();
  await until('it is in the user settings', () => user.userSettings(home)['ptk.mcpServers']?.ghost);
  assert.deepEqual(user.userSettings(home)['ptk.mcpServers'].ghost, { command: 'no-such-program', args: ['--quiet', 'a b'] });
  const server = row(page, 'ghost, failed');
  await server.waitFor({ timeout: patient(15_000) });
  await server.click();
  await page.locator('.monaco-list-row[aria-label*="no-such-program"]').first().waitFor();
  await picture('panel-mcp.png');
  await server.click({ button: 'right' });
  await user.pickFromMenu('Remove…');
  await page.locator('.monaco-dialog-box', { hasText: 'Remove the MCP server' }).getByRole('button', { name: 'Remove' }).click();
  await server.waitFor({ state: 'detached' });
  assert.deepEqual(user.userSettings(home)['ptk.mcpServers'] ?? {}, {});
  await closePanel(user, page);
}

/** Returns the row with that name for screen readers. */
function row(page, name) {
  return page.locator(`.monaco-list-row[aria-label^=${JSON.stringify(name)}]`).first();
}

async function closePanel(user, page) {
  await user.command('View: Hide Panel');
  await page.locator('.part.panel').waitFor({ state: 'hidden' });
}

export const cases = [permissionsAndToolsAreManagedInThePanel, mcpServerIsAddedTriedAndRemovedInThePanel];
