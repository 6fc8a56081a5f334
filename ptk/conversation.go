package ptk

import (
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
)

// conversation is one thread of messages while a turn holds it: what the next prompt is made of.
type conversation struct {
	id       string
	hold     *history.Hold
	reads    *tools.Reads
	messages []chat.Message // those that the prompt still has
	mark     prompt.Mark    // what became of those before
	last     int            // the number of the last message
}

// release gives the conversation back.
func (c *conversation) release() error { return c.hold.Release() }

// keepMark stores the mark outside a turn.
func (c *conversation) keepMark() error {
	return c.hold.Amend(c.messages[0].Turn, markEntry(c.mark))
}

// add numbers a message of the turn and takes it in.
func (c *conversation) add(turn string, m chat.Message) chat.Message {
	c.last++
	m.N, m.Turn = c.last, turn
	c.messages = append(c.messages, m)
	return m
}
