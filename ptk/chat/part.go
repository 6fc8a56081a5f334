package chat

// The parts of a prompt that are counted separately, as the protocol names them.
const (
	PartSystem      = "system"      // who the assistant is and what it may call
	PartRules       = "rules"       // instructions of the user and of the workspace's top folders
	PartHistory     = "history"     // messages, tool calls included
	PartResults     = "results"     // tool results
	PartAttachments = "attachments" // to the turn's message
)

// PromptPart is the size of one part of a prompt.
type PromptPart struct {
	Name   string
	Tokens int
	Budget int // the limit: for results and attachments of one message, for rules of each file; 0 for none
}
