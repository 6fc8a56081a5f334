// Escapes text for the parts of VS Code that read markup: links in notifications and dialogs, icons in labels.
import { line, text } from '../shared/visible';

/** Escapes a notification, a prompt or a title: VS Code makes links of "[name](address)". */
export function escapeLine(message: string): string {
  return line(message).replaceAll('](', '] (');
}

/** Like [escapeLine], for the details of a dialog, which may have several lines. */
export function escapeText(message: string): string {
  return text(message).replaceAll('](', '] (');
}

/** Escapes a label: VS Code makes icons of "$(name)", but not of "\$(name)". */
export function escapeLabel(name: string): string {
  return line(name).replace(/\$\(/g, String.raw`\$(`);
}
