package ptk

import (
	"context"
	"fmt"
	"sync"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
)

// Shares of a model's window.
const (
	answerShare  = 8 // an eighth is left to the answer
	resultShare  = 4 // the results of one message take a quarter at most, as do attachments
	rulesShare   = 8
	summaryShare = 8
	shortResult  = 60  // tokens of a result that is shown in short
	goal         = 0.6 // of the room, where something has to go: enough goes that it need not again soon
	overflowCut  = 0.7 // of a request that a provider refused as too large, where it must be larger than its window
)

// counting remembers what providers have shown of their models: how they count, and how much they take.
type counting struct {
	mu     sync.Mutex
	scales map[string]float64 // what the provider counts for each token estimated here, by route; guarded by mu
	rooms  map[string]int     // the room of a model that refused a request as too large; guarded by mu
}

// learn takes the provider's own count of a request. A count that can't be of the same request, such as one without what
// was cached, is passed over. Too low an estimate is corrected at once, too high a one slowly.
func (c *counting) learn(route string, estimated, counted int) {
	if estimated < 200 || counted <= 0 {
		return
	}
	ratio := float64(counted) / float64(estimated)
	if ratio < 1.0/3 || ratio > 3 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now, ok := c.scales[route]
	if ok && ratio < now {
		ratio = now*0.8 + ratio*0.2
	}
	c.scales[route] = ratio
}

// tokens is an estimate in the provider's own count.
func (c *counting) tokens(route string, estimated int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.scales[route]; ok {
		return int(float64(estimated)*s + 0.5)
	}
	return estimated
}

// refused takes note that a request was too large.
func (c *counting) refused(route string, tokens int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	room := int(float64(tokens) * overflowCut)
	if known, ok := c.rooms[route]; !ok || room < known {
		c.rooms[route] = room
	}
}

func (c *counting) room(route string) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.rooms[route]
	return r, ok
}

// room is how many tokens a request may take; 0 where nothing is known of the model.
func (t *turn) room() int {
	room := 0
	if w := t.route.Window; w > 0 {
		room = min(int(float64(w)*t.limits.CompactAt), w-w/answerShare)
	}
	if h := t.limits.HistoryTokens; h > 0 {
		if with := h + t.tokens(t.system); room == 0 || with < room {
			room = with
		}
	}
	if r, ok := t.m.counting.room(t.route.Name); ok && (room == 0 || r < room) {
		room = r
	}
	return room
}

// most is what a request can take at all, where that is known; a wish of the settings is none.
func (t *turn) most() int {
	most := 0
	if w := t.route.Window; w > 0 {
		most = w - w/answerShare
	}
	if r, ok := t.m.counting.room(t.route.Name); ok && (most == 0 || r < most) {
		most = r
	}
	return most
}

// share is a part of the window, or most where the window is larger or unknown.
func (t *turn) share(part, most int) int {
	if t.route.Window == 0 {
		return most
	}
	return min(most, t.route.Window/part)
}

func (t *turn) tokens(text string) int {
	return t.m.counting.tokens(t.route.Name, notation.EstimateTokens(text))
}

func (t *turn) size(r llm.Request) int {
	return t.m.counting.tokens(t.route.Name, promptTokens(r))
}

// fitted is the next request, made to fit: what is old is shown in short first, then summed up, once a turn.
func (t *turn) fitted(ctx context.Context) (llm.Request, *chat.Error) {
	req := t.request()
	room := t.room()
	before := t.size(req)
	if room == 0 || before <= room {
		return req, nil
	}
	req = t.reduce(ctx, int(float64(room)*goal))
	most := t.most()
	if after := t.size(req); most == 0 || after <= most {
		t.emit(chat.Warning{Code: "compacted", Message: fmt.Sprintf("What is old in this conversation is told to the model in short: %d tokens became %d.", before, after)})
		return req, nil
	}
	return req, &chat.Error{
		Code: chat.ContextOverflow, Message: fmt.Sprintf("The message with what it needs takes %d tokens, and %s takes no more than %d.", t.size(req), t.route.Name, most),
		Suggestion: "Ask about less at once, attach less, or use a model with a larger window.",
	}
}

// reduce makes the request smaller, step by step, until it takes no more tokens than wanted or there is nothing left to do.
// What the user sees is not touched.
func (t *turn) reduce(ctx context.Context, wanted int) llm.Request {
	steps := []func(){t.shortenOld, func() { t.compact(ctx, wanted) }, t.shortenAll}
	for _, step := range steps {
		was := t.c.Mark
		if step(); !t.c.Mark.Same(was) {
			t.keepMark()
		}
		if r := t.request(); t.size(r) <= wanted {
			return r
		}
	}
	return t.request()
}

// overflowed answers a provider's refusal of a request as too large, once a turn: the request is made smaller, and asked
// again where that has helped.
func (t *turn) overflowed(ctx context.Context, err error) bool {
	if !isOverflow(err) || t.refused {
		return false
	}
	t.refused = true
	before := t.size(t.request())
	t.m.counting.refused(t.route.Name, before)
	after := t.size(t.reduce(ctx, int(float64(t.room())*goal)))
	if after >= before {
		return false
	}
	t.emit(chat.Warning{Code: "compacted", Message: fmt.Sprintf("The conversation was too large for %s. What is old is told to it in short: %d tokens became %d.", t.route.Name, before, after)})
	return true
}
