package tracing_test

import (
	"context"
	"iter"
	"log/slog"
	"path/filepath"
	"testing"

	"ptk-lsp/cmd/ptk-lsp/tracing"
	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// endless is a model that says ten thousand words.
type endless struct{}

func (endless) Models(context.Context) ([]llm.Model, error) { return nil, nil }

func (endless) Stream(context.Context, llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		for range 10_000 {
			if !yield(llm.Delta{Text: "word "}, nil) {
				return
			}
		}
	}
}

// The stream of a model, bare and with each of those who watch; an operation is an answer of 10,000 pieces.
func BenchmarkStream(b *testing.B) {
	run := func(b *testing.B, p llm.Provider, t *tracing.Tracer) {
		emit := func(chat.Event) {}
		for b.Loop() {
			_, _ = t.Chat(b.Context(), chat.Request{}, emit, func(ctx context.Context, _ chat.Request, _ func(chat.Event)) (*chat.Result, error) {
				for range p.Stream(ctx, llm.Request{}) {
				}
				return &chat.Result{}, nil
			})
		}
	}
	for name, cfg := range map[string]tracing.Config{
		"log":       {},
		"file":      {File: filepath.Join(b.TempDir(), "t.jsonl")},
		"collector": {Endpoint: "http://127.0.0.1:1"},
	} {
		b.Run(name, func(b *testing.B) {
			t := tracing.New(slog.New(slog.DiscardHandler), "")
			if err := t.Configure(cfg); err != nil {
				b.Fatal(err)
			}
			defer t.Close()
			r, err := t.Models(oneModel{route: chat.Route{Provider: endless{}}}).Resolve(b.Context(), "")
			if err != nil {
				b.Fatal(err)
			}
			run(b, r.Provider, t)
		})
	}
	b.Run("bare", func(b *testing.B) { run(b, endless{}, tracing.New(slog.New(slog.DiscardHandler), "")) })
}
