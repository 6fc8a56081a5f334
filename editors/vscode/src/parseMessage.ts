// Reading what the view sends, field by field. What is not asked for is left out.

/** Gives the value as it may be used; undefined where it is not well-formed. */
type Read = (value: unknown) => unknown;
type Fields = Record<string, Read>;

const maxText = 4_000_000;
const maxData = 7_000_000; // 5 MiB in base64

const string = (value: unknown) => (typeof value === 'string' && value.length <= maxText ? value : undefined);
const data = (value: unknown) => (typeof value === 'string' && value.length <= maxData ? value : undefined);
const count = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined);
const record = (value: unknown) => (typeof value === 'object' && value !== null ? value : undefined);
const oneOf = (...words: string[]): Read => (value) => (words.includes(value as string) ? value : undefined);

/** A field that may be missing, and is left out where it says nothing or nonsense. */
const optional = (read: Read): Read => Object.assign((value: unknown) => read(value), { optional: true });

function list(read: Read): Read {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const all = value.map((one) => read(one));
    return all.includes(undefined) ? undefined : all;
  };
}

function object(fields: Fields): Read {
  return (value) => {
    if (!record(value)) return undefined;
    const from = value as Record<string, unknown>;
    const out: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(fields)) {
      const found = read(from[name]);
      if (found !== undefined && found !== '') out[name] = found;
      else if (found === undefined && !('optional' in read)) return undefined;
      else if (!('optional' in read)) out[name] = found;
    }
    return out;
  };
}

const place = object({ line: count, character: count });
const attached = object({
  label: string,
  attachment: object({
    uri: optional(string), range: optional(object({ start: place, end: place })), name: optional(string), text: optional(string),
    mimeType: optional(oneOf('image/png', 'image/jpeg', 'image/gif', 'image/webp')), data: optional(data),
  }),
});
const planEntry = object({ content: string, priority: oneOf('high', 'medium', 'low'), status: oneOf('pending', 'in_progress', 'completed') });

/** The fields of each kind of message, see FromView. */
const kinds: Record<string, Fields> = {
  ready: {}, retry: {}, stop: {}, newChat: {}, restartServer: {}, showLog: {}, openSettings: {}, setApiKey: {}, pickModel: {}, pickMode: {}, pickFiles: {},
  send: { text: string, attachments: optional(list(attached)) },
  draft: { text: string, attachments: optional(list(attached)) },
  steer: { text: string },
  resend: { turn: count, text: string },
  carryOut: { plan: list(planEntry) },
  approve: {
    toolCallId: string, decision: oneOf('allow_once', 'allow_session', 'allow_always', 'reject'),
    feedback: optional(string), leftOut: optional(list(list(count))),
  },
  showDiff: { toolCallId: string, uri: optional(string) },
  openFile: { uri: string, line: optional(count) },
  openPath: { path: string, line: optional(count) },
  setMode: { mode: oneOf('ask', 'plan', 'agent') },
  undo: { turnId: string },
  redo: { turnId: string },
  fork: { turnId: string },
  openConversation: { conversationId: string },
  renameConversation: { conversationId: string },
  deleteConversation: { conversationId: string },
  exportConversation: { conversationId: string },
  earlier: { before: count },
  request: { id: count, method: oneOf('ptk/complete', 'ptk/conversations', 'ptk/stats'), params: record },
  copyText: { text: string },
  insertCode: { text: string },
  applyCode: { text: string, path: optional(string) },
};

/** Gives the message with the fields of its kind; undefined where it has no known kind, or a field is not well-formed. */
export function parseMessage(raw: unknown): unknown {
  const kind = (record(raw) as { kind?: unknown } | undefined)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return undefined;
  const fields = object(kinds[kind] as Fields)(raw);
  return fields && { kind, ...fields };
}
