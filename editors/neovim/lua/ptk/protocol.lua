-- Generated from the Go structs of lsp/wire by `go generate ./lsp/wire`; do not edit.

local M = {}

---Position is a position in a document, as in LSP.
---@class ptk.Position
---@field line integer line is counted from 0.
---@field character integer character is counted from 0, in UTF-16 code units unless another encoding was negotiated.

---Range is a range in a document, as in LSP; its end is exclusive.
---@class ptk.Range
---@field start ptk.Position
---@field end ptk.Position

---Location is a file, or a line of it, that a call reads or changes.
---@class ptk.Location
---@field uri string
---@field line? integer line is counted from 1; omitted for the whole file.

---FileDiff is what a call changed, or would change, in a file.
---@class ptk.FileDiff
---@field uri string
---@field unified string unified is a unified diff.

---ToolKind is the kind of a tool; the values are those of ACP.
---@alias ptk.ToolKind "read"|"edit"|"delete"|"move"|"search"|"execute"|"think"|"fetch"|"other"

---ToolErrorType is the type of the error of a failed call.
---@alias ptk.ToolErrorType "validation_error"|"user_error"|"system_error"|"permission_error"|"security_error"

---ErrorCode is the reason why a turn failed.
---@alias ptk.ErrorCode "TOOL_NOT_FOUND"|"INVALID_TOOL_CALL"|"MAX_ITERATIONS_REACHED"|"MAX_TOOL_CALLS_REACHED"|"MAX_COST_REACHED"|"TOOL_EXECUTION_FAILED"|"LLM_CALL_FAILED"|"PARSE_ERROR"|"DUPLICATE_TOOL_CALL"|"TIMEOUT"|"CONTEXT_OVERFLOW"

---ToolCalling is how a model calls tools.
---@alias ptk.ToolCalling "ptk"|"native"

---ModelInfo describes a model.
---@class ptk.ModelInfo
---@field id string id is "provider/model", as in ChatParams.model.
---@field provider string
---@field available boolean
---@field reason? string reason is why the model isn't available and what to do, or why it was chosen.
---@field contextWindow? integer
---@field toolCalling? ptk.ToolCalling
---@field images? boolean images reports whether images can be attached.
---@field price? ptk.ModelPrice price is omitted if it is not known, or nothing is charged.

---ModelPrice is what a million tokens cost in US dollars.
---@class ptk.ModelPrice
---@field input number
---@field output number

---ModelsResult lists the models.
---@class ptk.ModelsResult
---@field models ptk.ModelInfo[]
---@field current string current is the id of the model that a turn uses unless it names another.

---ToolSource is where a tool comes from.
---@alias ptk.ToolSource "builtin"|"custom"|"mcp"

---ToolInfo describes a tool that a turn may offer to the model.
---@class ptk.ToolInfo
---@field name string
---@field description string
---@field parameters table<string, any> parameters is a JSON Schema.
---@field kind ptk.ToolKind
---@field requiresConfirmation boolean
---@field source ptk.ToolSource
---@field disabled? boolean disabled reports whether the user's settings turn the tool off: no model is offered it.

---ToolsResult lists the tools by name.
---@class ptk.ToolsResult
---@field tools ptk.ToolInfo[]

---RuleDecision is the decision of a permission rule.
---@alias ptk.RuleDecision "allow"|"ask"|"reject"

---RuleScope is the scope of a permission rule.
---@alias ptk.RuleScope "turn"|"session"|"workspace"|"settings"

---PermissionRule decides what a tool may do without asking.
---@class ptk.PermissionRule
---@field id string
---@field tool string
---@field match? string
---@field decision ptk.RuleDecision
---@field scope ptk.RuleScope
---@field text string text describes the rule to the user.

---PermissionsResult lists the rules in force.
---@class ptk.PermissionsResult
---@field rules ptk.PermissionRule[]

---RevokePermissionParams names the rule to revoke.
---@class ptk.RevokePermissionParams
---@field id string

---StatsParams requests statistics of one conversation, or of all.
---@class ptk.StatsParams
---@field conversationId? string

---ToolStats are the statistics of one tool.
---@class ptk.ToolStats
---@field name string
---@field calls integer
---@field failures integer
---@field cached integer
---@field p50Ms integer p50Ms is the median duration of a call.
---@field p95Ms integer p95Ms is the 95th percentile of the duration of a call.

---StatsResult are the requested statistics.
---@class ptk.StatsResult
---@field tools ptk.ToolStats[]
---@field usage ptk.Usage

---CompleteParams requests completions at a position in the chat's input.
---@class ptk.CompleteParams
---@field text string
---@field offset integer offset is the position of the cursor in text, in UTF-16 code units.

---CompletionKind is what a completion refers to.
---@alias ptk.CompletionKind "file"|"symbol"|"command"|"tool"

---CompletionItem is one completion.
---@class ptk.CompletionItem
---@field label string
---@field kind ptk.CompletionKind
---@field insertText string
---@field detail? string

---OffsetRange is a range of a text, in UTF-16 code units.
---@class ptk.OffsetRange
---@field start integer
---@field end integer

---CompleteResult lists the completions, best first.
---@class ptk.CompleteResult
---@field items ptk.CompletionItem[]
---@field replace ptk.OffsetRange replace is the range of the text that an item replaces.

---Mode is what a turn may do.
---@alias ptk.Mode "ask"|"plan"|"agent"

---ChatParams requests one turn of a conversation.
---@class ptk.ChatParams
---@field message string message is the user's message; it may be empty if there is a plan, and is if the turn continues another.
---@field conversationId? string conversationId is the conversation to continue; if omitted, a new one begins.
---@field attachments? ptk.Attachment[]
---@field model? string model is "provider/model"; the current one if omitted.
---@field mode? ptk.Mode mode is "agent" if omitted.
---@field plan? ptk.PlanEntry[] plan is a plan that the user has approved, possibly changed. The turn, in mode "agent", carries it out.
---@field continue? boolean continue goes on with the last turn of the conversation, which is not done, from where it stands.
---@field tools? string[] tools are the names of the tools that are offered in this turn: all of the mode if omitted, none if empty.
---@field temperature? number
---@field maxIterations? integer maxIterations limits the model calls of the turn; the default of the settings is 50.
---@field maxToolCalls? integer maxToolCalls limits the tool calls of the turn; the default of the settings is 200.
---@field timeoutMs? integer timeoutMs limits the duration of the turn.
---@field workDoneToken? integer|string workDoneToken is the token for LSP's work-done progress.
---@field partialResultToken? integer|string partialResultToken is the token for the ChatEvents.

---Attachment is attached to a message: a file by its URI, a text with a name, or an image with a name.
---@class ptk.Attachment
---@field uri? string
---@field range? ptk.Range range is the attached part of the file; omitted for the whole file.
---@field name? string
---@field text? string
---@field mimeType? string mimeType is the type of Data: image/png, image/jpeg, image/gif or image/webp.
---@field data? string data is an image in base64, at most 5 MiB when decoded.

---ChatResult is the result of a turn. A failed turn has a result too.
---@class ptk.ChatResult
---@field conversationId string
---@field turnId string
---@field success boolean
---@field stopReason? ptk.StopReason stopReason is why the turn ended.
---@field content string content is the final answer in Markdown, without protocol tags.
---@field error? ptk.ChatError
---@field iterations integer iterations counts the model calls.
---@field toolCalls ptk.ToolCall[] toolCalls are in the order in which the model wrote them.
---@field totalToolCalls integer
---@field changes ptk.FileChange[]
---@field plan? ptk.PlanEntry[] plan is the result of a turn in mode "plan", to be approved by the user.
---@field usage ptk.Usage
---@field durationMs integer durationMs excludes the waits for the user's consent.
---@field model string

---StopReason is why a turn ended.
---@alias ptk.StopReason "done"|"paused"|"cancelled"|"failed"

---ChatError is why a turn failed or paused, and what can be done about it.
---@class ptk.ChatError
---@field code ptk.ErrorCode
---@field kind? ptk.FailureKind kind says what is wrong with the model's provider; omitted if the cause is another.
---@field provider? string provider is the one that failed, as the settings name it; it comes with Kind.
---@field message string
---@field suggestion? string

---FailureKind classifies the failures of providers by what the user can do about them.
---@alias ptk.FailureKind "auth"|"quota"|"rate"|"model"|"overflow"|"request"|"server"|"network"|"not_running"|"broken"|"idle"|"endless"

---ToolCall is one tool call of a turn and its outcome.
---@class ptk.ToolCall
---@field toolCallId string
---@field tool string
---@field args table<string, any>
---@field reasoning? string reasoning is the reason that the model gives for the call.
---@field success boolean
---@field durationMs integer durationMs excludes the wait for the user's consent.
---@field cached? boolean cached reports whether the result of an earlier call was returned.
---@field error? string

---ChangeKind is what was done to a file.
---@alias ptk.ChangeKind "create"|"edit"|"delete"

---FileChange is the change of one file by a turn.
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
---@field estimated? boolean estimated reports that the tokens were counted by the server, since the provider reported no usage.
---@field costUsd? number
---@field costEstimated? boolean costEstimated reports that the price is from a built-in table, or that the tokens are estimated.
---@field contextTokens integer contextTokens is the size of the last prompt.
---@field contextWindow integer contextWindow is the number of tokens that the model accepts; 0 if unknown.
---@field parts? ptk.PromptPart[] parts are the parts of the last prompt.

---PromptPartName names a part of a prompt.
---@alias ptk.PromptPartName "system"|"rules"|"history"|"results"|"attachments"

---PromptPart is the size of a part of a prompt.
---@class ptk.PromptPart
---@field name ptk.PromptPartName
---@field tokens integer
---@field budget? integer budget is the limit of the settings and the context window; omitted if there is none.

---ConversationInfo describes a conversation without its turns.
---@class ptk.ConversationInfo
---@field conversationId string
---@field title string
---@field createdAt string createdAt is a time in RFC 3339.
---@field updatedAt string updatedAt is a time in RFC 3339.
---@field turns integer turns is the number of turns.
---@field model? string model is the model of the last turn.
---@field running? boolean running reports whether a turn is running.
---@field elsewhere? boolean elsewhere reports whether that turn runs in another process, such as that of another window.
---@field forkedFrom? string forkedFrom is the conversation that this one was copied from.

---ConversationsParams requests conversations, newest first.
---@class ptk.ConversationsParams
---@field query? string query is searched for in the full text; all conversations match if omitted.
---@field limit? integer
---@field cursor? string

---ConversationsResult is one page of conversations.
---@class ptk.ConversationsResult
---@field conversations ptk.ConversationInfo[]
---@field nextCursor? string nextCursor requests the next page; omitted on the last page.

---ConversationParams names a conversation.
---@class ptk.ConversationParams
---@field conversationId string

---ReadConversationParams requests a conversation, or some of its turns.
---@class ptk.ReadConversationParams
---@field conversationId string
---@field limit? integer limit is the maximum number of turns, the newest ones; all turns if omitted.
---@field before? string before is the id of the first turn of the previous page: the page ends before it. The page ends with the newest turn if omitted.

---ConversationResult is a conversation with all that is needed to show it.
---@class ptk.ConversationResult
---@field info ptk.ConversationInfo
---@field turns ptk.Turn[] turns are in the order in which they ran.
---@field earlier? boolean earlier reports whether there are turns before these.

---Turn is one message of the user and everything that followed from it.
---@class ptk.Turn
---@field turnId string
---@field startedAt string startedAt is a time in RFC 3339.
---@field message string
---@field continues? boolean continues reports that the turn continues the one before, which was not done; its message is empty.
---@field attachments? ptk.Attachment[]
---@field mode? ptk.Mode mode is the requested mode; omitted if none was requested.
---@field plan? ptk.PlanEntry[] plan is the result of a turn in mode "plan", to be approved by the user. It is also in Result.
---@field events ptk.ChatEvent[] events are the events of the turn; consecutive chunks of text are merged.
---@field result? ptk.ChatResult result is omitted while the turn runs, and if it was interrupted.
---@field cancelled? boolean cancelled reports whether the user cancelled the turn.

---RenameConversationParams changes the title of a conversation.
---@class ptk.RenameConversationParams
---@field conversationId string
---@field title string

---CompactResult is the size of a conversation before and after it was compacted.
---@class ptk.CompactResult
---@field tokensBefore integer
---@field tokensAfter integer

---SteerParams is a message to the model in a running turn. The model reads it at its next step.
---@class ptk.SteerParams
---@field conversationId string
---@field message string message is the user's message; it may be empty if there are attachments.
---@field attachments? ptk.Attachment[]

---SteerResult identifies the message.
---@class ptk.SteerResult
---@field messageId string messageId is the id for ptk/unsteer.

---UnsteerParams takes back a message that was sent with ptk/steer.
---@class ptk.UnsteerParams
---@field conversationId string
---@field messageId string

---UnsteerResult is the outcome of taking a message back.
---@class ptk.UnsteerResult
---@field removed boolean removed reports whether the message was taken back. It is false if the turn has read the message or has ended.

---TurnParams names a turn of a conversation.
---@class ptk.TurnParams
---@field conversationId string
---@field turnId string

---UndoStatus is the outcome of an undo or redo for one file.
---@alias ptk.UndoStatus "restored"|"merged"|"conflict"

---UndoneFile is the outcome for one file.
---@class ptk.UndoneFile
---@field uri string
---@field status ptk.UndoStatus
---@field reason? string reason explains a conflict to the user.
---@field effect ptk.ChangeKind effect is what happens to the file, unless it is left alone.

---UndoResult is the outcome for each file of the turn.
---@class ptk.UndoResult
---@field files ptk.UndoneFile[]

---RewindParams puts the files back to where they were before a turn.
---@class ptk.RewindParams
---@field conversationId string
---@field turnId string turnId is the first of the turns that are undone.
---@field plan? boolean plan requests the outcome only: nothing is changed.

---ChangesParams requests what the turns of a conversation changed.
---@class ptk.ChangesParams
---@field conversationId string
---@field turnId? string turnId limits the result to one turn.
---@field texts? boolean texts requests the texts of the files too.

---ChangedTurn is a turn that changed files.
---@class ptk.ChangedTurn
---@field turnId string
---@field undone? boolean undone reports whether the changes are undone.
---@field files ptk.FileChange[]

---ChangedFile is what turns did to a file together.
---@class ptk.ChangedFile
---@field uri string
---@field from? string from is where the file was before; omitted unless it was moved.
---@field kind ptk.ChangeKind
---@field added integer
---@field removed integer
---@field before? string before is the text before; omitted if there was no file, if it is no text, or if texts are not requested.
---@field after? string after is the text after the last of the turns, like Before. The file may have changed since.

---ChangesResult is what turns changed.
---@class ptk.ChangesResult
---@field turns ptk.ChangedTurn[] turns are in the order in which they ran.
---@field files ptk.ChangedFile[] files are the changes of all these turns together, without those that are undone.

---ForkResult names the new conversation.
---@class ptk.ForkResult
---@field conversationId string

---ExportFormat is the format of an exported conversation.
---@alias ptk.ExportFormat "markdown"|"json"

---ExportParams requests a conversation as text.
---@class ptk.ExportParams
---@field conversationId string
---@field format ptk.ExportFormat

---ExportResult is a conversation as text.
---@class ptk.ExportResult
---@field text string

---ClientCapabilities are what an editor supports; they are sent in capabilities.experimental.ptk of initialize.
---@class ptk.ClientCapabilities
---@field readFile? boolean readFile reports support for ptk/readFile.
---@field diagnostics? boolean diagnostics reports support for ptk/diagnostics.
---@field approve? boolean approve reports support for ptk/approve.
---@field runCommand? boolean runCommand reports support for ptk/runCommand.
---@field judgeCommand? boolean judgeCommand reports support for ptk/judgeCommand.
---@field forward? string[] forward are the LSP methods that the editor forwards to its other language servers with ptk/forward.
---@field save? boolean save reports support for ptk/save.
---@field context? boolean context reports support for ptk/editorContext.

---ServerCapabilities are sent in capabilities.experimental.ptk of the response to initialize.
---@class ptk.ServerCapabilities
---@field version integer
---@field methods string[] methods are the ptk/* methods that the server supports.

---ReadFileParams requests the content of a file in the editor.
---@class ptk.ReadFileParams
---@field uri string

---ReadFileResult is the content of a file in the editor.
---@class ptk.ReadFileResult
---@field text string
---@field version? integer version is the version of the open document.
---@field languageId? string
---@field dirty boolean dirty reports whether there are unsaved changes.

---DiagnosticsParams requests the diagnostics of one document, or of all documents if URI is omitted.
---@class ptk.DiagnosticsParams
---@field uri? string

---Diagnostic is one problem, as in LSP.
---@class ptk.Diagnostic
---@field range ptk.Range
---@field severity? integer severity is 1 for an error, 2 for a warning, 3 for information, 4 for a hint; 1 if omitted.
---@field code? integer|string
---@field source? string
---@field message string

---DocumentDiagnostics are the diagnostics of one document.
---@class ptk.DocumentDiagnostics
---@field uri string
---@field version? integer
---@field diagnostics ptk.Diagnostic[]

---DiagnosticsResult are the diagnostics of all sources in the editor.
---@class ptk.DiagnosticsResult
---@field items ptk.DocumentDiagnostics[]

---ApproveParams asks the user to approve a call.
---@class ptk.ApproveParams
---@field conversationId string
---@field turnId string
---@field toolCallId string
---@field tool string
---@field toolKind ptk.ToolKind
---@field title string title describes the call on one line; a long command is shortened.
---@field command? string command is the complete command line. It must be shown so that the user can read all of it.
---@field target? string target is the name of the document that a command of the editor would run in.
---@field args table<string, any>
---@field description? string description is the model's description of the call. It may be wrong: show it after the command, marked as the model's words.
---@field reasoning? string reasoning is the reason that the model gives; show it like Description.
---@field risk string risk explains what could go wrong. Show it first.
---@field diff? ptk.ApproveDiff[]
---@field rule? string rule describes what "allow_always" would allow; omitted if that decision is not possible.
---@field scopes? ptk.ApproveScope[] scopes are what else can be allowed together with the call, with "allow_scope".

---ApproveScope is something that the user can allow together with a call.
---@class ptk.ApproveScope
---@field id string id is the scope of ApproveResult.
---@field text string text describes what is allowed, and for how long.

---ApproveDiff is what would change in a file.
---@class ptk.ApproveDiff
---@field uri string
---@field unified string unified is a unified diff.
---@field newText string newText is the whole file afterwards.

---Decision is the user's answer.
---@alias ptk.Decision "allow_once"|"allow_scope"|"allow_session"|"allow_always"|"reject"

---ApproveResult is the user's decision. An error response counts as a rejection.
---@class ptk.ApproveResult
---@field decision ptk.Decision
---@field scope? string scope is the id of one of the scopes of the question, for "allow_scope".
---@field feedback? string feedback is a message of the user to the model.
---@field files? ptk.ApprovedFile[] files are written instead of the proposed texts, if the user accepted only some hunks or changed the text. Each is a file of the request's diff. Files that are omitted are written as proposed.

---ApprovedFile is a file with the text that the user approved.
---@class ptk.ApprovedFile
---@field uri string
---@field newText string newText is the whole file afterwards; the current text if the user rejected all changes of the file.

---RunCommandParams runs a command of the editor: an Ex command in Neovim, a command id in VS Code.
---@class ptk.RunCommandParams
---@field command string
---@field args string[]
---@field uri? string uri is the open document that it runs in; if omitted, that of the window that was used last.

---CommandEffect is what a command of the editor can do.
---@alias ptk.CommandEffect "shows"|"edits"|"runs"

---JudgeCommandResult is what a command would do.
---@class ptk.JudgeCommandResult
---@field effect ptk.CommandEffect
---@field risk? string risk describes in sentences what could go wrong.
---@field shell? string shell are the command lines that the command gives to a shell.
---@field dirUri? string dirUri is the folder in which the shell runs.
---@field target string target is the name of the document that the command runs in.
---@field uri? string uri is the file that the command runs in; omitted if it is not a file.

---RunCommandResult is the output of the command.
---@class ptk.RunCommandResult
---@field output string

---ForwardParams forwards a request to the language servers of a document; the result is the result of the method.
---@class ptk.ForwardParams
---@field method string method is one of ClientCapabilities.forward.
---@field params any

---SaveParams saves documents.
---@class ptk.SaveParams
---@field uris string[]

---SaveResult lists the documents that were saved.
---@class ptk.SaveResult
---@field saved string[]

---EditorContextResult is what the user sees in the editor.
---@class ptk.EditorContextResult
---@field active? ptk.ActiveDocument active is the document with the cursor.
---@field visible string[] visible are the documents on the screen.
---@field open string[]
---@field quickfix? ptk.ListedPlace[] quickfix is the visible list of locations, such as Neovim's quickfix list; at most 20 entries.

---ListedPlace is one entry of the list.
---@class ptk.ListedPlace
---@field uri string
---@field line integer
---@field text string

---ActiveDocument is the document with the cursor.
---@class ptk.ActiveDocument
---@field uri string
---@field selection ptk.Range
---@field languageId string

---ChatEvent is an event of a turn, the value of a $/progress notification. Kind is its type.
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

---IterationType is the type of the model's response.
---@alias ptk.IterationType "text"|"tool_call"

---IterationEvent is sent at the first tool call of a response, or at its end if it has none.
---@class ptk.IterationEvent
---@field kind "iteration"
---@field iteration integer iteration is counted from 1.
---@field type ptk.IterationType
---@field toolCallsSoFar integer toolCallsSoFar is the number of tool calls before this response.

---TextEvent is a chunk of the response; the chunks of the last iteration are the result's content.
---@class ptk.TextEvent
---@field kind "text"
---@field text string

---ReasoningEvent is a chunk of the model's reasoning.
---@class ptk.ReasoningEvent
---@field kind "reasoning"
---@field text string

---ToolCallEvent is sent when a tool call starts.
---@class ptk.ToolCallEvent
---@field kind "tool_call"
---@field toolCallId string
---@field tool string
---@field title string title describes the call on one line.
---@field toolKind ptk.ToolKind
---@field args table<string, any>
---@field reasoning? string
---@field locations? ptk.Location[]

---ToolOutputEvent is a chunk of a running tool's output.
---@class ptk.ToolOutputEvent
---@field kind "tool_output"
---@field toolCallId string
---@field chunk string

---ToolResultEvent is the result of a tool call.
---@class ptk.ToolResultEvent
---@field kind "tool_result"
---@field toolCallId string
---@field tool string
---@field success boolean
---@field preview string[] preview are a few lines for the user.
---@field durationMs integer durationMs excludes the wait for the user's consent.
---@field cached? boolean
---@field error? string
---@field errorType? ptk.ToolErrorType
---@field suggestion? string
---@field rejected? boolean rejected reports that the user did not allow the call.
---@field feedback? string feedback is what the user said when rejecting it.
---@field diff? ptk.FileDiff

---PlanPriority is the priority of a step of a plan; the values are those of ACP.
---@alias ptk.PlanPriority "high"|"medium"|"low"

---PlanStatus is the status of a step of a plan; the values are those of ACP.
---@alias ptk.PlanStatus "pending"|"in_progress"|"completed"

---PlanEntry is one step of a plan.
---@class ptk.PlanEntry
---@field content string
---@field priority ptk.PlanPriority
---@field status ptk.PlanStatus

---PlanEvent is the complete current plan.
---@class ptk.PlanEvent
---@field kind "plan"
---@field entries ptk.PlanEntry[]

---UserMessageEvent is a message that the user sent during the turn with ptk/steer.
---@class ptk.UserMessageEvent
---@field kind "user_message"
---@field text string
---@field attachments? ptk.Attachment[]

---RetryEvent is sent before the model is asked again after an error.
---@class ptk.RetryEvent
---@field kind "retry"
---@field attempt integer attempt is the one that failed, counted from 1.
---@field of? integer of is the number of attempts that are made at most; omitted if unknown.
---@field delayMs integer delayMs is the wait before the next attempt.
---@field reason string
---@field model? string model is the model that is asked from now on, if it is another one.

---UsageEvent is the usage of the turn so far.
---@class ptk.UsageEvent
---@field kind "usage"
---@field usage ptk.Usage

---WarningEvent is a warning for the user; the turn continues.
---@class ptk.WarningEvent
---@field kind "warning"
---@field code string
---@field message string

---Empty are the parameters of a method without parameters; they may be omitted.
---@class ptk.Empty

---ProviderState is whether a provider can be used, and if not, what is missing.
---@alias ptk.ProviderState "ready"|"noKey"|"notInstalled"|"notRunning"|"noModels"|"failed"

---ProviderInfo describes a provider of models to a user who sets it up.
---@class ptk.ProviderInfo
---@field name string name is the first part of "provider/model".
---@field title string
---@field kind string kind is the protocol, as in the settings.
---@field baseUrl string
---@field local? boolean local reports whether it needs no key.
---@field custom? boolean custom reports whether it comes from the settings.
---@field keyVariable? string keyVariable is the environment variable from which the server reads the key when it starts.
---@field keyPage? string keyPage is the page on which the user gets a key.
---@field state ptk.ProviderState
---@field reason? string reason is what went wrong, if it failed.
---@field command? string command is what to run in a shell so that it can be used.
---@field page? string page is where to get its program.
---@field models? integer models is how many it offers, if it was asked.

---ProvidersResult lists the providers in the order in which a default is looked for.
---@class ptk.ProvidersResult
---@field providers ptk.ProviderInfo[]

---TestProviderParams names a known provider, or the address of a server.
---@class ptk.TestProviderParams
---@field provider? string
---@field baseUrl? string baseUrl is the address of a server that is not known.
---@field kind? string kind is the protocol of that server; "openai" if omitted.
---@field key? string key is used for this test only. If it is omitted, a known provider is tested with its own.

---TestProviderResult is the answer of a server.
---@class ptk.TestProviderResult
---@field baseUrl? string baseUrl is the complete address.
---@field models string[] models are the server's names of its models.
---@field error? ptk.ProviderError error is set if the test failed.

---ProviderError is why a server can't be used.
---@class ptk.ProviderError
---@field message string
---@field suggestion? string

---SpentTokens is what one model took in one conversation on one day.
---@class ptk.SpentTokens
---@field day string day is a date such as "2026-11-22", in the time zone of the server.
---@field model string model is "provider/model".
---@field conversationId string
---@field title string
---@field turns integer
---@field inputTokens integer
---@field outputTokens integer
---@field cachedTokens? integer
---@field costUsd? number
---@field estimated? boolean estimated reports whether some of the tokens or of the cost are estimates.

---UsageResult is what was spent, the last day first.
---@class ptk.UsageResult
---@field rows ptk.SpentTokens[]

---MCPState is the state of an MCP server.
---@alias ptk.MCPState "stopped"|"starting"|"running"|"failed"

---MCPServer describes an MCP server of the user's settings. Servers that are turned off there are not listed.
---@class ptk.MCPServer
---@field name string
---@field transport string transport is "stdio" or "http".
---@field target string target is the command or the URL, without what could be a secret.
---@field state ptk.MCPState
---@field tools integer tools is the number of its tools.
---@field server? string server is the name and version that it reported.
---@field error? string error is the last error.
---@field suggestion? string suggestion says what to do about the error.
---@field output? string[] output are the last lines that its program wrote to standard error.

---MCPServersResult lists the MCP servers by name.
---@class ptk.MCPServersResult
---@field servers ptk.MCPServer[]

---MCPServerParams names an MCP server.
---@class ptk.MCPServerParams
---@field name string

---IndexedFolder is the index of a folder of the workspace.
---@class ptk.IndexedFolder
---@field uri string
---@field ready boolean ready reports whether the index is open.
---@field files integer
---@field pieces integer pieces is the number of pieces of text that are searched.
---@field bytes integer bytes is the size on the disk.
---@field embedder? string embedder is the model that makes vectors; omitted if none does.
---@field embedded? integer embedded is the number of pieces that have vectors.
---@field locked? boolean locked reports whether another process builds the index.

---IndexResult lists the indexes of the open folders.
---@class ptk.IndexResult
---@field folders ptk.IndexedFolder[]

---What the editor may ask of the server.
M.server = {
  chat = "ptk/chat",
  conversations = "ptk/conversations",
  conversation = "ptk/conversation",
  renameConversation = "ptk/renameConversation",
  deleteConversation = "ptk/deleteConversation",
  compact = "ptk/compact",
  steer = "ptk/steer",
  unsteer = "ptk/unsteer",
  undo = "ptk/undo",
  redo = "ptk/redo",
  rewind = "ptk/rewind",
  changes = "ptk/changes",
  forkConversation = "ptk/forkConversation",
  exportConversation = "ptk/exportConversation",
  permissions = "ptk/permissions",
  revokePermission = "ptk/revokePermission",
  models = "ptk/models",
  providers = "ptk/providers",
  testProvider = "ptk/testProvider",
  tools = "ptk/tools",
  usage = "ptk/usage",
  mCPServers = "ptk/mcpServers",
  restartMCPServer = "ptk/restartMcpServer",
  index = "ptk/index",
  rebuildIndex = "ptk/rebuildIndex",
  stats = "ptk/stats",
  complete = "ptk/complete",
}

---What the server may ask of the editor.
M.editor = {
  readFile = "ptk/readFile",
  diagnostics = "ptk/diagnostics",
  approve = "ptk/approve",
  judgeCommand = "ptk/judgeCommand",
  runCommand = "ptk/runCommand",
  forward = "ptk/forward",
  save = "ptk/save",
  editorContext = "ptk/editorContext",
}

return M
