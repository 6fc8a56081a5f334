import { text as exact } from '../shared/visible';

/** What a code block holds for a terminal. */
export interface TerminalInput {
  /** The commands, one a line. */
  lines: readonly string[];
  /** The block holds characters that a terminal would not show as they are. */
  deceptive: boolean;
}

/** A prompt before a command, as in transcripts of a shell. */
const prompt = /^\s*[$%❯]\s+/;

/**
 * Returns the commands of a code block. If some lines begin with a prompt, the others are output; a line that ends in a backslash
 * goes on in the next one. Tabs become spaces: a shell would complete them.
 */
export function terminalInput(code: string): TerminalInput {
  const joined = code.replace(/\r\n/g, '\n').replace(/\\\n\s*/g, ' ');
  const all = joined.split('\n').filter((one) => one.trim() !== '');
  const prompted = all.filter((one) => prompt.test(one));
  const commands = prompted.length > 0 ? prompted.map((one) => one.replace(prompt, '')) : all;
  const lines = commands.map((one) => one.replaceAll('\t', '  ').trim());
  return { lines, deceptive: lines.some((one) => exact(one) !== one || one.includes('\r')) };
}
