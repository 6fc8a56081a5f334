// Text for the parts of VS Code that read a markup into it: links in notifications and prompts, icons in labels.
import { line, text } from '../visible';

/** A notification, a prompt or a title: no link, whatever the text holds. VS Code makes links of "[name](address)". */
export function plain(message: string): string {
  return line(message).replaceAll('](', '] (');
}

/** The same of several lines, for the details of a dialog. */
export function plainText(message: string): string {
  return text(message).replaceAll('](', '] (');
}

/** A label: no icon, whatever the text holds. VS Code makes icons of "$(name)", but not of "\$(name)". */
export function label(name: string): string {
  return line(name).replace(/\$\(/g, String.raw`\$(`);
}
