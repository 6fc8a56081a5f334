import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Returns the page of the chat view. It may load its own script and style sheet, nothing else. */
export function chatHtml(webview: vscode.Webview, dist: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
  <meta charset="UTF-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${uri('webview.css')}">
  <title>PTK Chat</title>
</head>
<body>
  <div id="app"></div>
  <script type="application/json" id="l10n">${translations()}</script>
  <script nonce="${nonce}" src="${uri('webview.js')}"></script>
</body>
</html>`;
}

/** Returns the translations as JSON that can't close its script element. */
function translations(): string {
  return JSON.stringify(vscode.l10n.bundle ?? {}).replaceAll('<', '\\u003c');
}
