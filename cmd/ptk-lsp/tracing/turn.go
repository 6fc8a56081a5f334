package tracing

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/trace"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/turn"
	"ptk-lsp/tools"
)

// observer records turns. Its methods may be called concurrently, except event for the same turn.
type observer interface {
	turnBegan(ctx context.Context, t *Turn) context.Context
	turnEnded(t *Turn, r *chat.Result, err error)
	event(t *Turn, e chat.Event)
	modelBegan(ctx context.Context, m *ModelCall) context.Context
	modelEnded(m *ModelCall)
	toolBegan(ctx context.Context, c *ToolRun) context.Context
	toolEnded(c *ToolRun)
	// close releases everything before the context ends.
	close(ctx context.Context)
}

// Turn is one turn while it runs.
type Turn struct {
	Request chat.Request
	Began   time.Time
	Took    time.Duration // once it has ended

	observers []observer
	startOnce sync.Once
	content   bool         // an observer records the content of messages
	calls     atomic.Int64 // of models

	mu    sync.Mutex // guards what follows
	start chat.TurnStart
	spans map[spanKey]trace.Span
}

// ID returns the turn's id, or "" before it has started.
func (t *Turn) ID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.start.TurnID
}

// Conversation returns the conversation's id.
func (t *Turn) Conversation() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.start.ConversationID
}

// begun reports the start of the turn to the observers, once: a model may be called before the event is sent.
func (t *Turn) begun(start chat.TurnStart) {
	t.startOnce.Do(func() {
		t.mu.Lock()
		t.start = start
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

// turnOf returns the turn that a context belongs to, after reporting its start, or nil if there is none.
func turnOf(ctx context.Context) *Turn {
	t, _ := ctx.Value(turnKey{}).(*Turn)
	if start, ok := turn.StartOf(ctx); ok && t != nil {
		t.begun(start)
	}
	return t
}

// parentOf returns the id of the tool call for which an agent works, or of the turn.
func parentOf(ctx context.Context, t *Turn) string {
	if id, ok := ctx.Value(callKey{}).(string); ok {
		return id
	}
	return t.ID()
}

// ModelCall is one request to a model and its response.
type ModelCall struct {
	Turn     *Turn
	Parent   string // the id of the turn, or of the call for which an agent works
	N        int    // counted from 1 within the turn
	Route    string // "provider/model"
	Request  llm.Request
	Began    time.Time
	First    time.Duration // until the first chunk; 0 if there was none
	Took     time.Duration
	Text     string
	Thoughts string
	Calls    []llm.ToolCall // native calls
	Usage    *llm.Usage
	Finish   llm.Finish
	Retries  int
	Left     bool // the response was not read to its end
	Err      error

	text, thoughts strings.Builder
}

// add adds a chunk of the response.
func (m *ModelCall) add(d llm.Delta, err error) {
	if m.First == 0 && (d.Text != "" || d.Reasoning != "" || len(d.ToolCalls) > 0) {
		m.First = time.Since(m.Began)
	}
	if d.Retry != nil {
		m.Retries++
	}
	if m.Turn.content {
		m.addContent(d)
	}
	if d.Usage != nil {
		m.Usage = d.Usage
	}
	if d.Finish != "" {
		m.Finish = d.Finish
	}
	m.Err = err
}

// addContent adds the content of a chunk.
func (m *ModelCall) addContent(d llm.Delta) {
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

// addCall joins the chunks of a native call.
func (m *ModelCall) addCall(c llm.ToolCall) {
	if n := len(m.Calls); n > 0 && m.Calls[n-1].Index == c.Index && (c.ID == "" || c.ID == m.Calls[n-1].ID) {
		m.Calls[n-1].Arguments += c.Arguments
		return
	}
	m.Calls = append(m.Calls, c)
}

// ToolRun is the execution of one call, after consent.
type ToolRun struct {
	Turn   *Turn
	Parent string // the id of the turn, or of the call for which an agent works
	ID     string
	Spec   tools.Spec
	Began  time.Time
	Took   time.Duration
	Result *tools.Result // nil if there is an error
	Err    error
}

// failure returns the type of the error, or "" if there was none.
func (c *ToolRun) failure() string {
	switch {
	case c.Result != nil && c.Result.Err != nil:
		return string(c.Result.Err.Type)
	case c.Err != nil:
		return errorType(c.Err)
	}
	return ""
}

// spanKey identifies the span of an observer for a turn, a model call or a tool run.
type spanKey struct {
	observer observer
	of       any
}

// attach stores a span until it ends.
func (t *Turn) attach(o observer, of any, span trace.Span) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.spans == nil {
		t.spans = map[spanKey]trace.Span{}
	}
	t.spans[spanKey{o, of}] = span
}

// attached returns the span of the turn itself, or nil.
func (t *Turn) attached(o observer) trace.Span {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.spans[spanKey{o, t}]
}

// detach removes and returns a span, or nil.
func (t *Turn) detach(o observer, of any) trace.Span {
	t.mu.Lock()
	defer t.mu.Unlock()
	span := t.spans[spanKey{o, of}]
	delete(t.spans, spanKey{o, of})
	return span
}
