// The chat view's page: folds what the extension host tells, and draws it once a frame.
import './strings';
import type { FromView, ToView } from '../bridge';
import { App } from './app';
import { emptyState, reduce } from './state';
import type { ViewState } from './types';

interface VsCodeApi {
  postMessage(message: FromView): void;
  getState(): { draft?: string } | undefined;
  setState(state: { draft: string }): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
const root = document.getElementById('app') as HTMLElement;
const app = new App(root, (message) => vscode.postMessage(message), {
  load: () => vscode.getState()?.draft ?? '',
  save: (draft) => vscode.setState({ draft }),
});

let state: ViewState = emptyState;
let drawn: ViewState | undefined;
let scheduled = false;

function show(next: ViewState): void {
  state = next;
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    if (state !== drawn) app.draw(state);
    drawn = state;
  });
}

window.addEventListener('message', (event: MessageEvent<ToView>) => {
  const message = event.data;
  if (message.kind === 'snapshot') show(message.state);
  else if (message.kind === 'event') show(reduce(state, message.event));
  else app.focus();
});

vscode.postMessage({ kind: 'ready' });
