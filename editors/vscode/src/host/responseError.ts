// What the server tells in the errors of its responses.
import { ResponseError } from 'vscode-languageclient/node';
import type { TurnError } from '../shared/state/types';

/** Returns what is wrong with the model, if the server says so in the data of the error. */
export function kindOf(e: unknown): TurnError['kind'] {
  return e instanceof ResponseError ? (e.data as { kind?: TurnError['kind'] } | undefined)?.kind : undefined;
}

/** Returns the code of the error, if it is the server's. */
export function codeOf(e: unknown): number | undefined {
  return e instanceof ResponseError ? e.code : undefined;
}
