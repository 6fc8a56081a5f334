package wire

// ConversationInfo says what a conversation is, without its turns.
type ConversationInfo struct {
	ConversationID string `json:"conversationId"`
	Title          string `json:"title"`
	// CreatedAt is a time in RFC 3339.
	CreatedAt string `json:"createdAt"`
	// UpdatedAt is a time in RFC 3339.
	UpdatedAt string `json:"updatedAt"`
	// Turns counts them.
	Turns int `json:"turns"`
	// Model is that of the last turn.
	Model string `json:"model,omitzero"`
	// Running is true while a turn runs.
	Running bool `json:"running,omitzero"`
	// ForkedFrom is the conversation that this one is a copy of.
	ForkedFrom string `json:"forkedFrom,omitzero"`
}

// ConversationsParams ask for conversations, newest first.
type ConversationsParams struct {
	// Query is searched for in the full text; left out, all are told.
	Query  string `json:"query,omitzero"`
	Limit  int    `json:"limit,omitzero"`
	Cursor string `json:"cursor,omitzero"`
}

// ConversationsResult is one page of conversations.
type ConversationsResult struct {
	Conversations []ConversationInfo `json:"conversations"`
	// NextCursor asks for the next page; left out on the last.
	NextCursor string `json:"nextCursor,omitzero"`
}

// ConversationParams name a conversation.
type ConversationParams struct {
	ConversationID string `json:"conversationId"`
}

// ReadConversationParams ask for a conversation, or for some of its turns.
type ReadConversationParams struct {
	ConversationID string `json:"conversationId"`
	// Limit is how many turns are told at most, the newest; left out, all.
	Limit int `json:"limit,omitzero"`
	// Before is the turn before which they end: the first of the page that is there already. Left out, the newest are told.
	Before string `json:"before,omitzero"`
}

// ConversationResult is a conversation, enough to draw it again.
type ConversationResult struct {
	Info ConversationInfo `json:"info"`
	// Turns stand in their order.
	Turns []Turn `json:"turns"`
	// Earlier is true where there are turns before these.
	Earlier bool `json:"earlier,omitzero"`
}

// Turn is one message of the user and all that came of it.
type Turn struct {
	TurnID string `json:"turnId"`
	// StartedAt is a time in RFC 3339.
	StartedAt   string       `json:"startedAt"`
	Message     string       `json:"message"`
	Attachments []Attachment `json:"attachments,omitzero"`
	// Mode is the one that the turn was asked for in; left out where none was named.
	Mode Mode `json:"mode,omitzero"`
	// Plan is what a turn of the mode "plan" came to, to be approved; the same as the result's.
	Plan []PlanEntry `json:"plan,omitzero"`
	// Events are those of the turn, pieces of text merged.
	Events []ChatEvent `json:"events"`
	// Result is left out while the turn runs, and where it was cut off.
	Result *ChatResult `json:"result,omitzero"`
	// Cancelled is true where the user ended the turn.
	Cancelled bool `json:"cancelled,omitzero"`
}

// RenameConversationParams give a conversation another title.
type RenameConversationParams struct {
	ConversationID string `json:"conversationId"`
	Title          string `json:"title"`
}

// CompactResult tells what compacting a conversation saved.
type CompactResult struct {
	TokensBefore int `json:"tokensBefore"`
	TokensAfter  int `json:"tokensAfter"`
}

// SteerParams tell the model something at the running turn's next step.
type SteerParams struct {
	ConversationID string `json:"conversationId"`
	Message        string `json:"message"`
}

// TurnParams name a turn of a conversation.
type TurnParams struct {
	ConversationID string `json:"conversationId"`
	TurnID         string `json:"turnId"`
}

// UndoStatus says what became of a file whose changes were taken back or made again.
type UndoStatus string

// What may become of a file.
const (
	UndoRestored UndoStatus = "restored" // it is as it was
	UndoMerged   UndoStatus = "merged"   // changes made since were kept
	UndoConflict UndoStatus = "conflict" // left alone, since changes made since are in the way
)

// UndoneFile tells what became of one file.
type UndoneFile struct {
	URI    string     `json:"uri"`
	Status UndoStatus `json:"status"`
	// Reason says in words what stands in the way of a conflict.
	Reason string `json:"reason,omitzero"`
}

// UndoResult tells what became of each file of the turn.
type UndoResult struct {
	Files []UndoneFile `json:"files"`
}

// ForkResult names the copy.
type ForkResult struct {
	ConversationID string `json:"conversationId"`
}

// ExportFormat says how a conversation is written down.
type ExportFormat string

// The formats.
const (
	FormatMarkdown ExportFormat = "markdown"
	FormatJSON     ExportFormat = "json"
)

// ExportParams ask for a conversation as text.
type ExportParams struct {
	ConversationID string       `json:"conversationId"`
	Format         ExportFormat `json:"format"`
}

// ExportResult is a conversation as text.
type ExportResult struct {
	Text string `json:"text"`
}
