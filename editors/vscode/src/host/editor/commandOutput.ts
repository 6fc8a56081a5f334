/** Returns the result of a command as JSON; empty if there is none or it can't be encoded. */
export function asOutput(result: unknown): string {
  try {
    return JSON.stringify(result) ?? '';
  } catch {
    return '';
  }
}
