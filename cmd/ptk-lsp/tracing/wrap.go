package tracing

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
)

// Models tells of what is asked of the models.
func (t *Tracer) Models(m chat.Models) chat.Models { return models{m} }

type models struct{ chat.Models }

// Resolve gives the route with a provider that tells.
func (m models) Resolve(ctx context.Context, name string) (chat.Route, error) {
	r, err := m.Models.Resolve(ctx, name)
	return telling(r), err
}

// Preprocess does the same for the small model.
func (m models) Preprocess(ctx context.Context) (chat.Route, bool, error) {
	r, ok, err := m.Models.Preprocess(ctx)
	return telling(r), ok, err
}

func telling(r chat.Route) chat.Route {
	if r.Provider != nil {
		r.Provider = provider{r.Provider, r.Name}
	}
	return r
}

type provider struct {
	llm.Provider
	route string
}

// Stream asks the model and tells of it.
func (p provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	turn := turnOf(ctx)
	if turn == nil {
		return p.Provider.Stream(ctx, r)
	}
	return func(yield func(llm.Delta, error) bool) {
		m := &ModelCall{Turn: turn, Parent: parentOf(ctx, turn), N: int(turn.calls.Add(1)), Route: p.route, Request: r, Began: time.Now(), Left: true}
		for _, o := range turn.observers {
			ctx = o.modelBegan(ctx, m)
		}
		defer m.end()
		for d, err := range p.Provider.Stream(ctx, r) {
			m.take(d, err)
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

// Tools is the middleware that tells of calls.
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

// errorType sorts an error without its words, which may name files.
func errorType(err error) string {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return string(e.Kind)
	}
	if e, ok := errors.AsType[*tools.Error](err); ok {
		return string(e.Type)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, fs.ErrNotExist):
		return "not_found"
	case errors.Is(err, fs.ErrPermission):
		return "permission"
	}
	return "other"
}
