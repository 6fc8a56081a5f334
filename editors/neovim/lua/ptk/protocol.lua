-- Generated from the Go structs of lsp/wire by `go generate ./lsp/wire`; do not edit.

local M = {}

---Position is a place in a document, as in LSP.
---@class ptk.Position
---@field line integer line is counted from 0.
---@field character integer character is counted from 0, in UTF-16 units unless another encoding was agreed on.

---Range is a piece of a document, as in LSP; its end is exclusive.
---@class ptk.Range
---@field start ptk.Position
---@field end ptk.Position

---Location is a place that a call reads or changes.
---@class ptk.Location
---@field uri string
---@field line? integer line is counted from 1; left out for the whole file.

---FileDiff shows what a call changed, or would change, in a file.
---@class ptk.FileDiff
---@field uri string
---@field unified string unified is a unified diff.

---ToolKind says what sort of thing a tool does; the words are ACP's.
---@alias ptk.ToolKind "read"|"edit"|"delete"|"move"|"search"|"execute"|"think"|"fetch"|"other"

---ToolErrorType says whose fault a failed call is.
---@alias ptk.ToolErrorType "validation_error"|"user_error"|"system_error"|"permission_error"|"security_error"

---ErrorCode says why a turn failed.
---@alias ptk.ErrorCode "TOOL_NOT_FOUND"|"INVALID_TOOL_CALL"|"MAX_ITERATIONS_REACHED"|"MAX_TOOL_CALLS_REACHED"|"TOOL_EXECUTION_FAILED"|"LLM_CALL_FAILED"|"PARSE_ERROR"|"DUPLICATE_TOOL_CALL"|"TIMEOUT"|"CONTEXT_OVERFLOW"

---ToolCalling says how a model calls tools.
---@alias ptk.ToolCalling "ptk"|"native"

---ModelInfo is one model that can, or can't, be asked.
---@class ptk.ModelInfo
---@field id string id is "provider/model", what ChatParams.model takes.
---@field provider string
---@field available boolean
---@field reason? string reason says why it isn't available and what to do, or why it was chosen.
---@field contextWindow? integer
---@field toolCalling? ptk.ToolCalling
---@field images? boolean images is true where pictures can be attached.

---ModelsResult lists the models.
---@class ptk.ModelsResult
---@field models ptk.ModelInfo[]
---@field current string current is the id of the model that a turn asks unless it names another.

---ToolSource says where a tool comes from.
---@alias ptk.ToolSource "builtin"|"custom"|"mcp"

---ToolInfo is one tool that a turn may offer to the model.
---@class ptk.ToolInfo
---@field name string
---@field description string
---@field parameters table<string, any> parameters is a JSON Schema.
---@field kind ptk.ToolKind
---@field requiresConfirmation boolean
---@field source ptk.ToolSource

---ToolsResult lists the tools by name.
---@class ptk.ToolsResult
---@field tools ptk.ToolInfo[]

---RuleDecision is what a permission rule says.
---@alias ptk.RuleDecision "allow"|"ask"|"reject"

---RuleScope says how far a permission rule reaches.
---@alias ptk.RuleScope "session"|"workspace"|"settings"

---PermissionRule says what a tool may do without asking.
---@class ptk.PermissionRule
---@field id string
---@field tool string
---@field match? string
---@field decision ptk.RuleDecision
---@field scope ptk.RuleScope
---@field text string text says the rule in words.

---PermissionsResult lists the rules that hold.
---@class ptk.PermissionsResult
---@field rules ptk.PermissionRule[]

---RevokePermissionParams name the rule to take back.
---@class ptk.RevokePermissionParams
---@field id string

---StatsParams ask for figures, of one conversation or of all.
---@class ptk.StatsParams
---@field conversationId? string

---ToolStats are the figures of one tool.
---@class ptk.ToolStats
---@field name string
---@field calls integer
---@field failures integer
---@field cached integer
---@field p50Ms integer p50Ms is the median time of a call.
---@field p95Ms integer p95Ms is the time that 95 % of the calls stay under.

---StatsResult are the figures asked for.
---@class ptk.StatsResult
---@field tools ptk.ToolStats[]
---@field usage ptk.Usage

---CompleteParams ask what could stand at a place in a chat's input.
---@class ptk.CompleteParams
---@field text string
---@field offset integer offset is the cursor's place in text, in UTF-16 units.

---CompletionKind says what a completion stands for.
---@alias ptk.CompletionKind "file"|"symbol"|"command"|"tool"

---CompletionItem is one thing that could stand there.
---@class ptk.CompletionItem
---@field label string
---@field kind ptk.CompletionKind
---@field insertText string
---@field detail? string

---OffsetRange is a piece of a text, in UTF-16 units.
---@class ptk.OffsetRange
---@field start integer
---@field end integer

---CompleteResult lists what could stand there, best first.
---@class ptk.CompleteResult
---@field items ptk.CompletionItem[]
---@field replace ptk.OffsetRange replace is the piece of the text that an item takes the place of.

---Mode says how far a turn may go.
---@alias ptk.Mode "ask"|"plan"|"agent"

---ChatParams ask for one turn of a conversation.
---@class ptk.ChatParams
---@field message string message is what the user says; it may be empty beside a plan.
---@field conversationId? string conversationId is the conversation to go on with; left out, a new one begins.
---@field attachments? ptk.Attachment[]
---@field model? string model is "provider/model"; left out, the current one.
---@field mode? ptk.Mode mode is "agent" where it is left out.
---@field plan? ptk.PlanEntry[] plan is a plan that the user has approved, perhaps changed; the turn, of the mode "agent", carries it out.
---@field tools? string[] tools are the names offered in this turn; left out, all of the mode; empty, none.
---@field temperature? number
---@field maxIterations? integer maxIterations bounds the model calls of the turn; 10 where neither this nor the settings say.
---@field maxToolCalls? integer maxToolCalls bounds the tool calls of the turn; 20 where neither this nor the settings say.
---@field timeoutMs? integer timeoutMs bounds the whole turn.
---@field workDoneToken? integer|string workDoneToken is where LSP's work-done progress goes.
---@field partialResultToken? integer|string partialResultToken is where the ChatEvents go.

---Attachment goes along with a message: a file by its uri, a text with a name, or a picture with a name.
---@class ptk.Attachment
---@field uri? string
---@field range? ptk.Range range is the piece of the file that is meant; left out for the whole.
---@field name? string
---@field text? string
---@field mimeType? string mimeType says what Data is: image/png, image/jpeg, image/gif or image/webp.
---@field data? string data is a picture in base64, at most 5 MiB when decoded.

---ChatResult is what a turn came to. A turn that fails is a result too.
---@class ptk.ChatResult
---@field conversationId string
---@field turnId string
---@field success boolean
---@field content string content is the final answer, Markdown without any protocol tag.
---@field error? ptk.ChatError
---@field iterations integer iterations counts the model calls.
---@field toolCalls ptk.ToolCall[] toolCalls stand in the order in which the model wrote them.
---@field totalToolCalls integer
---@field changes ptk.FileChange[]
---@field plan? ptk.PlanEntry[] plan is what a turn of the mode "plan" came to, to be approved.
---@field usage ptk.Usage
---@field durationMs integer
---@field model string

---ChatError says why a turn failed and what can be done about it.
---@class ptk.ChatError
---@field code ptk.ErrorCode
---@field message string
---@field suggestion? string

---ToolCall is one call of a turn and what came of it.
---@class ptk.ToolCall
---@field toolCallId string
---@field tool string
---@field args table<string, any>
---@field reasoning? string reasoning is the model's own word on why it calls.
---@field success boolean
---@field durationMs integer
---@field cached? boolean cached is true where an earlier result was given again.
---@field error? string

---ChangeKind says what was done to a file.
---@alias ptk.ChangeKind "create"|"edit"|"delete"

---FileChange is what a turn did to one file.
---@class ptk.FileChange
---@field uri string
---@field kind ptk.ChangeKind
---@field added integer added counts lines.
---@field removed integer removed counts lines.

---Usage counts the tokens of a turn.
---@class ptk.Usage
---@field inputTokens integer
---@field outputTokens integer
---@field cachedTokens? integer
---@field estimated? boolean estimated is true where the provider reports no usage and it was counted here.
---@field costUsd? number
---@field costEstimated? boolean costEstimated is true where the price is that of a built-in table, or the tokens were counted here.
---@field contextTokens integer contextTokens is the size of the last prompt.
---@field contextWindow integer contextWindow is what the model can take; 0 where unknown.
---@field parts? ptk.PromptPart[] parts tell what the last prompt was made of.

---PromptPartName says which part of a prompt is counted.
---@alias ptk.PromptPartName "system"|"rules"|"history"|"results"|"attachments"

---PromptPart is how much of a prompt one of its parts takes.
---@class ptk.PromptPart
---@field name ptk.PromptPartName
---@field tokens integer
---@field budget? integer budget is what it may take, by the settings and the window; left out for as much as fits.

---ConversationInfo says what a conversation is, without its turns.
---@class ptk.ConversationInfo
---@field conversationId string
---@field title string
---@field createdAt string createdAt is a time in RFC 3339.
---@field updatedAt string updatedAt is a time in RFC 3339.
---@field turns integer turns counts them.
---@field model? string model is that of the last turn.
---@field running? boolean running is true while a turn runs.
---@field forkedFrom? string forkedFrom is the conversation that this one is a copy of.

---ConversationsParams ask for conversations, newest first.
---@class ptk.ConversationsParams
---@field query? string query is searched for in the full text; left out, all are told.
---@field limit? integer
---@field cursor? string

---ConversationsResult is one page of conversations.
---@class ptk.ConversationsResult
---@field conversations ptk.ConversationInfo[]
---@field nextCursor? string nextCursor asks for the next page; left out on the last.

---ConversationParams name a conversation.
---@class ptk.ConversationParams
---@field conversationId string

---ReadConversationParams ask for a conversation, or for some of its turns.
---@class ptk.ReadConversationParams
---@field conversationId string
---@field limit? integer limit is how many turns are told at most, the newest; left out, all.
---@field before? string before is the turn before which they end: the first of the page that is there already. Left out, the newest are told.

---ConversationResult is a conversation, enough to draw it again.
---@class ptk.ConversationResult
---@field info ptk.ConversationInfo
---@field turns ptk.Turn[] turns stand in their order.
---@field earlier? boolean earlier is true where there are turns before these.

---Turn is one message of the user and all that came of it.
---@class ptk.Turn
---@field turnId string
---@field startedAt string startedAt is a time in RFC 3339.
---@field message string
---@field attachments? ptk.Attachment[]
---@field mode? ptk.Mode mode is the one that the turn was asked for in; left out where none was named.
---@field plan? ptk.PlanEntry[] plan is what a turn of the mode "plan" came to, to be approved; the same as the result's.
---@field events ptk.ChatEvent[] events are those of the turn, pieces of text merged.
---@field result? ptk.ChatResult result is left out while the turn runs, and where it was cut off.
---@field cancelled? boolean cancelled is true where the user ended the turn.

---RenameConversationParams give a conversation another title.
---@class ptk.RenameConversationParams
---@field conversationId string
---@field title string

---CompactResult tells what compacting a conversation saved.
---@class ptk.CompactResult
---@field tokensBefore integer
---@field tokensAfter integer

---SteerParams tell the model something at the running turn's next step.
---@class ptk.SteerParams
---@field conversationId string
---@field message string

---TurnParams name a turn of a conversation.
---@class ptk.TurnParams
---@field conversationId string
---@field turnId string

---UndoStatus says what became of a file whose changes were taken back or made again.
---@alias ptk.UndoStatus "restored"|"merged"|"conflict"

---UndoneFile tells what became of one file.
---@class ptk.UndoneFile
---@field uri string
---@field status ptk.UndoStatus
---@field reason? string reason says in words what stands in the way of a conflict.

---UndoResult tells what became of each file of the turn.
---@class ptk.UndoResult
---@field files ptk.UndoneFile[]

---ForkResult names the copy.
---@class ptk.ForkResult
---@field conversationId string

---ExportFormat says how a conversation is written down.
---@alias ptk.ExportFormat "markdown"|"json"

---ExportParams ask for a conversation as text.
---@class ptk.ExportParams
---@field conversationId string
---@field format ptk.ExportFormat

---ExportResult is a conversation as text.
---@class ptk.ExportResult
---@field text string

---ClientCapabilities say what an editor can do for the server; they stand in capabilities.experimental.ptk of initialize.
---@class ptk.ClientCapabilities
---@field readFile? boolean readFile is true where it answers ptk/readFile.
---@field diagnostics? boolean diagnostics is true where it answers ptk/diagnostics.
---@field approve? boolean approve is true where it answers ptk/approve.
---@field runCommand? boolean runCommand is true where it answers ptk/runCommand.
---@field forward? string[] forward are the LSP methods that it can forward to its other language servers by ptk/forward.
---@field save? boolean save is true where it answers ptk/save.
---@field context? boolean context is true where it answers ptk/editorContext.

---ServerCapabilities stand in capabilities.experimental.ptk of the answer to initialize.
---@class ptk.ServerCapabilities
---@field version integer
---@field methods string[] methods are the ptk/* methods that this server answers.

---ReadFileParams ask for a file as the editor holds it.
---@class ptk.ReadFileParams
---@field uri string

---ReadFileResult is a file as the editor holds it.
---@class ptk.ReadFileResult
---@field text string
---@field version? integer version is that of the open document.
---@field languageId? string
---@field dirty boolean dirty is true where there are unsaved changes.

---DiagnosticsParams ask for what the editor shows for one document, or for all where none is named.
---@class ptk.DiagnosticsParams
---@field uri? string

---Diagnostic is one problem, as in LSP.
---@class ptk.Diagnostic
---@field range ptk.Range
---@field severity? integer severity is 1 for an error, 2 for a warning, 3 for information, 4 for a hint; 1 where it is left out.
---@field code? integer|string
---@field source? string
---@field message string

---DocumentDiagnostics are the problems of one document.
---@class ptk.DocumentDiagnostics
---@field uri string
---@field version? integer
---@field diagnostics ptk.Diagnostic[]

---DiagnosticsResult are the problems that every source in the editor has found.
---@class ptk.DiagnosticsResult
---@field items ptk.DocumentDiagnostics[]

---ApproveParams ask the user whether a call may be done.
---@class ptk.ApproveParams
---@field conversationId string
---@field turnId string
---@field toolCallId string
---@field tool string
---@field toolKind ptk.ToolKind
---@field title string title says on one line what would be done; a long command stands there in short.
---@field command? string command is the command line that would run, exactly and whole. It must be shown so that the user can read all of it.
---@field args table<string, any>
---@field description? string description is what the model says that the call does. It may be wrong: show it behind the command, as the model's words.
---@field reasoning? string reasoning is what the model says of why; to be shown like Description.
---@field risk string risk says in words what could go wrong. It comes first, before what is asked.
---@field diff? ptk.ApproveDiff[]
---@field rule? string rule says in words what "allow_always" would allow; left out where it can't be had.

---ApproveDiff shows what would change in a file.
---@class ptk.ApproveDiff
---@field uri string
---@field unified string unified is a unified diff.
---@field newText string newText is the whole file afterwards.

---Decision is the user's answer.
---@alias ptk.Decision "allow_once"|"allow_session"|"allow_always"|"reject"

---ApproveResult is what the user said. An error instead of it counts as a rejection.
---@class ptk.ApproveResult
---@field decision ptk.Decision
---@field feedback? string feedback are the user's words to the model.
---@field files? ptk.ApprovedFile[] files are written instead of what was proposed: the user took only some hunks, or changed the text. Each is one of the question's diff; one that is left out is written as it was proposed.

---ApprovedFile is a file as the user wants it.
---@class ptk.ApprovedFile
---@field uri string
---@field newText string newText is the whole file afterwards; the text that it has now, where the user took none of the change.

---RunCommandParams ask for a command of the editor: an Ex command in Neovim, a command id in VS Code.
---@class ptk.RunCommandParams
---@field command string
---@field args string[]

---RunCommandResult is what the command said.
---@class ptk.RunCommandResult
---@field output string

---ForwardParams ask the language servers of a document; the result is that of the method.
---@class ptk.ForwardParams
---@field method string method is one of those that the editor announced.
---@field params any

---SaveParams ask for documents to be saved.
---@class ptk.SaveParams
---@field uris string[]

---SaveResult lists the documents that were saved.
---@class ptk.SaveResult
---@field saved string[]

---EditorContextResult is what the user is looking at.
---@class ptk.EditorContextResult
---@field active? ptk.ActiveDocument active is the document with the cursor.
---@field visible string[] visible are the documents on the screen.
---@field open string[]
---@field quickfix? ptk.ListedPlace[] quickfix is the list of places on the screen that the user goes through, such as Neovim's quickfix list; at most 20.

---ListedPlace is one place of such a list.
---@class ptk.ListedPlace
---@field uri string
---@field line integer
---@field text string

---ActiveDocument is the document with the cursor.
---@class ptk.ActiveDocument
---@field uri string
---@field selection ptk.Range
---@field languageId string

---ChatEvent is one thing that happens in a turn, the value of a $/progress. Its kind tells which.
---@alias ptk.ChatEvent
---| ptk.TurnStartEvent
---| ptk.IterationEvent
---| ptk.TextEvent
---| ptk.ReasoningEvent
---| ptk.ToolCallEvent
---| ptk.ToolOutputEvent
---| ptk.ToolResultEvent
---| ptk.PlanEvent
---| ptk.UserMessageEvent
---| ptk.RetryEvent
---| ptk.UsageEvent
---| ptk.WarningEvent

---TurnStartEvent is the first event of every turn.
---@class ptk.TurnStartEvent
---@field kind "turn_start"
---@field conversationId string
---@field turnId string
---@field model string

---IterationType says what sort of answer the model gives.
---@alias ptk.IterationType "text"|"tool_call"

---IterationEvent tells what sort of answer the model gives: at its first call, or at its end where it has none.
---@class ptk.IterationEvent
---@field kind "iteration"
---@field iteration integer iteration is counted from 1.
---@field type ptk.IterationType
---@field toolCallsSoFar integer toolCallsSoFar counts those before this answer.

---TextEvent is a piece of the answer; the pieces of the last iteration make up the result's content.
---@class ptk.TextEvent
---@field kind "text"
---@field text string

---ReasoningEvent is a piece of what the model thinks before it answers.
---@class ptk.ReasoningEvent
---@field kind "reasoning"
---@field text string

---ToolCallEvent tells that a call was read and is on its way.
---@class ptk.ToolCallEvent
---@field kind "tool_call"
---@field toolCallId string
---@field tool string
---@field title string title says on one line what the call does.
---@field toolKind ptk.ToolKind
---@field args table<string, any>
---@field reasoning? string
---@field locations? ptk.Location[]

---ToolOutputEvent is a piece of a running tool's output.
---@class ptk.ToolOutputEvent
---@field kind "tool_output"
---@field toolCallId string
---@field chunk string

---ToolResultEvent tells what a call came to.
---@class ptk.ToolResultEvent
---@field kind "tool_result"
---@field toolCallId string
---@field tool string
---@field success boolean
---@field preview string[] preview are a few lines for a person.
---@field durationMs integer
---@field cached? boolean
---@field error? string
---@field errorType? ptk.ToolErrorType
---@field suggestion? string
---@field diff? ptk.FileDiff

---PlanPriority says how much a step of a plan matters; the words are ACP's.
---@alias ptk.PlanPriority "high"|"medium"|"low"

---PlanStatus says how far a step of a plan is; the words are ACP's.
---@alias ptk.PlanStatus "pending"|"in_progress"|"completed"

---PlanEntry is one step of a plan.
---@class ptk.PlanEntry
---@field content string
---@field priority ptk.PlanPriority
---@field status ptk.PlanStatus

---PlanEvent is the whole plan as it now stands.
---@class ptk.PlanEvent
---@field kind "plan"
---@field entries ptk.PlanEntry[]

---UserMessageEvent is something that the user said while the turn ran, by ptk/steer.
---@class ptk.UserMessageEvent
---@field kind "user_message"
---@field text string

---RetryEvent tells that the model is about to be asked again after a failure.
---@class ptk.RetryEvent
---@field kind "retry"
---@field attempt integer
---@field delayMs integer
---@field reason string
---@field model? string model is the one that is asked from here on, where it is another.

---UsageEvent tells what the turn has used so far.
---@class ptk.UsageEvent
---@field kind "usage"
---@field usage ptk.Usage

---WarningEvent tells of something that the user should know and the turn goes on in spite of.
---@class ptk.WarningEvent
---@field kind "warning"
---@field code string
---@field message string

---Empty are the parameters of a method that takes none; they may be left out.
---@class ptk.Empty

---What the editor may ask of the server.
M.server = {
  chat = "ptk/chat",
  conversations = "ptk/conversations",
  conversation = "ptk/conversation",
  renameConversation = "ptk/renameConversation",
  deleteConversation = "ptk/deleteConversation",
  compact = "ptk/compact",
  steer = "ptk/steer",
  undo = "ptk/undo",
  redo = "ptk/redo",
  forkConversation = "ptk/forkConversation",
  exportConversation = "ptk/exportConversation",
  permissions = "ptk/permissions",
  revokePermission = "ptk/revokePermission",
  models = "ptk/models",
  tools = "ptk/tools",
  stats = "ptk/stats",
  complete = "ptk/complete",
}

---What the server may ask of the editor.
M.editor = {
  readFile = "ptk/readFile",
  diagnostics = "ptk/diagnostics",
  approve = "ptk/approve",
  runCommand = "ptk/runCommand",
  forward = "ptk/forward",
  save = "ptk/save",
  editorContext = "ptk/editorContext",
}

return M
