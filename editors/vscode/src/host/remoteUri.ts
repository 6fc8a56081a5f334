import type { Attached } from '../bridge';

/**
 * The URI of a file of a remote window as the extension host knows it, which runs beside the files. What is dragged in the
 * window is named as the window sees it: vscode-remote://ssh-remote+host/path.
 */
export function uriHere(uri: string): string {
  return uri.replace(/^vscode-remote:\/\/[^/]*/i, 'file://');
}

/** The same of what goes along with a message. */
export function attachedHere(attachments: readonly Attached[] | undefined): Attached[] | undefined {
  return attachments?.map(({ label, attachment }) => ({ label, attachment: { ...attachment, ...(attachment.uri && { uri: uriHere(attachment.uri) }) } }));
}
