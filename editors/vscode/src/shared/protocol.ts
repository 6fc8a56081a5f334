// Generated from the Go structs of lsp/wire by `go generate ./lsp/wire`; do not edit.

/** Position is a position in a document, as in LSP. */
export interface Position {
  /** line is counted from 0. */
  line: number;
  /** character is counted from 0, in UTF-16 code units unless another encoding was negotiated. */
  character: number;
}

/** Range is a range in a document, as in LSP; its end is exclusive. */
export interface Range {
  start: Position;
  end: Position;
}

/** Location is a file, or a line of it, that a call reads or changes. */
export interface Location {
  uri: string;
  /** line is counted from 1; omitted for the whole file. */
  line?: number;
}

/** FileDiff is what a call changed, or would change, in a file. */
export interface FileDiff {
  uri: string;
  /** unified is a unified diff. */
  unified: string;
}

/** ToolKind is the kind of a tool; the values are those of ACP. */
export type ToolKind = "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "other";

/** ToolErrorType is the type of the error of a failed call. */
export type ToolErrorType = "validation_error" | "user_error" | "system_error" | "permission_error" | "security_error";

/** ErrorCode is the reason why a turn failed. */
export type ErrorCode = "TOOL_NOT_FOUND" | "INVALID_TOOL_CALL" | "MAX_ITERATIONS_REACHED" | "MAX_TOOL_CALLS_REACHED" | "MAX_COST_REACHED" | "TOOL_EXECUTION_FAILED" | "LLM_CALL_FAILED" | "PARSE_ERROR" | "DUPLICATE_TOOL_CALL" | "TIMEOUT" | "CONTEXT_OVERFLOW";

/** ToolCalling is how a model calls tools. */
export type ToolCalling = "ptk" | "native";

/** ModelInfo describes a model. */
export interface ModelInfo {
  /** id is "provider/model", as in ChatParams.model. */
  id: string;
  provider: string;
  available: boolean;
  /** reason is why the model isn't available and what to do, or why it was chosen. */
  reason?: string;
  contextWindow?: number;
  toolCalling?: ToolCalling;
  /** images reports whether images can be attached. */
  images?: boolean;
  /** price is omitted if it is not known, or nothing is charged. */
  price?: ModelPrice;
}

/** ModelPrice is what a million tokens cost in US dollars. */
export interface ModelPrice {
  input: number;
  output: number;
}

/** ModelsResult lists the models. */
export interface ModelsResult {
  models: ModelInfo[];
  /** current is the id of the model that a turn uses unless it names another. */
  current: string;
}

/** ToolSource is where a tool comes from. */
export type ToolSource = "builtin" | "custom" | "mcp";

/** ToolInfo describes a tool that a turn may offer to the model. */
export interface ToolInfo {
  name: string;
  description: string;
  /** parameters is a JSON Schema. */
  parameters: Record<string, unknown>;
  kind: ToolKind;
  requiresConfirmation: boolean;
  source: ToolSource;
  /** disabled reports whether the user's settings turn the tool off: no model is offered it. */
  disabled?: boolean;
}

/** ToolsResult lists the tools by name. */
export interface ToolsResult {
  tools: ToolInfo[];
}

/** RuleDecision is the decision of a permission rule. */
export type RuleDecision = "allow" | "ask" | "reject";

/** RuleScope is the scope of a permission rule. */
export type RuleScope = "turn" | "session" | "workspace" | "settings";

/** PermissionRule decides what a tool may do without asking. */
export interface PermissionRule {
  id: string;
  tool: string;
  match?: string;
  decision: RuleDecision;
  scope: RuleScope;
  /** text describes the rule to the user. */
  text: string;
}

/** PermissionsResult lists the rules in force. */
export interface PermissionsResult {
  rules: PermissionRule[];
}

/** RevokePermissionParams names the rule to revoke. */
export interface RevokePermissionParams {
  id: string;
}

/** StatsParams requests statistics of one conversation, or of all. */
export interface StatsParams {
  conversationId?: string;
}

/** ToolStats are the statistics of one tool. */
export interface ToolStats {
  name: string;
  calls: number;
  failures: number;
  cached: number;
  /** p50Ms is the median duration of a call. */
  p50Ms: number;
  /** p95Ms is the 95th percentile of the duration of a call. */
  p95Ms: number;
}

/** StatsResult are the requested statistics. */
export interface StatsResult {
  tools: ToolStats[];
  usage: Usage;
}

/** CompleteParams requests completions at a position in the chat's input. */
export interface CompleteParams {
  text: string;
  /** offset is the position of the cursor in text, in UTF-16 code units. */
  offset: number;
}

/** CompletionKind is what a completion refers to. */
export type CompletionKind = "file" | "symbol" | "command" | "tool";

/** CompletionItem is one completion. */
export interface CompletionItem {
  label: string;
  kind: CompletionKind;
  insertText: string;
  detail?: string;
}

/** OffsetRange is a range of a text, in UTF-16 code units. */
export interface OffsetRange {
  start: number;
  end: number;
}

/** CompleteResult lists the completions, best first. */
export interface CompleteResult {
  items: CompletionItem[];
  /** replace is the range of the text that an item replaces. */
  replace: OffsetRange;
}

/** Mode is what a turn may do. */
export type Mode = "ask" | "plan" | "agent";

/** ChatParams requests one turn of a conversation. */
export interface ChatParams {
  /** message is the user's message; it may be empty if there is a plan, and is if the turn continues another. */
  message: string;
  /** conversationId is the conversation to continue; if omitted, a new one begins. */
  conversationId?: string;
  attachments?: Attachment[];
  /** model is "provider/model"; the current one if omitted. */
  model?: string;
  /** mode is "agent" if omitted. */
  mode?: Mode;
  /** plan is a plan that the user has approved, possibly changed. The turn, in mode "agent", carries it out. */
  plan?: PlanEntry[];
  /** continue goes on with the last turn of the conversation, which is not done, from where it stands. */
  continue?: boolean;
  /** tools are the names of the tools that are offered in this turn: all of the mode if omitted, none if empty. */
  tools?: string[];
  temperature?: number;
  /** maxIterations limits the model calls of the turn; the default of the settings is 50. */
  maxIterations?: number;
  /** maxToolCalls limits the tool calls of the turn; the default of the settings is 200. */
  maxToolCalls?: number;
  /** timeoutMs limits the duration of the turn. */
  timeoutMs?: number;
  /** workDoneToken is the token for LSP's work-done progress. */
  workDoneToken?: number | string;
  /** partialResultToken is the token for the ChatEvents. */
  partialResultToken?: number | string;
}

/** Attachment is attached to a message: a file by its URI, a text with a name, or an image with a name. */
export interface Attachment {
  uri?: string;
  /** range is the attached part of the file; omitted for the whole file. */
  range?: Range;
  name?: string;
  text?: string;
  /** mimeType is the type of Data: image/png, image/jpeg, image/gif or image/webp. */
  mimeType?: string;
  /** data is an image in base64, at most 5 MiB when decoded. */
  data?: string;
}

/** ChatResult is the result of a turn. A failed turn has a result too. */
export interface ChatResult {
  conversationId: string;
  turnId: string;
  success: boolean;
  /** stopReason is why the turn ended. */
  stopReason?: StopReason;
  /** content is the final answer in Markdown, without protocol tags. */
  content: string;
  error?: ChatError;
  /** iterations counts the model calls. */
  iterations: number;
  /** toolCalls are in the order in which the model wrote them. */
  toolCalls: ToolCall[];
  totalToolCalls: number;
  changes: FileChange[];
  /** plan is the result of a turn in mode "plan", to be approved by the user. */
  plan?: PlanEntry[];
  usage: Usage;
  /** durationMs excludes the waits for the user's consent. */
  durationMs: number;
  model: string;
}

/** StopReason is why a turn ended. */
export type StopReason = "done" | "paused" | "cancelled" | "failed";

/** ChatError is why a turn failed or paused, and what can be done about it. */
export interface ChatError {
  code: ErrorCode;
  /** kind says what is wrong with the model's provider; omitted if the cause is another. */
  kind?: FailureKind;
  /** provider is the one that failed, as the settings name it; it comes with Kind. */
  provider?: string;
  message: string;
  suggestion?: string;
}

/** FailureKind classifies the failures of providers by what the user can do about them. */
export type FailureKind = "auth" | "quota" | "rate" | "model" | "overflow" | "request" | "server" | "network" | "not_running" | "broken" | "idle" | "endless";

/** ToolCall is one tool call of a turn and its outcome. */
export interface ToolCall {
  toolCallId: string;
  tool: string;
  args: Record<string, unknown>;
  /** reasoning is the reason that the model gives for the call. */
  reasoning?: string;
  success: boolean;
  /** durationMs excludes the wait for the user's consent. */
  durationMs: number;
  /** cached reports whether the result of an earlier call was returned. */
  cached?: boolean;
  error?: string;
}

/** ChangeKind is what was done to a file. */
export type ChangeKind = "create" | "edit" | "delete";

/** FileChange is the change of one file by a turn. */
export interface FileChange {
  uri: string;
  kind: ChangeKind;
  /** added counts lines. */
  added: number;
  /** removed counts lines. */
  removed: number;
}

/** Usage counts the tokens of a turn. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cachedTokens?: number;
  /** estimated reports that the tokens were counted by the server, since the provider reported no usage. */
  estimated?: boolean;
  costUsd?: number;
  /** costEstimated reports that the price is from a built-in table, or that the tokens are estimated. */
  costEstimated?: boolean;
  /** contextTokens is the size of the last prompt. */
  contextTokens: number;
  /** contextWindow is the number of tokens that the model accepts; 0 if unknown. */
  contextWindow: number;
  /** parts are the parts of the last prompt. */
  parts?: PromptPart[];
}

/** PromptPartName names a part of a prompt. */
export type PromptPartName = "system" | "rules" | "history" | "results" | "attachments";

/** PromptPart is the size of a part of a prompt. */
export interface PromptPart {
  name: PromptPartName;
  tokens: number;
  /** budget is the limit of the settings and the context window; omitted if there is none. */
  budget?: number;
}

/** ConversationInfo describes a conversation without its turns. */
export interface ConversationInfo {
  conversationId: string;
  title: string;
  /** createdAt is a time in RFC 3339. */
  createdAt: string;
  /** updatedAt is a time in RFC 3339. */
  updatedAt: string;
  /** turns is the number of turns. */
  turns: number;
  /** model is the model of the last turn. */
  model?: string;
  /** running reports whether a turn is running. */
  running?: boolean;
  /** elsewhere reports whether that turn runs in another process, such as that of another window. */
  elsewhere?: boolean;
  /** forkedFrom is the conversation that this one was copied from. */
  forkedFrom?: string;
}

/** ConversationsParams requests conversations, newest first. */
export interface ConversationsParams {
  /** query is searched for in the full text; all conversations match if omitted. */
  query?: string;
  limit?: number;
  cursor?: string;
}

/** ConversationsResult is one page of conversations. */
export interface ConversationsResult {
  conversations: ConversationInfo[];
  /** nextCursor requests the next page; omitted on the last page. */
  nextCursor?: string;
}

/** ConversationParams names a conversation. */
export interface ConversationParams {
  conversationId: string;
}

/** ReadConversationParams requests a conversation, or some of its turns. */
export interface ReadConversationParams {
  conversationId: string;
  /** limit is the maximum number of turns, the newest ones; all turns if omitted. */
  limit?: number;
  /** before is the id of the first turn of the previous page: the page ends before it. The page ends with the newest turn if omitted. */
  before?: string;
}

/** ConversationResult is a conversation with all that is needed to show it. */
export interface ConversationResult {
  info: ConversationInfo;
  /** turns are in the order in which they ran. */
  turns: Turn[];
  /** earlier reports whether there are turns before these. */
  earlier?: boolean;
}

/** Turn is one message of the user and everything that followed from it. */
export interface Turn {
  turnId: string;
  /** startedAt is a time in RFC 3339. */
  startedAt: string;
  message: string;
  /** continues reports that the turn continues the one before, which was not done; its message is empty. */
  continues?: boolean;
  attachments?: Attachment[];
  /** mode is the requested mode; omitted if none was requested. */
  mode?: Mode;
  /** plan is the result of a turn in mode "plan", to be approved by the user. It is also in Result. */
  plan?: PlanEntry[];
  /** events are the events of the turn; consecutive chunks of text are merged. */
  events: ChatEvent[];
  /** result is omitted while the turn runs, and if it was interrupted. */
  result?: ChatResult;
  /** cancelled reports whether the user cancelled the turn. */
  cancelled?: boolean;
}

/** RenameConversationParams changes the title of a conversation. */
export interface RenameConversationParams {
  conversationId: string;
  title: string;
}

/** CompactResult is the size of a conversation before and after it was compacted. */
export interface CompactResult {
  tokensBefore: number;
  tokensAfter: number;
}

/** SteerParams is a message to the model in a running turn. The model reads it at its next step. */
export interface SteerParams {
  conversationId: string;
  /** message is the user's message; it may be empty if there are attachments. */
  message: string;
  attachments?: Attachment[];
}

/** SteerResult identifies the message. */
export interface SteerResult {
  /** messageId is the id for ptk/unsteer. */
  messageId: string;
}

/** UnsteerParams takes back a message that was sent with ptk/steer. */
export interface UnsteerParams {
  conversationId: string;
  messageId: string;
}

/** UnsteerResult is the outcome of taking a message back. */
export interface UnsteerResult {
  /** removed reports whether the message was taken back. It is false if the turn has read the message or has ended. */
  removed: boolean;
}

/** TurnParams names a turn of a conversation. */
export interface TurnParams {
  conversationId: string;
  turnId: string;
}

/** UndoStatus is the outcome of an undo or redo for one file. */
export type UndoStatus = "restored" | "merged" | "conflict";

/** UndoneFile is the outcome for one file. */
export interface UndoneFile {
  uri: string;
  status: UndoStatus;
  /** reason explains a conflict to the user. */
  reason?: string;
  /** effect is what happens to the file, unless it is left alone. */
  effect: ChangeKind;
}

/** UndoResult is the outcome for each file of the turn. */
export interface UndoResult {
  files: UndoneFile[];
}

/** RewindParams puts the files back to where they were before a turn. */
export interface RewindParams {
  conversationId: string;
  /** turnId is the first of the turns that are undone. */
  turnId: string;
  /** plan requests the outcome only: nothing is changed. */
  plan?: boolean;
}

/** ChangesParams requests what the turns of a conversation changed. */
export interface ChangesParams {
  conversationId: string;
  /** turnId limits the result to one turn. */
  turnId?: string;
  /** texts requests the texts of the files too. */
  texts?: boolean;
}

/** ChangedTurn is a turn that changed files. */
export interface ChangedTurn {
  turnId: string;
  /** undone reports whether the changes are undone. */
  undone?: boolean;
  files: FileChange[];
}

/** ChangedFile is what turns did to a file together. */
export interface ChangedFile {
  uri: string;
  /** from is where the file was before; omitted unless it was moved. */
  from?: string;
  kind: ChangeKind;
  added: number;
  removed: number;
  /** before is the text before; omitted if there was no file, if it is no text, or if texts are not requested. */
  before?: string;
  /** after is the text after the last of the turns, like Before. The file may have changed since. */
  after?: string;
}

/** ChangesResult is what turns changed. */
export interface ChangesResult {
  /** turns are in the order in which they ran. */
  turns: ChangedTurn[];
  /** files are the changes of all these turns together, without those that are undone. */
  files: ChangedFile[];
}

/** ForkResult names the new conversation. */
export interface ForkResult {
  conversationId: string;
}

/** ExportFormat is the format of an exported conversation. */
export type ExportFormat = "markdown" | "json";

/** ExportParams requests a conversation as text. */
export interface ExportParams {
  conversationId: string;
  format: ExportFormat;
}

/** ExportResult is a conversation as text. */
export interface ExportResult {
  text: string;
}

/** ClientCapabilities are what an editor supports; they are sent in capabilities.experimental.ptk of initialize. */
export interface ClientCapabilities {
  /** readFile reports support for ptk/readFile. */
  readFile?: boolean;
  /** diagnostics reports support for ptk/diagnostics. */
  diagnostics?: boolean;
  /** approve reports support for ptk/approve. */
  approve?: boolean;
  /** runCommand reports support for ptk/runCommand. */
  runCommand?: boolean;
  /** judgeCommand reports support for ptk/judgeCommand. */
  judgeCommand?: boolean;
  /** forward are the LSP methods that the editor forwards to its other language servers with ptk/forward. */
  forward?: string[];
  /** save reports support for ptk/save. */
  save?: boolean;
  /** context reports support for ptk/editorContext. */
  context?: boolean;
}

/** ServerCapabilities are sent in capabilities.experimental.ptk of the response to initialize. */
export interface ServerCapabilities {
  version: number;
  /** methods are the ptk/* methods that the server supports. */
  methods: string[];
}

/** ReadFileParams requests the content of a file in the editor. */
export interface ReadFileParams {
  uri: string;
}

/** ReadFileResult is the content of a file in the editor. */
export interface ReadFileResult {
  text: string;
  /** version is the version of the open document. */
  version?: number;
  languageId?: string;
  /** dirty reports whether there are unsaved changes. */
  dirty: boolean;
}

/** DiagnosticsParams requests the diagnostics of one document, or of all documents if URI is omitted. */
export interface DiagnosticsParams {
  uri?: string;
}

/** Diagnostic is one problem, as in LSP. */
export interface Diagnostic {
  range: Range;
  /** severity is 1 for an error, 2 for a warning, 3 for information, 4 for a hint; 1 if omitted. */
  severity?: number;
  code?: number | string;
  source?: string;
  message: string;
}

/** DocumentDiagnostics are the diagnostics of one document. */
export interface DocumentDiagnostics {
  uri: string;
  version?: number;
  diagnostics: Diagnostic[];
}

/** DiagnosticsResult are the diagnostics of all sources in the editor. */
export interface DiagnosticsResult {
  items: DocumentDiagnostics[];
}

/** ApproveParams asks the user to approve a call. */
export interface ApproveParams {
  conversationId: string;
  turnId: string;
  toolCallId: string;
  tool: string;
  toolKind: ToolKind;
  /** title describes the call on one line; a long command is shortened. */
  title: string;
  /** command is the complete command line. It must be shown so that the user can read all of it. */
  command?: string;
  /** target is the name of the document that a command of the editor would run in. */
  target?: string;
  args: Record<string, unknown>;
  /** description is the model's description of the call. It may be wrong: show it after the command, marked as the model's words. */
  description?: string;
  /** reasoning is the reason that the model gives; show it like Description. */
  reasoning?: string;
  /** risk explains what could go wrong. Show it first. */
  risk: string;
  diff?: ApproveDiff[];
  /** rule describes what "allow_always" would allow; omitted if that decision is not possible. */
  rule?: string;
  /** scopes are what else can be allowed together with the call, with "allow_scope". */
  scopes?: ApproveScope[];
}

/** ApproveScope is something that the user can allow together with a call. */
export interface ApproveScope {
  /** id is the scope of ApproveResult. */
  id: string;
  /** text describes what is allowed, and for how long. */
  text: string;
}

/** ApproveDiff is what would change in a file. */
export interface ApproveDiff {
  uri: string;
  /** unified is a unified diff. */
  unified: string;
  /** newText is the whole file afterwards. */
  newText: string;
}

/** Decision is the user's answer. */
export type Decision = "allow_once" | "allow_scope" | "allow_session" | "allow_always" | "reject";

/** ApproveResult is the user's decision. An error response counts as a rejection. */
export interface ApproveResult {
  decision: Decision;
  /** scope is the id of one of the scopes of the question, for "allow_scope". */
  scope?: string;
  /** feedback is a message of the user to the model. */
  feedback?: string;
  /** files are written instead of the proposed texts, if the user accepted only some hunks or changed the text. Each is a file of the request's diff. Files that are omitted are written as proposed. */
  files?: ApprovedFile[];
}

/** ApprovedFile is a file with the text that the user approved. */
export interface ApprovedFile {
  uri: string;
  /** newText is the whole file afterwards; the current text if the user rejected all changes of the file. */
  newText: string;
}

/** RunCommandParams runs a command of the editor: an Ex command in Neovim, a command id in VS Code. */
export interface RunCommandParams {
  command: string;
  args: string[];
  /** uri is the open document that it runs in; if omitted, that of the window that was used last. */
  uri?: string;
}

/** CommandEffect is what a command of the editor can do. */
export type CommandEffect = "shows" | "edits" | "runs";

/** JudgeCommandResult is what a command would do. */
export interface JudgeCommandResult {
  effect: CommandEffect;
  /** risk describes in sentences what could go wrong. */
  risk?: string;
  /** shell are the command lines that the command gives to a shell. */
  shell?: string;
  /** dirUri is the folder in which the shell runs. */
  dirUri?: string;
  /** target is the name of the document that the command runs in. */
  target: string;
  /** uri is the file that the command runs in; omitted if it is not a file. */
  uri?: string;
}

/** RunCommandResult is the output of the command. */
export interface RunCommandResult {
  output: string;
}

/** ForwardParams forwards a request to the language servers of a document; the result is the result of the method. */
export interface ForwardParams {
  /** method is one of ClientCapabilities.forward. */
  method: string;
  params: unknown;
}

/** SaveParams saves documents. */
export interface SaveParams {
  uris: string[];
}

/** SaveResult lists the documents that were saved. */
export interface SaveResult {
  saved: string[];
}

/** EditorContextResult is what the user sees in the editor. */
export interface EditorContextResult {
  /** active is the document with the cursor. */
  active?: ActiveDocument;
  /** visible are the documents on the screen. */
  visible: string[];
  open: string[];
  /** quickfix is the visible list of locations, such as Neovim's quickfix list; at most 20 entries. */
  quickfix?: ListedPlace[];
}

/** ListedPlace is one entry of the list. */
export interface ListedPlace {
  uri: string;
  line: number;
  text: string;
}

/** ActiveDocument is the document with the cursor. */
export interface ActiveDocument {
  uri: string;
  selection: Range;
  languageId: string;
}

/** ChatEvent is an event of a turn, the value of a $/progress notification. Kind is its type. */
export type ChatEvent =
  | TurnStartEvent
  | IterationEvent
  | TextEvent
  | ReasoningEvent
  | ToolCallEvent
  | ToolOutputEvent
  | ToolResultEvent
  | PlanEvent
  | UserMessageEvent
  | RetryEvent
  | UsageEvent
  | WarningEvent;

/** TurnStartEvent is the first event of every turn. */
export interface TurnStartEvent {
  kind: "turn_start";
  conversationId: string;
  turnId: string;
  model: string;
}

/** IterationType is the type of the model's response. */
export type IterationType = "text" | "tool_call";

/** IterationEvent is sent at the first tool call of a response, or at its end if it has none. */
export interface IterationEvent {
  kind: "iteration";
  /** iteration is counted from 1. */
  iteration: number;
  type: IterationType;
  /** toolCallsSoFar is the number of tool calls before this response. */
  toolCallsSoFar: number;
}

/** TextEvent is a chunk of the response; the chunks of the last iteration are the result's content. */
export interface TextEvent {
  kind: "text";
  text: string;
}

/** ReasoningEvent is a chunk of the model's reasoning. */
export interface ReasoningEvent {
  kind: "reasoning";
  text: string;
}

/** ToolCallEvent is sent when a tool call starts. */
export interface ToolCallEvent {
  kind: "tool_call";
  toolCallId: string;
  tool: string;
  /** title describes the call on one line. */
  title: string;
  toolKind: ToolKind;
  args: Record<string, unknown>;
  reasoning?: string;
  locations?: Location[];
}

/** ToolOutputEvent is a chunk of a running tool's output. */
export interface ToolOutputEvent {
  kind: "tool_output";
  toolCallId: string;
  chunk: string;
}

/** ToolResultEvent is the result of a tool call. */
export interface ToolResultEvent {
  kind: "tool_result";
  toolCallId: string;
  tool: string;
  success: boolean;
  /** preview are a few lines for the user. */
  preview: string[];
  /** durationMs excludes the wait for the user's consent. */
  durationMs: number;
  cached?: boolean;
  error?: string;
  errorType?: ToolErrorType;
  suggestion?: string;
  /** rejected reports that the user did not allow the call. */
  rejected?: boolean;
  /** feedback is what the user said when rejecting it. */
  feedback?: string;
  diff?: FileDiff;
}

/** PlanPriority is the priority of a step of a plan; the values are those of ACP. */
export type PlanPriority = "high" | "medium" | "low";

/** PlanStatus is the status of a step of a plan; the values are those of ACP. */
export type PlanStatus = "pending" | "in_progress" | "completed";

/** PlanEntry is one step of a plan. */
export interface PlanEntry {
  content: string;
  priority: PlanPriority;
  status: PlanStatus;
}

/** PlanEvent is the complete current plan. */
export interface PlanEvent {
  kind: "plan";
  entries: PlanEntry[];
}

/** UserMessageEvent is a message that the user sent during the turn with ptk/steer. */
export interface UserMessageEvent {
  kind: "user_message";
  text: string;
  attachments?: Attachment[];
}

/** RetryEvent is sent before the model is asked again after an error. */
export interface RetryEvent {
  kind: "retry";
  /** attempt is the one that failed, counted from 1. */
  attempt: number;
  /** of is the number of attempts that are made at most; omitted if unknown. */
  of?: number;
  /** delayMs is the wait before the next attempt. */
  delayMs: number;
  reason: string;
  /** model is the model that is asked from now on, if it is another one. */
  model?: string;
}

/** UsageEvent is the usage of the turn so far. */
export interface UsageEvent {
  kind: "usage";
  usage: Usage;
}

/** WarningEvent is a warning for the user; the turn continues. */
export interface WarningEvent {
  kind: "warning";
  code: string;
  message: string;
}

/** Empty are the parameters of a method without parameters; they may be omitted. */
export type Empty = Record<string, never>;

/** ProviderState is whether a provider can be used, and if not, what is missing. */
export type ProviderState = "ready" | "noKey" | "notInstalled" | "notRunning" | "noModels" | "failed";

/** ProviderInfo describes a provider of models to a user who sets it up. */
export interface ProviderInfo {
  /** name is the first part of "provider/model". */
  name: string;
  title: string;
  /** kind is the protocol, as in the settings. */
  kind: string;
  baseUrl: string;
  /** local reports whether it needs no key. */
  local?: boolean;
  /** custom reports whether it comes from the settings. */
  custom?: boolean;
  /** keyVariable is the environment variable from which the server reads the key when it starts. */
  keyVariable?: string;
  /** keyPage is the page on which the user gets a key. */
  keyPage?: string;
  state: ProviderState;
  /** reason is what went wrong, if it failed. */
  reason?: string;
  /** command is what to run in a shell so that it can be used. */
  command?: string;
  /** page is where to get its program. */
  page?: string;
  /** models is how many it offers, if it was asked. */
  models?: number;
}

/** ProvidersResult lists the providers in the order in which a default is looked for. */
export interface ProvidersResult {
  providers: ProviderInfo[];
}

/** TestProviderParams names a known provider, or the address of a server. */
export interface TestProviderParams {
  provider?: string;
  /** baseUrl is the address of a server that is not known. */
  baseUrl?: string;
  /** kind is the protocol of that server; "openai" if omitted. */
  kind?: string;
  /** key is used for this test only. If it is omitted, a known provider is tested with its own. */
  key?: string;
}

/** TestProviderResult is the answer of a server. */
export interface TestProviderResult {
  /** baseUrl is the complete address. */
  baseUrl?: string;
  /** models are the server's names of its models. */
  models: string[];
  /** error is set if the test failed. */
  error?: ProviderError;
}

/** ProviderError is why a server can't be used. */
export interface ProviderError {
  message: string;
  suggestion?: string;
}

/** SpentTokens is what one model took in one conversation on one day. */
export interface SpentTokens {
  /** day is a date such as "2026-11-22", in the time zone of the server. */
  day: string;
  /** model is "provider/model". */
  model: string;
  conversationId: string;
  title: string;
  turns: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens?: number;
  costUsd?: number;
  /** estimated reports whether some of the tokens or of the cost are estimates. */
  estimated?: boolean;
}

/** UsageResult is what was spent, the last day first. */
export interface UsageResult {
  rows: SpentTokens[];
}

/** MCPState is the state of an MCP server. */
export type MCPState = "stopped" | "starting" | "running" | "failed";

/** MCPServer describes an MCP server of the user's settings. Servers that are turned off there are not listed. */
export interface MCPServer {
  name: string;
  /** transport is "stdio" or "http". */
  transport: string;
  /** target is the command or the URL, without what could be a secret. */
  target: string;
  state: MCPState;
  /** tools is the number of its tools. */
  tools: number;
  /** server is the name and version that it reported. */
  server?: string;
  /** error is the last error. */
  error?: string;
  /** suggestion says what to do about the error. */
  suggestion?: string;
  /** output are the last lines that its program wrote to standard error. */
  output?: string[];
}

/** MCPServersResult lists the MCP servers by name. */
export interface MCPServersResult {
  servers: MCPServer[];
}

/** MCPServerParams names an MCP server. */
export interface MCPServerParams {
  name: string;
}

/** IndexedFolder is the index of a folder of the workspace. */
export interface IndexedFolder {
  uri: string;
  /** ready reports whether the index is open. */
  ready: boolean;
  files: number;
  /** pieces is the number of pieces of text that are searched. */
  pieces: number;
  /** bytes is the size on the disk. */
  bytes: number;
  /** embedder is the model that makes vectors; omitted if none does. */
  embedder?: string;
  /** embedded is the number of pieces that have vectors. */
  embedded?: number;
  /** locked reports whether another process builds the index. */
  locked?: boolean;
}

/** IndexResult lists the indexes of the open folders. */
export interface IndexResult {
  folders: IndexedFolder[];
}

/** What the editor may ask of the server. */
export const serverMethods = {
  chat: "ptk/chat",
  conversations: "ptk/conversations",
  conversation: "ptk/conversation",
  renameConversation: "ptk/renameConversation",
  deleteConversation: "ptk/deleteConversation",
  compact: "ptk/compact",
  steer: "ptk/steer",
  unsteer: "ptk/unsteer",
  undo: "ptk/undo",
  redo: "ptk/redo",
  rewind: "ptk/rewind",
  changes: "ptk/changes",
  forkConversation: "ptk/forkConversation",
  exportConversation: "ptk/exportConversation",
  permissions: "ptk/permissions",
  revokePermission: "ptk/revokePermission",
  models: "ptk/models",
  providers: "ptk/providers",
  testProvider: "ptk/testProvider",
  tools: "ptk/tools",
  usage: "ptk/usage",
  mCPServers: "ptk/mcpServers",
  restartMCPServer: "ptk/restartMcpServer",
  index: "ptk/index",
  rebuildIndex: "ptk/rebuildIndex",
  stats: "ptk/stats",
  complete: "ptk/complete",
} as const;

/** The parameters and results of what the editor may ask of the server. */
export interface ServerRequests {
  "ptk/chat": { params: ChatParams; result: ChatResult };
  "ptk/conversations": { params: ConversationsParams; result: ConversationsResult };
  "ptk/conversation": { params: ReadConversationParams; result: ConversationResult };
  "ptk/renameConversation": { params: RenameConversationParams; result: null };
  "ptk/deleteConversation": { params: ConversationParams; result: null };
  "ptk/compact": { params: ConversationParams; result: CompactResult };
  "ptk/steer": { params: SteerParams; result: SteerResult };
  "ptk/unsteer": { params: UnsteerParams; result: UnsteerResult };
  "ptk/undo": { params: TurnParams; result: UndoResult };
  "ptk/redo": { params: TurnParams; result: UndoResult };
  "ptk/rewind": { params: RewindParams; result: UndoResult };
  "ptk/changes": { params: ChangesParams; result: ChangesResult };
  "ptk/forkConversation": { params: TurnParams; result: ForkResult };
  "ptk/exportConversation": { params: ExportParams; result: ExportResult };
  "ptk/permissions": { params: Empty; result: PermissionsResult };
  "ptk/revokePermission": { params: RevokePermissionParams; result: null };
  "ptk/models": { params: Empty; result: ModelsResult };
  "ptk/providers": { params: Empty; result: ProvidersResult };
  "ptk/testProvider": { params: TestProviderParams; result: TestProviderResult };
  "ptk/tools": { params: Empty; result: ToolsResult };
  "ptk/usage": { params: Empty; result: UsageResult };
  "ptk/mcpServers": { params: Empty; result: MCPServersResult };
  "ptk/restartMcpServer": { params: MCPServerParams; result: null };
  "ptk/index": { params: Empty; result: IndexResult };
  "ptk/rebuildIndex": { params: Empty; result: null };
  "ptk/stats": { params: StatsParams; result: StatsResult };
  "ptk/complete": { params: CompleteParams; result: CompleteResult };
}

/** What the server may ask of the editor. */
export const editorMethods = {
  readFile: "ptk/readFile",
  diagnostics: "ptk/diagnostics",
  approve: "ptk/approve",
  judgeCommand: "ptk/judgeCommand",
  runCommand: "ptk/runCommand",
  forward: "ptk/forward",
  save: "ptk/save",
  editorContext: "ptk/editorContext",
} as const;

/** The parameters and results of what the server may ask of the editor. */
export interface EditorRequests {
  "ptk/readFile": { params: ReadFileParams; result: ReadFileResult };
  "ptk/diagnostics": { params: DiagnosticsParams; result: DiagnosticsResult };
  "ptk/approve": { params: ApproveParams; result: ApproveResult };
  "ptk/judgeCommand": { params: RunCommandParams; result: JudgeCommandResult };
  "ptk/runCommand": { params: RunCommandParams; result: RunCommandResult };
  "ptk/forward": { params: ForwardParams; result: unknown };
  "ptk/save": { params: SaveParams; result: SaveResult };
  "ptk/editorContext": { params: Empty; result: EditorContextResult };
}
