/** What a command gave back, as JSON; empty where there is nothing, or what can't be written. */
export function asOutput(result: unknown): string {
  try {
    return JSON.stringify(result) ?? '';
  } catch {
    return '';
  }
}
