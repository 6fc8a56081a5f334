import type { FromView } from '../bridge';

/** How the view's parts tell the extension host what the user wants. */
export type Send = (message: FromView) => void;
