package prompt

import (
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
)

// Compact summarizes the messages before the first cut point that makes the request take at most a number of tokens. It also
// returns the messages that it summarized, none if the conversation can't be cut. Kinds maps the name of each tool to what it does.
func (b *Builder) Compact(c Conversation, kinds map[string]tools.Kind, tokens int) (Conversation, []chat.Message) {
	points := c.cutPoints()
	for i, at := range points {
		next := c.summarizeBefore(at, kinds, b.Estimated(b.SummaryTokens()))
		if i == len(points)-1 || b.Size(b.Request(next)) <= tokens {
			return next, c.Messages[:at]
		}
	}
	return c, nil
}

// CompactTurns summarizes all turns except the last one. It also returns the messages that it summarized, none if there is
// only one turn.
func (b *Builder) CompactTurns(c Conversation, kinds map[string]tools.Kind) (Conversation, []chat.Message) {
	at := c.lastTurn()
	if at == 0 {
		return c, nil
	}
	next := c.summarizeBefore(at, kinds, b.Estimated(b.SummaryTokens()))
	next.Mark.Short = max(next.Mark.Short, next.Mark.From)
	return next, c.Messages[:at]
}

// summarizeBefore replaces the messages before an index by a summary.
func (c Conversation) summarizeBefore(at int, kinds map[string]tools.Kind, tokens int) Conversation {
	s := c.Mark.Summary.Clone()
	s.Add(c.Messages[:at], kinds)
	s.Trim(tokens)
	c.Mark.Summary = s
	c.Messages = c.Messages[at:]
	c.Mark.From = c.Messages[0].N
	return c
}
