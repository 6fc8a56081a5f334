package chat

// The parts of a prompt that are counted apart; the words are the wire's.
const (
	PartSystem      = "system"      // who the assistant is and what it may call
	PartRules       = "rules"       // instructions of the user and of the workspace's top folders
	PartHistory     = "history"     // what was said, calls included
	PartResults     = "results"     // of tools
	PartAttachments = "attachments" // to the turn's message
)

// PromptPart is how much of a prompt one of its parts takes.
type PromptPart struct {
	Name   string
	Tokens int
	Budget int // what it may take: of results and attachments those of one message, of rules each file; 0 for as much as fits
}
