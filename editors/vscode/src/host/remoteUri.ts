import type { Attached } from '../shared/attachment';

/**
 * Returns the URI of a file as the extension host knows it. In a remote window, files that the user drags have URIs of the
 * window, vscode-remote://ssh-remote+host/path; the extension host runs beside the files.
 */
export function localUri(uri: string): string {
  return uri.replace(/^vscode-remote:\/\/[^/]*/i, 'file://');
}

/** Applies [localUri] to attachments. */
export function localAttachments(attachments: readonly Attached[]): Attached[] {
  return attachments.map(({ label, attachment }) => ({
    label,
    attachment: { ...attachment, ...(attachment.uri && { uri: localUri(attachment.uri) }) },
  }));
}
