package tracing

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/turn"
	"ptk-lsp/tools"
)

// observer is told of what happens. Its functions may be called at the same time, but for those of one turn's events.
type observer interface {
	turnBegan(ctx context.Context, t *Turn) context.Context
	turnEnded(t *Turn, r *chat.Result, err error)
	event(t *Turn, e chat.Event)
	modelBegan(ctx context.Context, m *ModelCall) context.Context
	modelEnded(m *ModelCall)
	toolBegan(ctx context.Context, c *ToolRun) context.Context
	toolEnded(c *ToolRun)
	// close lets everything go before the context ends.
	close(ctx context.Context)
}

// Turn is one turn while it runs.
type Turn struct {
	Request chat.Request
	Began   time.Time
	Took    time.Duration // once it has ended

	observers []observer
	known     sync.Once
	whole     bool         // someone wants what is said, too
	calls     atomic.Int64 // of models

	mu               sync.Mutex // guards what follows
	id, conversation string     // known from the beginning on
	model            string
	spans            map[keyOf]any // what observers keep
}

// ID is the turn's id, "" before its beginning.
func (t *Turn) ID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.id
}

// Conversation is the conversation's id.
func (t *Turn) Conversation() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.conversation
}

// begun tells of the beginning, once: the first model may be asked before it is told.
func (t *Turn) begun(start chat.TurnStart) {
	t.known.Do(func() {
		t.mu.Lock()
		t.id, t.conversation, t.model = start.TurnID, start.ConversationID, start.Model
		t.mu.Unlock()
		for _, o := range t.observers {
			o.event(t, start)
		}
	})
}

func (t *Turn) happened(e chat.Event) {
	if start, ok := e.(chat.TurnStart); ok {
		t.begun(start)
		return
	}
	for _, o := range t.observers {
		o.event(t, e)
	}
}

type (
	turnKey struct{}
	callKey struct{}
)

// turnOf gives the turn that a context belongs to, whose beginning is told by then; nil where there is none.
func turnOf(ctx context.Context) *Turn {
	t, _ := ctx.Value(turnKey{}).(*Turn)
	if start, ok := turn.StartOf(ctx); ok && t != nil {
		t.begun(start)
	}
	return t
}

// parentOf is the id of what asks: the tool call that an agent works for, or the turn.
func parentOf(ctx context.Context, t *Turn) string {
	if id, ok := ctx.Value(callKey{}).(string); ok {
		return id
	}
	return t.ID()
}

// ModelCall is one request to a model and its answer.
type ModelCall struct {
	Turn     *Turn
	Parent   string // the id of the turn, or of the call for which an agent asks
	N        int    // counted from 1 within the turn
	Route    string // "provider/model"
	Request  llm.Request
	Began    time.Time
	First    time.Duration // until the first piece; 0 where none came
	Took     time.Duration
	Text     string
	Thoughts string
	Calls    []llm.ToolCall // made natively
	Usage    *llm.Usage
	Finish   llm.Finish
	Retries  int
	Left     bool // the answer was not read to its end
	Err      error

	text, thoughts strings.Builder
}

// take adds a piece of the answer.
func (m *ModelCall) take(d llm.Delta, err error) {
	if m.First == 0 && (d.Text != "" || d.Reasoning != "" || len(d.ToolCalls) > 0) {
		m.First = time.Since(m.Began)
	}
	if d.Retry != nil {
		m.Retries++
	}
	if m.Turn.whole {
		m.hear(d)
	}
	if d.Usage != nil {
		m.Usage = d.Usage
	}
	if d.Finish != "" {
		m.Finish = d.Finish
	}
	m.Err = err
}

// hear keeps what is said.
func (m *ModelCall) hear(d llm.Delta) {
	if d.Retry != nil {
		m.text.Reset()
		m.thoughts.Reset()
		m.Calls = nil
	}
	m.text.WriteString(d.Text)
	m.thoughts.WriteString(d.Reasoning)
	for _, c := range d.ToolCalls {
		m.addCall(c)
	}
}

// addCall puts the pieces of a native call together.
func (m *ModelCall) addCall(c llm.ToolCall) {
	if n := len(m.Calls); n > 0 && m.Calls[n-1].Index == c.Index && (c.ID == "" || c.ID == m.Calls[n-1].ID) {
		m.Calls[n-1].Arguments += c.Arguments
		return
	}
	m.Calls = append(m.Calls, c)
}

// ToolRun is the doing of one call, after consent.
type ToolRun struct {
	Turn   *Turn
	Parent string // the id of the turn, or of the call for which an agent works
	ID     string
	Spec   tools.Spec
	Began  time.Time
	Took   time.Duration
	Result *tools.Result // nil beside an error
	Err    error
}

// failure is the type of what went wrong, "" where nothing did; its words stay here.
func (c *ToolRun) failure() string {
	switch {
	case c.Result != nil && c.Result.Err != nil:
		return string(c.Result.Err.Type)
	case c.Err != nil:
		return errorType(c.Err)
	}
	return ""
}
