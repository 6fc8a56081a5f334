export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

const levels: Record<string, LogLevel> = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' };

/** Splits a line of the server's log, "time=… level=WARN msg=…", and drops the time: VS Code's log adds its own. */
export function logLine(line: string): { level: LogLevel; text: string } {
  const found = /^time=\S+ level=([A-Z]+)\S* (.*)$/.exec(line);
  const level = levels[found?.[1] ?? ''];
  return level ? { level, text: found?.[2] ?? '' } : { level: 'info', text: line };
}
