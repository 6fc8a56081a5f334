package transcript

import (
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
)

// Conversation is the messages of a conversation while a turn holds its lease: what the next prompt is made of.
type Conversation struct {
	ID       string
	hold     *history.Hold // the lease
	Reads    *tools.Reads
	Messages []chat.Message // those that the prompt still holds
	Mark     prompt.Mark    // what became of those before
	last     int            // the number of the last message
}

// Release ends the lease of the conversation.
func (c *Conversation) Release() error { return c.hold.Release() }

// KeepMark stores the mark while no turn runs.
func (c *Conversation) KeepMark() error {
	return c.hold.Amend(c.Messages[0].Turn, markEntry(c.Mark))
}

// add numbers a message of the turn and appends it.
func (c *Conversation) add(turn string, m chat.Message) chat.Message {
	c.last++
	m.N, m.Turn = c.last, turn
	c.Messages = append(c.Messages, m)
	return m
}
