// The page of the chat view: applies the events of the extension host to its state and draws it, at most once a frame.
import './strings';
import { parseToView, type FromView, type ToView, type ToViewOf } from '../shared/messages';
import { emptyState, lastTurns, reduce, turnsPerPage } from '../shared/state/reduce';
import type { ViewState } from '../shared/state/types';
import { App } from './app';
import { setCodeColors } from './code/colors';
import { Painter } from './painter';
import { Requests } from './requests';

interface VsCodeApi {
  postMessage(message: FromView): void;
  setState(state: { conversationId: string | undefined }): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
const root = document.getElementById('app') as HTMLElement;
const send = (message: FromView): void => vscode.postMessage(message);
const requests = new Requests(send);
const app = new App(root, { send, request: requests.send });
const painter = new Painter<ViewState>((state) => app.draw(state));
let state = emptyState;

function show(next: ViewState): void {
  state = next;
  painter.show(next);
}

/** Drops the earlier turns that the user scrolled up to: a page with few turns draws fast. */
function shortened(long: ViewState): ViewState {
  return long.turns.length > 2 * turnsPerPage ? lastTurns(long) : long;
}

/** A handler for each kind of message; a missing one fails the build. */
const handlers: { [K in ToView['kind']]: (message: ToViewOf<K>) => void } = {
  snapshot: (message) => {
    show(message.state);
    vscode.setState({ conversationId: message.state.conversation?.id }); // for a tab that is restored
  },
  event: ({ event }) => {
    show(reduce(event.type === 'ask' ? shortened(state) : state, event));
    if (event.type === 'chat' && event.event.kind === 'turn_start') vscode.setState({ conversationId: event.event.conversationId });
  },
  response: ({ id, result }) => requests.resolve(id, result),
  requestFailed: ({ id, message }) => requests.fail(id, message),
  attach: ({ attachments }) => app.attach(attachments),
  compose: ({ text }) => {
    app.draw(state);
    app.compose(text);
  },
  insert: ({ text }) => {
    app.draw(state);
    app.insert(text);
  },
  draft: ({ draft }) => {
    app.draw(state); // first, since a change of chat empties the input
    app.restore(draft);
  },
  chats: ({ chats }) => app.showChats(chats),
  codeColors: ({ colors }) => setCodeColors(colors),
  pathsFound: ({ asked, found }) => app.pathsFound(asked, found),
  prompts: ({ prompts }) => app.setPrompts(prompts),
  showHistory: () => {
    app.draw(state); // first, since a change of chat closes the history
    app.showHistory();
  },
  historyChanged: () => app.historyChanged(),
  focus: () => app.focus(),
};

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = parseToView(data);
  if (message) (handlers[message.kind] as (message: ToView) => void)(message);
});
for (const type of ['focus', 'blur'] as const) window.addEventListener(type, () => send({ kind: 'focused', focused: type === 'focus' }));
send({ kind: 'ready' });
if (document.hasFocus()) send({ kind: 'focused', focused: true });
