package ptk

import (
	"context"
	"errors"
	"fmt"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
)

// compact summarizes old messages, once in a turn, so that the request takes at most a number of tokens.
func (t *turn) compact(ctx context.Context, c prompt.Conversation, tokens int) prompt.Conversation {
	if t.compacted {
		return c
	}
	t.compacted = true
	next, old := t.prompt.Compact(c, t.toolKinds(), tokens)
	if len(old) > 0 {
		t.narrate(ctx, &next.Mark.Summary, c.Mark.Summary, old)
	}
	return next
}

// compactTurns summarizes all turns except the last one. It reports whether there was anything to summarize.
func (t *turn) compactTurns(ctx context.Context) bool {
	c := t.conversation()
	next, old := t.prompt.CompactTurns(c, t.toolKinds())
	if len(old) == 0 {
		return false
	}
	t.narrate(ctx, &next.Mark.Summary, c.Mark.Summary, old)
	t.setConversation(next)
	return true
}

// narrate adds the preprocessing model's summary of old messages and of those before them, if the user has set such a model.
func (t *turn) narrate(ctx context.Context, s *prompt.Summary, before prompt.Summary, old []chat.Message) {
	tokens := t.prompt.SummaryTokens()
	text, c, err := t.m.preprocess.Summarize(ctx, before, old, tokens/2)
	t.addCharge(ctx, c, err)
	if err == nil {
		s.Narrate(text, tokens)
	}
}

// toolKinds maps the name of each tool to what it does.
func (t *turn) toolKinds() map[string]tools.Kind {
	kinds := map[string]tools.Kind{}
	for _, s := range t.m.cfg.Tools.Specs() {
		kinds[s.Name] = s.Kind
	}
	return kinds
}

// Compact summarizes all turns of a conversation except the last one, for the model; the user still sees all of them. It returns
// the size of the prompt before and after, in tokens.
func (m *Manager) Compact(ctx context.Context, id string) (before, after int, err error) {
	route, err := m.cfg.Models.Resolve(ctx, "")
	if err != nil {
		return 0, 0, err
	}
	specs, err := offer.Select(m.cfg.Tools.Specs(), offer.Choice{})
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
	t.setSystem(ctx)
	t.unprepared = true // no turn is running that could report a warning
	before = t.requestSize()
	if !t.compactTurns(ctx) {
		return before, before, nil
	}
	return before, t.requestSize(), c.KeepMark()
}
