// Loads VS Code's translations for `t` of @vscode/l10n, which the extension host and the chat view share. The first
// import of extension.ts, so that every other module may translate while it is loaded.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

l10n.config({ contents: vscode.l10n.bundle ?? {} });
