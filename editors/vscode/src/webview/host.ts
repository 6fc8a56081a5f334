import type { ForwardedMethod, ForwardedParams, ForwardedResult, FromView } from '../shared/messages';

/** Sends a message to the extension host. */
export type Send = (message: FromView) => void;

/** Sends a request to the server through the extension host; rejects if the server does not respond. */
export type Request = <M extends ForwardedMethod>(method: M, params: ForwardedParams<M>) => Promise<ForwardedResult<M>>;

/** The extension host, as seen by the components of the view. */
export interface Host { send: Send; request: Request }
