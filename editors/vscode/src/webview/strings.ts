// Loads the translations that the extension host wrote into the page, for `t` of @vscode/l10n. The first import of
// main.ts, so that every other module may translate while it is loaded.
import * as l10n from '@vscode/l10n';

l10n.config({ contents: document.getElementById('l10n')?.textContent || '{}' });
