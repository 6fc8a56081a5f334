export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

const levels: Record<string, LogLevel> = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' };

/** Takes time and level off a line of the server's log, "time=… level=WARN msg=…": the log of VS Code has its own. */
export function logLine(line: string): { level: LogLevel; text: string } {
  const found = /^time=\S+ level=([A-Z]+)\S* (.*)$/.exec(line);
  const level = levels[found?.[1] ?? ''];
  return level ? { level, text: found?.[2] ?? '' } : { level: 'info', text: line };
}
