// Loads VS Code's translations for `t` of @vscode/l10n. It must be the first import of extension.ts: other modules may
// translate while they are loaded.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

l10n.config({ contents: vscode.l10n.bundle ?? {} });
