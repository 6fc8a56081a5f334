// The actions of a user in VS Code.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { patient, until } from './wait.mjs';

export class User {
  constructor(page) {
    this.page = page;
    this.chat = page.frameLocator('iframe.webview.ready[src*="extensionId=ptk.ptk-lsp"][src*="purpose=webviewView"]').frameLocator('iframe#active-frame');
    this.input = this.chat.getByLabel('Message', { exact: true });
    this.lastTurn = this.chat.locator('.turn').last();
    this.modified = page.locator('.monaco-diff-editor .editor.modified .monaco-editor').first();
    // The whole item: a badge covers the middle of its label.
    this.viewIcon = page.locator('.part.activitybar .action-item', { has: page.locator('a.action-label[aria-label^="PTK"]') });
    this.quickInput = page.locator('.quick-input-widget input');
    this.editor = page.locator('.editor-instance .monaco-editor').first();
  }

  async openChat() {
    const icon = this.viewIcon;
    await until(
      'the chat is open',
      async () => {
        if (await this.input.isVisible()) return true;
        await icon.click(); // closes it again if VS Code is just opening it
        return this.input.waitFor({ timeout: patient(10_000) }).then(
          () => true,
          () => false,
        );
      },
      45_000,
    );
  }

  /** Runs a command by its title; `asks` if it continues in the quick input. */
  async command(title, { asks = false } = {}) {
    await this.pick('F1', `>${title}`, title, asks);
  }

  /** Opens the palette; repeated, since a key is lost while the focus moves. */
  async quickOpen(key) {
    await until('the palette opens', async () => {
      await this.page.keyboard.press(key);
      return this.quickInput.waitFor({ timeout: patient(2000) }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Selects the row that contains `text` by keyboard, since rows move while VS Code loads more. */
  async pick(key, query, text, asks = false) {
    const rows = this.page.locator('.quick-input-widget .monaco-list-row', { hasText: text });
    const focused = this.page.locator('.quick-input-widget .monaco-list-row.focused', { hasText: text });
    const seen = (what) =>
      what
        .first()
        .waitFor({ timeout: patient(3000) })
        .then(
          () => true,
          () => false,
        );
    await until(`${text} is picked`, async () => {
      await this.quickOpen(key);
      await this.quickInput.fill(query, { timeout: patient(2000) }); // it closes if it loses the focus
      if (!(await seen(rows))) return false;
      for (let row = 0; row < 20 && !(await focused.count()); row++) await this.page.keyboard.press('ArrowDown');
      if (!(await focused.count())) return false;
      await this.page.keyboard.press('Enter');
      if (asks) return until('the palette changes', async () => (await this.quickInput.inputValue()) !== query);
      return this.quickInput.waitFor({ state: 'hidden', timeout: patient(3000) }).then(
        () => true,
        () => false,
      );
    });
  }

  async newChat() {
    await this.command('PTK: New Chat');
    await this.chat.locator('.welcome').waitFor();
    await this.cursorIsInInput(); // or it would take the focus later
  }

  async cursorIsInInput() {
    await until('the cursor is in the input', () =>
      this.input.evaluate((element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus()),
    );
  }

  /** Asks a question without waiting for the answer. */
  async ask(question) {
    await this.input.fill(question);
    await this.input.press('Enter');
    await this.lastTurn.locator('.question', { hasText: question }).waitFor();
  }

  /** Waits for the end of the last turn and returns its text. */
  async answered(status = 'done') {
    await this.chat.locator(`.turn.last[data-status="${status}"]`).waitFor();
    return this.lastTurn.innerText();
  }

  /** Picks from the open context menu, which ignores a click just after it has opened. */
  async pickFromMenu(name) {
    const item = this.page.locator('.monaco-menu').getByRole('menuitem', { name });
    await item.waitFor();
    await until(`${name} is picked`, async () => {
      if (await item.isVisible()) await item.click({ timeout: patient(1000) });
      return item.waitFor({ state: 'hidden', timeout: patient(1000) }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Stops the turn of the chat that is shown and closes the editors. */
  async cleanUp() {
    if (await this.chat.locator('.stop').isVisible()) await this.chat.locator('.stop').click();
    if (!(await this.page.locator('.tab').count())) return;
    await this.command('View: Close All Editors');
    const dialog = this.page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" });
    await dialog.click({ timeout: patient(2000) }).catch(() => {}); // all is saved
  }

  async openFile(name) {
    await this.pick('Control+P', name, name);
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.editor.waitFor();
  }

  /** Returns the current user settings, including those of the machine. */
  userSettings(home) {
    const files = ['User/settings.json', 'Machine/settings.json']
      .map((name) => path.join(home.userData, name))
      .filter((file) => existsSync(file));
    return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8'))));
  }

  /** Returns the tab with that name. */
  tab(name) {
    return this.page.locator('.tab', { hasText: name });
  }

  /** Returns the button of the active editor's title. */
  titleAction(label) {
    return this.page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name: label });
  }

  /** Returns the tab with that name if it has unsaved changes. */
  dirtyTab(name) {
    return this.page.locator('.tab.dirty', { hasText: name });
  }

  /** Selects the row that contains `text` in the open list. */
  async choose(text) {
    await this.page.locator('.quick-input-widget .monaco-list-row', { hasText: text }).waitFor();
    await this.quickInput.fill(text);
    await this.page.locator('.quick-input-widget .monaco-list-row.focused', { hasText: text }).waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Types at the end of the open file. */
  async typeAtEnd(text) {
    await this.editor.click();
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type(text);
  }

  async editorText() {
    const lines = await this.editor.locator('.view-line').evaluateAll((all) =>
      all
        .map((line) => [Number.parseInt(line.style.top, 10), line.textContent])
        .toSorted((a, b) => a[0] - b[0])
        .map(([, text]) => text),
    );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  async editorShows(text) {
    await until(`the editor shows ${JSON.stringify(text)}`, async () => (await this.editorText()).includes(text));
  }

  async closeEditors() {
    await this.command('File: Revert File');
    await this.command('View: Close All Editors');
    await this.page.locator('.tab').first().waitFor({ state: 'detached' });
  }

  /** Takes a screenshot, without tooltips unless one stays: VS Code leaves it if its element was drawn again. */
  async screenshot(file) {
    await this.page.mouse.move(700, 400);
    const tooltip = this.page.locator('.monaco-hover:visible').first();
    await tooltip.waitFor({ state: 'hidden', timeout: patient(2000) }).catch(() => {});
    await this.page.screenshot({ path: file });
  }
}
