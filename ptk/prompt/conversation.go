package prompt

import (
	"slices"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// Conversation is the part of a conversation that a prompt is built from.
type Conversation struct {
	Turn     string         // the id of the current turn
	Messages []chat.Message // from Mark.From on
	Mark     Mark
}

// prompted returns the messages of the prompt: the summary is at the head of the first one of the user.
func (c Conversation) prompted() []chat.Message {
	s := c.Mark.Summary
	switch {
	case s.IsEmpty():
		return c.Messages
	case len(c.Messages) > 0 && c.Messages[0].Role == llm.User:
		msgs := slices.Clone(c.Messages)
		msgs[0].Text = s.Text() + msgs[0].Text
		return msgs
	}
	return append([]chat.Message{{Role: llm.User, Text: s.Text()}}, c.Messages...)
}

// isShort reports whether a message is shortened.
func (c Conversation) isShort(m chat.Message) bool { return m.N < c.Mark.Short }

// ShortenOld shortens the messages of earlier turns, and of the current turn those before its last two messages of results.
func (c Conversation) ShortenOld() Conversation { return c.shortenBefore(2) }

// ShortenAll shortens all messages before the last message of results.
func (c Conversation) ShortenAll() Conversation { return c.shortenBefore(1) }

// shortenBefore leaves at most n messages of results of the current turn unshortened.
func (c Conversation) shortenBefore(n int) Conversation {
	for _, m := range slices.Backward(c.Messages) {
		if m.Role != llm.ToolRole {
			continue
		}
		if m.Turn != c.Turn || n == 0 {
			c.Mark.Short = max(c.Mark.Short, m.N+1)
			break
		}
		n--
	}
	return c
}

// CutMessages cuts the user's messages, the last one with its attachments too, so that the request takes at most a number of tokens.
func (b *Builder) CutMessages(c Conversation, tokens int) Conversation {
	const least = 100 // estimated tokens of a message
	for size := b.Estimated(tokens); size > least && b.Size(b.Request(c)) > tokens; size = size * 3 / 4 {
		c.Mark.Cut = size
	}
	return c
}

// cutPoints returns the indexes of messages at which the prompt can begin, in the order in which they are tried: the previous
// turn, the current turn, and the answers in the current turn.
func (c Conversation) cutPoints() (points []int) {
	previous := c.previousTurn()
	current := len(c.Messages)
	for i, m := range c.Messages {
		first := i == 0 || c.Messages[i-1].Turn != m.Turn
		if i > 0 && first && (m.Turn == previous || m.Turn == c.Turn) {
			points = append(points, i)
		}
		if m.Turn == c.Turn {
			current = min(current, i)
		}
	}
	for i := current + 2; i < len(c.Messages)-1; i++ { // results follow the answer, so the last message is none
		if c.Messages[i].Role == llm.Assistant {
			points = append(points, i)
		}
	}
	return points
}

func (c Conversation) previousTurn() string {
	for _, m := range slices.Backward(c.Messages) {
		if m.Turn != c.Turn {
			return m.Turn
		}
	}
	return ""
}

// lastTurn returns the index of the first message of the last turn.
func (c Conversation) lastTurn() int {
	for i := len(c.Messages) - 1; i > 0; i-- {
		if c.Messages[i-1].Turn != c.Messages[i].Turn {
			return i
		}
	}
	return 0
}
