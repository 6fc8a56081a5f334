// Loads the translations that the extension host writes into the page, for `t` of @vscode/l10n. It must be the first import
// of main.ts: other modules may translate while they are loaded.
import * as l10n from '@vscode/l10n';

l10n.config({ contents: document.getElementById('l10n')?.textContent || '{}' });
