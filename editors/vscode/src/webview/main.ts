// The chat view's page: folds what the extension host tells, and draws it once a frame.
import './strings';
import type { FromView, ToView } from '../bridge';
import { App } from './app';
import { Painter } from './painter';
import { Requests } from './requests';
import { emptyState, reduce, tail, turnsAtOnce } from './state';
import type { ViewState } from './types';

interface VsCodeApi {
  postMessage(message: FromView): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
const root = document.getElementById('app') as HTMLElement;
const send = (message: FromView): void => vscode.postMessage(message);
const requests = new Requests(send);
const app = new App(root, { send, request: requests.ask });
const painter = new Painter<ViewState>((state) => app.draw(state));
let state = emptyState;

function show(next: ViewState): void {
  state = next;
  painter.show(next);
}

/** With a new question the turns go that the user had scrolled up to: a page with few of them draws fast. */
function shortened(long: ViewState): ViewState {
  return long.turns.length > 2 * turnsAtOnce ? tail(long) : long;
}

function receive(message: ToView): void {
  switch (message.kind) {
    case 'snapshot':
      return show(message.state);
    case 'event':
      return show(reduce(message.event.type === 'ask' ? shortened(state) : state, message.event));
    case 'answer':
      return requests.settle(message);
    case 'attach':
      return app.attach(message.attachments);
    case 'compose':
      return app.compose(message.text);
    case 'draft':
      return app.restore(message.draft);
    case 'showHistory':
      app.draw(state); // a chat that gives way closes the history, and not the one that is shown now
      return app.showHistory();
    case 'historyChanged':
      return app.historyChanged();
    case 'focus':
      return app.focus();
  }
}

window.addEventListener('message', (event: MessageEvent<ToView>) => receive(event.data));
send({ kind: 'ready' });
