package tracing

import (
	"context"
	"iter"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
)

// Models returns the models, whose calls are recorded.
func (t *Tracer) Models(m chat.Models) chat.Models { return models{m} }

type models struct{ chat.Models }

// Resolve returns a route whose calls are recorded.
func (m models) Resolve(ctx context.Context, name string) (chat.Route, error) {
	r, err := m.Models.Resolve(ctx, name)
	return recorded(r), err
}

// Preprocess returns the route of the small model, whose calls are recorded.
func (m models) Preprocess(ctx context.Context) (chat.Route, bool, error) {
	r, ok, err := m.Models.Preprocess(ctx)
	return recorded(r), ok, err
}

func recorded(r chat.Route) chat.Route {
	if r.Provider != nil {
		r.Provider = provider{r.Provider, r.Name}
	}
	return r
}

type provider struct {
	llm.Provider
	route string
}

// Stream calls the model and records the call.
func (p provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	turn := turnOf(ctx)
	if turn == nil {
		return p.Provider.Stream(ctx, r)
	}
	return func(yield func(llm.Delta, error) bool) {
		m := &ModelCall{
			Turn: turn, Parent: parentOf(ctx, turn), N: int(turn.calls.Add(1)), Route: p.route, Request: r, Began: time.Now(), Left: true,
		}
		for _, o := range turn.observers {
			ctx = o.modelBegan(ctx, m)
		}
		defer m.end()
		for d, err := range p.Provider.Stream(ctx, r) {
			m.add(d, err)
			if !yield(d, err) {
				return
			}
		}
		m.Left = false
	}
}

func (m *ModelCall) end() {
	m.Took, m.Text, m.Thoughts = time.Since(m.Began), m.text.String(), m.thoughts.String()
	for _, o := range m.Turn.observers {
		o.modelEnded(m)
	}
}

// Tools is the tool middleware that records calls.
func (t *Tracer) Tools(next tools.Runner) tools.Runner {
	return func(ctx context.Context, r tools.Running) (*tools.Result, error) {
		turn := turnOf(ctx)
		if turn == nil {
			return next(ctx, r)
		}
		c := &ToolRun{Turn: turn, Parent: parentOf(ctx, turn), ID: r.Call.ID, Spec: r.Spec, Began: time.Now()}
		ctx = context.WithValue(ctx, callKey{}, c.ID)
		for _, o := range turn.observers {
			ctx = o.toolBegan(ctx, c)
		}
		c.Result, c.Err = next(ctx, r)
		c.Took = time.Since(c.Began)
		for _, o := range turn.observers {
			o.toolEnded(c)
		}
		return c.Result, c.Err
	}
}
