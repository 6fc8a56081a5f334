// Generated from the Go structs of lsp/wire by `go generate ./lsp/wire`; do not edit.

/** Position is a place in a document, as in LSP. */
export interface Position {
  /** line is counted from 0. */
  line: number;
  /** character is counted from 0, in UTF-16 units unless another encoding was agreed on. */
  character: number;
}

/** Range is a piece of a document, as in LSP; its end is exclusive. */
export interface Range {
  start: Position;
  end: Position;
}

/** Location is a place that a call reads or changes. */
export interface Location {
  uri: string;
  /** line is counted from 1; left out for the whole file. */
  line?: number;
}

/** FileDiff shows what a call changed, or would change, in a file. */
export interface FileDiff {
  uri: string;
  /** unified is a unified diff. */
  unified: string;
}

/** ToolKind says what sort of thing a tool does; the words are ACP's. */
export type ToolKind = "read" | "edit" | "delete" | "move" | "search" | "execute" | "think" | "fetch" | "other";

/** ToolErrorType says whose fault a failed call is. */
export type ToolErrorType = "validation_error" | "user_error" | "system_error" | "permission_error" | "security_error";

/** ErrorCode says why a turn failed. */
export type ErrorCode = "TOOL_NOT_FOUND" | "INVALID_TOOL_CALL" | "MAX_ITERATIONS_REACHED" | "MAX_TOOL_CALLS_REACHED" | "TOOL_EXECUTION_FAILED" | "LLM_CALL_FAILED" | "PARSE_ERROR" | "DUPLICATE_TOOL_CALL" | "TIMEOUT" | "CONTEXT_OVERFLOW";

/** ToolCalling says how a model calls tools. */
export type ToolCalling = "ptk" | "native";

/** ModelInfo is one model that can, or can't, be asked. */
export interface ModelInfo {
  /** id is "provider/model", what ChatParams.model takes. */
  id: string;
  provider: string;
  available: boolean;
  /** reason says why it isn't available and what to do, or why it was chosen. */
  reason?: string;
  contextWindow?: number;
  toolCalling?: ToolCalling;
  /** images is true where pictures can be attached. */
  images?: boolean;
}

/** ModelsResult lists the models. */
export interface ModelsResult {
  models: ModelInfo[];
  /** current is the id of the model that a turn asks unless it names another. */
  current: string;
}

/** ToolSource says where a tool comes from. */
export type ToolSource = "builtin" | "custom" | "mcp";

/** ToolInfo is one tool that a turn may offer to the model. */
export interface ToolInfo {
  name: string;
  description: string;
  /** parameters is a JSON Schema. */
  parameters: Record<string, unknown>;
  kind: ToolKind;
  requiresConfirmation: boolean;
  source: ToolSource;
}

/** ToolsResult lists the tools by name. */
export interface ToolsResult {
  tools: ToolInfo[];
}

/** RuleDecision is what a permission rule says. */
export type RuleDecision = "allow" | "ask" | "reject";

/** RuleScope says how far a permission rule reaches. */
export type RuleScope = "session" | "workspace" | "settings";

/** PermissionRule says what a tool may do without asking. */
export interface PermissionRule {
  id: string;
  tool: string;
  match?: string;
  decision: RuleDecision;
  scope: RuleScope;
  /** text says the rule in words. */
  text: string;
}

/** PermissionsResult lists the rules that hold. */
export interface PermissionsResult {
  rules: PermissionRule[];
}

/** RevokePermissionParams name the rule to take back. */
export interface RevokePermissionParams {
  id: string;
}

/** StatsParams ask for figures, of one conversation or of all. */
export interface StatsParams {
  conversationId?: string;
}

/** ToolStats are the figures of one tool. */
export interface ToolStats {
  name: string;
  calls: number;
  failures: number;
  cached: number;
  /** p50Ms is the median time of a call. */
  p50Ms: number;
  /** p95Ms is the time that 95 % of the calls stay under. */
  p95Ms: number;
}

/** StatsResult are the figures asked for. */
export interface StatsResult {
  tools: ToolStats[];
  usage: Usage;
}

/** CompleteParams ask what could stand at a place in a chat's input. */
export interface CompleteParams {
  text: string;
  /** offset is the cursor's place in text, in UTF-16 units. */
  offset: number;
}

/** CompletionKind says what a completion stands for. */
export type CompletionKind = "file" | "symbol" | "command" | "tool";

/** CompletionItem is one thing that could stand there. */
export interface CompletionItem {
  label: string;
  kind: CompletionKind;
  insertText: string;
  detail?: string;
}

/** OffsetRange is a piece of a text, in UTF-16 units. */
export interface OffsetRange {
  start: number;
  end: number;
}

/** CompleteResult lists what could stand there, best first. */
export interface CompleteResult {
  items: CompletionItem[];
  /** replace is the piece of the text that an item takes the place of. */
  replace: OffsetRange;
}

/** Mode says how far a turn may go. */
export type Mode = "ask" | "plan" | "agent";

/** ChatParams ask for one turn of a conversation. */
export interface ChatParams {
  /** message is what the user says; it may be empty beside a plan. */
  message: string;
  /** conversationId is the conversation to go on with; left out, a new one begins. */
  conversationId?: string;
  attachments?: Attachment[];
  /** model is "provider/model"; left out, the current one. */
  model?: string;
  /** mode is "agent" where it is left out. */
  mode?: Mode;
  /** plan is a plan that the user has approved, perhaps changed; the turn, of the mode "agent", carries it out. */
  plan?: PlanEntry[];
  /** tools are the names offered in this turn; left out, all of the mode; empty, none. */
  tools?: string[];
  temperature?: number;
  /** maxIterations bounds the model calls of the turn; 10 where neither this nor the settings say. */
  maxIterations?: number;
  /** maxToolCalls bounds the tool calls of the turn; 20 where neither this nor the settings say. */
  maxToolCalls?: number;
  /** timeoutMs bounds the whole turn. */
  timeoutMs?: number;
  /** workDoneToken is where LSP's work-done progress goes. */
  workDoneToken?: number | string;
  /** partialResultToken is where the ChatEvents go. */
  partialResultToken?: number | string;
}

/** Attachment goes along with a message: a file by its uri, a text with a name, or a picture with a name. */
export interface Attachment {
  uri?: string;
  /** range is the piece of the file that is meant; left out for the whole. */
  range?: Range;
  name?: string;
  text?: string;
  /** mimeType says what Data is: image/png, image/jpeg, image/gif or image/webp. */
  mimeType?: string;
  /** data is a picture in base64, at most 5 MiB when decoded. */
  data?: string;
}

/** ChatResult is what a turn came to. A turn that fails is a result too. */
export interface ChatResult {
  conversationId: string;
  turnId: string;
  success: boolean;
  /** content is the final answer, Markdown without any protocol tag. */
  content: string;
  error?: ChatError;
  /** iterations counts the model calls. */
  iterations: number;
  /** toolCalls stand in the order in which the model wrote them. */
  toolCalls: ToolCall[];
  totalToolCalls: number;
  changes: FileChange[];
  /** plan is what a turn of the mode "plan" came to, to be approved. */
  plan?: PlanEntry[];
  usage: Usage;
  durationMs: number;
  model: string;
}

/** ChatError says why a turn failed and what can be done about it. */
export interface ChatError {
  code: ErrorCode;
  message: string;
  suggestion?: string;
}

/** ToolCall is one call of a turn and what came of it. */
export interface ToolCall {
  toolCallId: string;
  tool: string;
  args: Record<string, unknown>;
  /** reasoning is the model's own word on why it calls. */
  reasoning?: string;
  success: boolean;
  durationMs: number;
  /** cached is true where an earlier result was given again. */
  cached?: boolean;
  error?: string;
}

/** ChangeKind says what was done to a file. */
export type ChangeKind = "create" | "edit" | "delete";

/** FileChange is what a turn did to one file. */
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
  /** estimated is true where the provider reports no usage and it was counted here. */
  estimated?: boolean;
  costUsd?: number;
  /** costEstimated is true where the price is that of a built-in table, or the tokens were counted here. */
  costEstimated?: boolean;
  /** contextTokens is the size of the last prompt. */
  contextTokens: number;
  /** contextWindow is what the model can take; 0 where unknown. */
  contextWindow: number;
  /** parts tell what the last prompt was made of. */
  parts?: PromptPart[];
}

/** PromptPartName says which part of a prompt is counted. */
export type PromptPartName = "system" | "rules" | "history" | "results" | "attachments";

/** PromptPart is how much of a prompt one of its parts takes. */
export interface PromptPart {
  name: PromptPartName;
  tokens: number;
  /** budget is what it may take, by the settings and the window; left out for as much as fits. */
  budget?: number;
}

/** ConversationInfo says what a conversation is, without its turns. */
export interface ConversationInfo {
  conversationId: string;
  title: string;
  /** createdAt is a time in RFC 3339. */
  createdAt: string;
  /** updatedAt is a time in RFC 3339. */
  updatedAt: string;
  /** turns counts them. */
  turns: number;
  /** model is that of the last turn. */
  model?: string;
  /** running is true while a turn runs. */
  running?: boolean;
  /** forkedFrom is the conversation that this one is a copy of. */
  forkedFrom?: string;
}

/** ConversationsParams ask for conversations, newest first. */
export interface ConversationsParams {
  /** query is searched for in the full text; left out, all are told. */
  query?: string;
  limit?: number;
  cursor?: string;
}

/** ConversationsResult is one page of conversations. */
export interface ConversationsResult {
  conversations: ConversationInfo[];
  /** nextCursor asks for the next page; left out on the last. */
  nextCursor?: string;
}

/** ConversationParams name a conversation. */
export interface ConversationParams {
  conversationId: string;
}

/** ReadConversationParams ask for a conversation, or for some of its turns. */
export interface ReadConversationParams {
  conversationId: string;
  /** limit is how many turns are told at most, the newest; left out, all. */
  limit?: number;
  /** before is the turn before which they end: the first of the page that is there already. Left out, the newest are told. */
  before?: string;
}

/** ConversationResult is a conversation, enough to draw it again. */
export interface ConversationResult {
  info: ConversationInfo;
  /** turns stand in their order. */
  turns: Turn[];
  /** earlier is true where there are turns before these. */
  earlier?: boolean;
}

/** Turn is one message of the user and all that came of it. */
export interface Turn {
  turnId: string;
  /** startedAt is a time in RFC 3339. */
  startedAt: string;
  message: string;
  attachments?: Attachment[];
  /** mode is the one that the turn was asked for in; left out where none was named. */
  mode?: Mode;
  /** plan is what a turn of the mode "plan" came to, to be approved; the same as the result's. */
  plan?: PlanEntry[];
  /** events are those of the turn, pieces of text merged. */
  events: ChatEvent[];
  /** result is left out while the turn runs, and where it was cut off. */
  result?: ChatResult;
  /** cancelled is true where the user ended the turn. */
  cancelled?: boolean;
}

/** RenameConversationParams give a conversation another title. */
export interface RenameConversationParams {
  conversationId: string;
  title: string;
}

/** CompactResult tells what compacting a conversation saved. */
export interface CompactResult {
  tokensBefore: number;
  tokensAfter: number;
}

/** SteerParams tell the model something at the running turn's next step. */
export interface SteerParams {
  conversationId: string;
  message: string;
}

/** TurnParams name a turn of a conversation. */
export interface TurnParams {
  conversationId: string;
  turnId: string;
}

/** UndoStatus says what became of a file whose changes were taken back or made again. */
export type UndoStatus = "restored" | "merged" | "conflict";

/** UndoneFile tells what became of one file. */
export interface UndoneFile {
  uri: string;
  status: UndoStatus;
  /** reason says in words what stands in the way of a conflict. */
  reason?: string;
}

/** UndoResult tells what became of each file of the turn. */
export interface UndoResult {
  files: UndoneFile[];
}

/** ForkResult names the copy. */
export interface ForkResult {
  conversationId: string;
}

/** ExportFormat says how a conversation is written down. */
export type ExportFormat = "markdown" | "json";

/** ExportParams ask for a conversation as text. */
export interface ExportParams {
  conversationId: string;
  format: ExportFormat;
}

/** ExportResult is a conversation as text. */
export interface ExportResult {
  text: string;
}

/** ClientCapabilities say what an editor can do for the server; they stand in capabilities.experimental.ptk of initialize. */
export interface ClientCapabilities {
  /** readFile is true where it answers ptk/readFile. */
  readFile?: boolean;
  /** diagnostics is true where it answers ptk/diagnostics. */
  diagnostics?: boolean;
  /** approve is true where it answers ptk/approve. */
  approve?: boolean;
  /** runCommand is true where it answers ptk/runCommand. */
  runCommand?: boolean;
  /** forward are the LSP methods that it can forward to its other language servers by ptk/forward. */
  forward?: string[];
  /** save is true where it answers ptk/save. */
  save?: boolean;
  /** context is true where it answers ptk/editorContext. */
  context?: boolean;
}

/** ServerCapabilities stand in capabilities.experimental.ptk of the answer to initialize. */
export interface ServerCapabilities {
  version: number;
  /** methods are the ptk/* methods that this server answers. */
  methods: string[];
}

/** ReadFileParams ask for a file as the editor holds it. */
export interface ReadFileParams {
  uri: string;
}

/** ReadFileResult is a file as the editor holds it. */
export interface ReadFileResult {
  text: string;
  /** version is that of the open document. */
  version?: number;
  languageId?: string;
  /** dirty is true where there are unsaved changes. */
  dirty: boolean;
}

/** DiagnosticsParams ask for what the editor shows for one document, or for all where none is named. */
export interface DiagnosticsParams {
  uri?: string;
}

/** Diagnostic is one problem, as in LSP. */
export interface Diagnostic {
  range: Range;
  /** severity is 1 for an error, 2 for a warning, 3 for information, 4 for a hint; 1 where it is left out. */
  severity?: number;
  code?: number | string;
  source?: string;
  message: string;
}

/** DocumentDiagnostics are the problems of one document. */
export interface DocumentDiagnostics {
  uri: string;
  version?: number;
  diagnostics: Diagnostic[];
}

/** DiagnosticsResult are the problems that every source in the editor has found. */
export interface DiagnosticsResult {
  items: DocumentDiagnostics[];
}

/** ApproveParams ask the user whether a call may be done. */
export interface ApproveParams {
  conversationId: string;
  turnId: string;
  toolCallId: string;
  tool: string;
  toolKind: ToolKind;
  /** title says on one line what would be done; a long command stands there in short. */
  title: string;
  /** command is the command line that would run, exactly and whole. It must be shown so that the user can read all of it. */
  command?: string;
  args: Record<string, unknown>;
  /** description is what the model says that the call does. It may be wrong: show it behind the command, as the model's words. */
  description?: string;
  /** reasoning is what the model says of why; to be shown like Description. */
  reasoning?: string;
  /** risk says in words what could go wrong. It comes first, before what is asked. */
  risk: string;
  diff?: ApproveDiff[];
  /** rule says in words what "allow_always" would allow; left out where it can't be had. */
  rule?: string;
}

/** ApproveDiff shows what would change in a file. */
export interface ApproveDiff {
  uri: string;
  /** unified is a unified diff. */
  unified: string;
  /** newText is the whole file afterwards. */
  newText: string;
}

/** Decision is the user's answer. */
export type Decision = "allow_once" | "allow_session" | "allow_always" | "reject";

/** ApproveResult is what the user said. An error instead of it counts as a rejection. */
export interface ApproveResult {
  decision: Decision;
  /** feedback are the user's words to the model. */
  feedback?: string;
  /** files are written instead of what was proposed: the user took only some hunks, or changed the text. Each is one of the question's diff; one that is left out is written as it was proposed. */
  files?: ApprovedFile[];
}

/** ApprovedFile is a file as the user wants it. */
export interface ApprovedFile {
  uri: string;
  /** newText is the whole file afterwards; the text that it has now, where the user took none of the change. */
  newText: string;
}

/** RunCommandParams ask for a command of the editor: an Ex command in Neovim, a command id in VS Code. */
export interface RunCommandParams {
  command: string;
  args: string[];
}

/** RunCommandResult is what the command said. */
export interface RunCommandResult {
  output: string;
}

/** ForwardParams ask the language servers of a document; the result is that of the method. */
export interface ForwardParams {
  /** method is one of those that the editor announced. */
  method: string;
  params: unknown;
}

/** SaveParams ask for documents to be saved. */
export interface SaveParams {
  uris: string[];
}

/** SaveResult lists the documents that were saved. */
export interface SaveResult {
  saved: string[];
}

/** EditorContextResult is what the user is looking at. */
export interface EditorContextResult {
  /** active is the document with the cursor. */
  active?: ActiveDocument;
  /** visible are the documents on the screen. */
  visible: string[];
  open: string[];
  /** quickfix is the list of places on the screen that the user goes through, such as Neovim's quickfix list; at most 20. */
  quickfix?: ListedPlace[];
}

/** ListedPlace is one place of such a list. */
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

/** ChatEvent is one thing that happens in a turn, the value of a $/progress. Its kind tells which. */
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

/** IterationType says what sort of answer the model gives. */
export type IterationType = "text" | "tool_call";

/** IterationEvent tells what sort of answer the model gives: at its first call, or at its end where it has none. */
export interface IterationEvent {
  kind: "iteration";
  /** iteration is counted from 1. */
  iteration: number;
  type: IterationType;
  /** toolCallsSoFar counts those before this answer. */
  toolCallsSoFar: number;
}

/** TextEvent is a piece of the answer; the pieces of the last iteration make up the result's content. */
export interface TextEvent {
  kind: "text";
  text: string;
}

/** ReasoningEvent is a piece of what the model thinks before it answers. */
export interface ReasoningEvent {
  kind: "reasoning";
  text: string;
}

/** ToolCallEvent tells that a call was read and is on its way. */
export interface ToolCallEvent {
  kind: "tool_call";
  toolCallId: string;
  tool: string;
  /** title says on one line what the call does. */
  title: string;
  toolKind: ToolKind;
  args: Record<string, unknown>;
  reasoning?: string;
  locations?: Location[];
}

/** ToolOutputEvent is a piece of a running tool's output. */
export interface ToolOutputEvent {
  kind: "tool_output";
  toolCallId: string;
  chunk: string;
}

/** ToolResultEvent tells what a call came to. */
export interface ToolResultEvent {
  kind: "tool_result";
  toolCallId: string;
  tool: string;
  success: boolean;
  /** preview are a few lines for a person. */
  preview: string[];
  durationMs: number;
  cached?: boolean;
  error?: string;
  errorType?: ToolErrorType;
  suggestion?: string;
  diff?: FileDiff;
}

/** PlanPriority says how much a step of a plan matters; the words are ACP's. */
export type PlanPriority = "high" | "medium" | "low";

/** PlanStatus says how far a step of a plan is; the words are ACP's. */
export type PlanStatus = "pending" | "in_progress" | "completed";

/** PlanEntry is one step of a plan. */
export interface PlanEntry {
  content: string;
  priority: PlanPriority;
  status: PlanStatus;
}

/** PlanEvent is the whole plan as it now stands. */
export interface PlanEvent {
  kind: "plan";
  entries: PlanEntry[];
}

/** UserMessageEvent is something that the user said while the turn ran, by ptk/steer. */
export interface UserMessageEvent {
  kind: "user_message";
  text: string;
}

/** RetryEvent tells that the model is about to be asked again after a failure. */
export interface RetryEvent {
  kind: "retry";
  attempt: number;
  delayMs: number;
  reason: string;
  /** model is the one that is asked from here on, where it is another. */
  model?: string;
}

/** UsageEvent tells what the turn has used so far. */
export interface UsageEvent {
  kind: "usage";
  usage: Usage;
}

/** WarningEvent tells of something that the user should know and the turn goes on in spite of. */
export interface WarningEvent {
  kind: "warning";
  code: string;
  message: string;
}

/** Empty are the parameters of a method that takes none; they may be left out. */
export type Empty = Record<string, never>;

/** What the editor may ask of the server. */
export const serverMethods = {
  chat: "ptk/chat",
  conversations: "ptk/conversations",
  conversation: "ptk/conversation",
  renameConversation: "ptk/renameConversation",
  deleteConversation: "ptk/deleteConversation",
  compact: "ptk/compact",
  steer: "ptk/steer",
  undo: "ptk/undo",
  redo: "ptk/redo",
  forkConversation: "ptk/forkConversation",
  exportConversation: "ptk/exportConversation",
  permissions: "ptk/permissions",
  revokePermission: "ptk/revokePermission",
  models: "ptk/models",
  tools: "ptk/tools",
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
  "ptk/steer": { params: SteerParams; result: null };
  "ptk/undo": { params: TurnParams; result: UndoResult };
  "ptk/redo": { params: TurnParams; result: UndoResult };
  "ptk/forkConversation": { params: TurnParams; result: ForkResult };
  "ptk/exportConversation": { params: ExportParams; result: ExportResult };
  "ptk/permissions": { params: Empty; result: PermissionsResult };
  "ptk/revokePermission": { params: RevokePermissionParams; result: null };
  "ptk/models": { params: Empty; result: ModelsResult };
  "ptk/tools": { params: Empty; result: ToolsResult };
  "ptk/stats": { params: StatsParams; result: StatsResult };
  "ptk/complete": { params: CompleteParams; result: CompleteResult };
}

/** What the server may ask of the editor. */
export const editorMethods = {
  readFile: "ptk/readFile",
  diagnostics: "ptk/diagnostics",
  approve: "ptk/approve",
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
  "ptk/runCommand": { params: RunCommandParams; result: RunCommandResult };
  "ptk/forward": { params: ForwardParams; result: unknown };
  "ptk/save": { params: SaveParams; result: SaveResult };
  "ptk/editorContext": { params: Empty; result: EditorContextResult };
}
