package ptk

import (
	"context"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
)

// conversation returns what the prompt is built from.
func (t *turn) conversation() prompt.Conversation {
	return prompt.Conversation{Turn: t.result.TurnID, Messages: t.c.Messages, Mark: t.c.Mark}
}

func (t *turn) setConversation(c prompt.Conversation) {
	t.c.Messages, t.c.Mark = c.Messages, c.Mark
}

func (t *turn) request() llm.Request { return t.prompt.Request(t.conversation()) }

func (t *turn) requestSize() int { return t.prompt.Size(t.request()) }

// fittingRequest returns the next request, reduced if it is too large.
func (t *turn) fittingRequest(ctx context.Context) (llm.Request, *chat.Error) {
	req := t.request()
	room, before := t.prompt.Room(), t.prompt.Size(req)
	if room == 0 || before <= room {
		return req, nil
	}
	req = t.reduce(ctx)
	after, limit := t.prompt.Size(req), t.prompt.Max()
	if limit > 0 && after > limit {
		return req, &chat.Error{
			Code:       chat.ContextOverflow,
			Message:    fmt.Sprintf("The message and its context take %d tokens, but %s accepts only %d.", after, t.route.Name, limit),
			Suggestion: "Ask about less at once, attach less, or use a model with a larger window.",
		}
	}
	t.warnCompacted("Older messages were shortened for the model: %d tokens became %d.", before, after)
	return req, nil
}

// reduceRefused reduces a request that the provider refused as too large, once in a turn. It reports whether the request is
// smaller now.
func (t *turn) reduceRefused(ctx context.Context, err error) bool {
	if !isOverflow(err) || t.refused {
		return false
	}
	t.refused = true
	before := t.requestSize()
	t.m.counter.Refused(t.route.Name, before)
	after := t.prompt.Size(t.reduce(ctx))
	if after >= before {
		return false
	}
	t.warnCompacted("The conversation was too large for "+t.route.Name+". Older messages were shortened: %d tokens became %d.", before, after)
	return true
}

func (t *turn) warnCompacted(format string, before, after int) {
	t.emit(chat.Warning{Code: "compacted", Message: fmt.Sprintf(format, before, after)})
}

// reduce shortens and summarizes messages, step by step, until the request is small enough or nothing is left to reduce. The user
// still sees the whole conversation.
func (t *turn) reduce(ctx context.Context) llm.Request {
	size := t.prompt.Goal()
	compact := func(c prompt.Conversation) prompt.Conversation { return t.compact(ctx, c, size) }
	steps := []func(prompt.Conversation) prompt.Conversation{prompt.Conversation.ShortenOld, compact, prompt.Conversation.ShortenAll}
	for _, step := range steps {
		before := t.c.Mark
		t.setConversation(step(t.conversation()))
		if !t.c.Mark.Same(before) {
			t.recorder.Mark()
		}
		if r := t.request(); t.prompt.Size(r) <= size {
			return r
		}
	}
	return t.request()
}
