package wire

// ConversationInfo describes a conversation without its turns.
type ConversationInfo struct {
	ConversationID string `json:"conversationId"`
	Title          string `json:"title"`
	// CreatedAt is a time in RFC 3339.
	CreatedAt string `json:"createdAt"`
	// UpdatedAt is a time in RFC 3339.
	UpdatedAt string `json:"updatedAt"`
	// Turns is the number of turns.
	Turns int `json:"turns"`
	// Model is the model of the last turn.
	Model string `json:"model,omitzero"`
	// Running reports whether a turn is running.
	Running bool `json:"running,omitzero"`
	// Elsewhere reports whether that turn runs in another process, such as that of another window.
	Elsewhere bool `json:"elsewhere,omitzero"`
	// ForkedFrom is the conversation that this one was copied from.
	ForkedFrom string `json:"forkedFrom,omitzero"`
}

// ConversationsParams requests conversations, newest first.
type ConversationsParams struct {
	// Query is searched for in the full text; all conversations match if omitted.
	Query  string `json:"query,omitzero"`
	Limit  int    `json:"limit,omitzero"`
	Cursor string `json:"cursor,omitzero"`
}

// ConversationsResult is one page of conversations.
type ConversationsResult struct {
	Conversations []ConversationInfo `json:"conversations"`
	// NextCursor requests the next page; omitted on the last page.
	NextCursor string `json:"nextCursor,omitzero"`
}

// ConversationParams names a conversation.
type ConversationParams struct {
	ConversationID string `json:"conversationId"`
}

// ReadConversationParams requests a conversation, or some of its turns.
type ReadConversationParams struct {
	ConversationID string `json:"conversationId"`
	// Limit is the maximum number of turns, the newest ones; all turns if omitted.
	Limit int `json:"limit,omitzero"`
	// Before is the id of the first turn of the previous page: the page ends before it. The page ends with the newest turn if omitted.
	Before string `json:"before,omitzero"`
}

// ConversationResult is a conversation with all that is needed to show it.
type ConversationResult struct {
	Info ConversationInfo `json:"info"`
	// Turns are in the order in which they ran.
	Turns []Turn `json:"turns"`
	// Earlier reports whether there are turns before these.
	Earlier bool `json:"earlier,omitzero"`
}

// Turn is one message of the user and everything that followed from it.
type Turn struct {
	TurnID string `json:"turnId"`
	// StartedAt is a time in RFC 3339.
	StartedAt string `json:"startedAt"`
	Message   string `json:"message"`
	// Continues reports that the turn continues the one before, which was not done; its message is empty.
	Continues   bool         `json:"continues,omitzero"`
	Attachments []Attachment `json:"attachments,omitzero"`
	// Mode is the requested mode; omitted if none was requested.
	Mode Mode `json:"mode,omitzero"`
	// Plan is the result of a turn in mode "plan", to be approved by the user. It is also in Result.
	Plan []PlanEntry `json:"plan,omitzero"`
	// Events are the events of the turn; consecutive chunks of text are merged.
	Events []ChatEvent `json:"events"`
	// Result is omitted while the turn runs, and if it was interrupted.
	Result *ChatResult `json:"result,omitzero"`
	// Cancelled reports whether the user cancelled the turn.
	Cancelled bool `json:"cancelled,omitzero"`
}

// RenameConversationParams changes the title of a conversation.
type RenameConversationParams struct {
	ConversationID string `json:"conversationId"`
	Title          string `json:"title"`
}

// CompactResult is the size of a conversation before and after it was compacted.
type CompactResult struct {
	TokensBefore int `json:"tokensBefore"`
	TokensAfter  int `json:"tokensAfter"`
}

// SteerParams is a message to the model in a running turn. The model reads it at its next step.
type SteerParams struct {
	ConversationID string `json:"conversationId"`
	// Message is the user's message; it may be empty if there are attachments.
	Message     string       `json:"message"`
	Attachments []Attachment `json:"attachments,omitzero"`
}

// SteerResult identifies the message.
type SteerResult struct {
	// MessageID is the id for ptk/unsteer.
	MessageID string `json:"messageId"`
}

// UnsteerParams takes back a message that was sent with ptk/steer.
type UnsteerParams struct {
	ConversationID string `json:"conversationId"`
	MessageID      string `json:"messageId"`
}

// UnsteerResult is the outcome of taking a message back.
type UnsteerResult struct {
	// Removed reports whether the message was taken back. It is false if the turn has read the message or has ended.
	Removed bool `json:"removed"`
}

// TurnParams names a turn of a conversation.
type TurnParams struct {
	ConversationID string `json:"conversationId"`
	TurnID         string `json:"turnId"`
}

// UndoStatus is the outcome of an undo or redo for one file.
type UndoStatus string

// The outcomes for a file.
const (
	UndoRestored UndoStatus = "restored" // the file was restored
	UndoMerged   UndoStatus = "merged"   // later changes were kept
	UndoConflict UndoStatus = "conflict" // unchanged, because of conflicting later changes
)

// UndoneFile is the outcome for one file.
type UndoneFile struct {
	URI    string     `json:"uri"`
	Status UndoStatus `json:"status"`
	// Reason explains a conflict to the user.
	Reason string `json:"reason,omitzero"`
	// Effect is what happens to the file, unless it is left alone.
	Effect ChangeKind `json:"effect"`
}

// UndoResult is the outcome for each file of the turn.
type UndoResult struct {
	Files []UndoneFile `json:"files"`
}

// RewindParams puts the files back to where they were before a turn.
type RewindParams struct {
	ConversationID string `json:"conversationId"`
	// TurnID is the first of the turns that are undone.
	TurnID string `json:"turnId"`
	// Plan requests the outcome only: nothing is changed.
	Plan bool `json:"plan,omitzero"`
}

// ChangesParams requests what the turns of a conversation changed.
type ChangesParams struct {
	ConversationID string `json:"conversationId"`
	// TurnID limits the result to one turn.
	TurnID string `json:"turnId,omitzero"`
	// Texts requests the texts of the files too.
	Texts bool `json:"texts,omitzero"`
}

// ChangedTurn is a turn that changed files.
type ChangedTurn struct {
	TurnID string `json:"turnId"`
	// Undone reports whether the changes are undone.
	Undone bool         `json:"undone,omitzero"`
	Files  []FileChange `json:"files"`
}

// ChangedFile is what turns did to a file together.
type ChangedFile struct {
	URI string `json:"uri"`
	// From is where the file was before; omitted unless it was moved.
	From    string     `json:"from,omitzero"`
	Kind    ChangeKind `json:"kind"`
	Added   int        `json:"added"`
	Removed int        `json:"removed"`
	// Before is the text before; omitted if there was no file, if it is no text, or if texts are not requested.
	Before *string `json:"before,omitzero"`
	// After is the text after the last of the turns, like Before. The file may have changed since.
	After *string `json:"after,omitzero"`
}

// ChangesResult is what turns changed.
type ChangesResult struct {
	// Turns are in the order in which they ran.
	Turns []ChangedTurn `json:"turns"`
	// Files are the changes of all these turns together, without those that are undone.
	Files []ChangedFile `json:"files"`
}

// ForkResult names the new conversation.
type ForkResult struct {
	ConversationID string `json:"conversationId"`
}

// ExportFormat is the format of an exported conversation.
type ExportFormat string

// The formats.
const (
	FormatMarkdown ExportFormat = "markdown"
	FormatJSON     ExportFormat = "json"
)

// ExportParams requests a conversation as text.
type ExportParams struct {
	ConversationID string       `json:"conversationId"`
	Format         ExportFormat `json:"format"`
}

// ExportResult is a conversation as text.
type ExportResult struct {
	Text string `json:"text"`
}
