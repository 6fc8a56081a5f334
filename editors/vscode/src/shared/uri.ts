/** Returns the last part of the path of a URI. */
export function fileName(uri: string): string {
  const path = filePath(uri);
  return path.slice(path.lastIndexOf('/') + 1) || path;
}

/** Returns the decoded path of a URI. */
export function filePath(uri: string): string {
  const path = uri.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray % in a name
  }
}
