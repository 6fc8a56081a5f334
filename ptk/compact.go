package ptk

import (
	"context"
	"errors"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/tools"
)

// keepMark writes the mark into the history.
func (t *turn) keepMark() {
	t.recorder.Mark()
}

// shortenOld shows the results of earlier turns, and those of this turn but the last two messages of them, in short.
func (t *turn) shortenOld() { t.shortenBut(2) }

// shortenAll shows all results in short but those of the last message.
func (t *turn) shortenAll() { t.shortenBut(1) }

// shortenBut leaves the results of so many messages whole.
func (t *turn) shortenBut(whole int) {
	for i := len(t.c.Messages) - 1; i >= 0; i-- {
		m := t.c.Messages[i]
		if m.Role != llm.ToolRole || m.Turn == t.result.TurnID && whole > 0 {
			if m.Role == llm.ToolRole {
				whole--
			}
			continue
		}
		t.c.Mark.Short = max(t.c.Mark.Short, m.N+1)
		return
	}
}

// compact sums up the messages before the first of the places below from which on the request is small enough: the turn
// before this one, this turn, an answer within it. It does so once a turn.
func (t *turn) compact(ctx context.Context, wanted int) {
	if t.compacted {
		return
	}
	t.compacted = true
	places := t.places()
	was := *t.c
	for i, at := range places {
		t.c.Mark, t.c.Messages = was.Mark, was.Messages
		sumUp(t.c, at, t.kinds(), t.summaryTokens())
		if i == len(places)-1 || t.size(t.request()) <= wanted {
			t.tellInWords(ctx, was.Mark.Summary, was.Messages[:at])
			return
		}
	}
}

func (t *turn) summaryTokens() int { return t.share(summaryShare, 4000) }

// tellInWords lets the preprocessing model, where there is one, say what the rules only list: what was said in the messages.
func (t *turn) tellInWords(ctx context.Context, before prompt.Summary, msgs []chat.Message) {
	if text, ok := t.summed(ctx, before, msgs, t.summaryTokens()/2); ok {
		t.c.Mark.Summary.Narrate(text, t.summaryTokens())
	}
}

// places gives the indexes of messages from which on the prompt could go on, the earliest first.
func (t *turn) places() (at []int) {
	previous := ""
	for _, m := range t.c.Messages {
		if m.Turn != t.result.TurnID {
			previous = m.Turn
		}
	}
	current := len(t.c.Messages)
	for i, m := range t.c.Messages {
		first := i == 0 || t.c.Messages[i-1].Turn != m.Turn
		if i > 0 && first && (m.Turn == previous || m.Turn == t.result.TurnID) {
			at = append(at, i)
		}
		if m.Turn == t.result.TurnID {
			current = min(current, i)
		}
	}
	for i := current + 2; i < len(t.c.Messages)-1; i++ { // within this turn, before an answer: its results follow it
		if t.c.Messages[i].Role == llm.Assistant {
			at = append(at, i)
		}
	}
	return at
}

// sumUp puts the messages before the index into the summary.
func sumUp(c *transcript.Conversation, at int, kinds map[string]tools.Kind, budget int) {
	s := c.Mark.Summary.Clone()
	s.Add(c.Messages[:at], kinds)
	s.Trim(budget)
	c.Mark.Summary = s
	c.Messages = c.Messages[at:]
	c.Mark.From = c.Messages[0].N
}

// kinds says what sort of thing each tool does.
func (t *turn) kinds() map[string]tools.Kind {
	kinds := map[string]tools.Kind{}
	for _, s := range t.m.cfg.Tools.Specs() {
		kinds[s.Name] = s.Kind
	}
	return kinds
}

// Compact sums up all but the last turn of a conversation, for the model alone: what the user sees stays. It tells the size
// of the prompt before and after, in tokens.
func (m *Manager) Compact(ctx context.Context, id string) (before, after int, err error) {
	route, err := m.cfg.Models.Resolve(ctx, "")
	if err != nil {
		return 0, 0, err
	}
	specs, err := m.offered(request{})
	if err != nil {
		return 0, 0, err
	}
	if id == "" {
		return 0, 0, fmt.Errorf("conversation %q: %w", id, ErrUnknownConversation)
	}
	c, err := m.transcripts.Open(ctx, id)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, c.Release()) }()
	t := newTurn(m, c, request{}, route, specs, func(chat.Event) {})
	t.system = t.systemPrompt(ctx)
	t.unprepared = true // there is no turn that could tell
	before = t.size(t.request())
	last := lastTurn(c.Messages)
	if last == 0 {
		return before, before, nil
	}
	was, old := c.Mark.Summary, c.Messages[:last]
	sumUp(c, last, t.kinds(), t.summaryTokens())
	t.tellInWords(ctx, was, old)
	c.Mark.Short = max(c.Mark.Short, c.Mark.From)
	return before, t.size(t.request()), c.KeepMark()
}

// lastTurn is the index at which the last turn begins.
func lastTurn(msgs []chat.Message) int {
	for i := len(msgs) - 1; i > 0; i-- {
		if msgs[i-1].Turn != msgs[i].Turn {
			return i
		}
	}
	return 0
}
