import type { ForwardedMethod, ForwardedParams, ForwardedResult, FromView } from '../shared/messages';

/** How the view's parts tell the extension host what the user wants. */
export type Send = (message: FromView) => void;

/** Asks the server, through the extension host; fails where the server does not answer. */
export type Request = <M extends ForwardedMethod>(method: M, params: ForwardedParams<M>) => Promise<ForwardedResult<M>>;

/** The extension host, as the view's parts see it. */
export interface Host { send: Send; request: Request }
