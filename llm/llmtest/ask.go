package llmtest

import (
	"context"
	"testing"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
	"ptk-lsp/llm/wire"
)

// Key is the key of providers under test.
const Key = "sk-secret-of-the-contract"

// maker makes a provider for the server at an address without a path. idle is how long the server may be silent.
type maker func(t *testing.T, url string, idle time.Duration) llm.Provider

// makerOf returns the maker of a kind, whose providers are closed at the end of the test.
func makerOf(kind driver.Kind) maker {
	return func(t *testing.T, url string, idle time.Duration) llm.Provider {
		p, err := kind.New(driver.Options{Options: wire.Options{
			Name: kind.Name, BaseURL: url, Key: Key, KeyVariable: "THE_KEY", URLVariable: "THE_URL", Idle: idle,
		}})
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := p.(interface{ Close() }); ok {
			t.Cleanup(c.Close)
		}
		return p
	}
}

const patience = 10 * time.Second

// Answer is the sum of the pieces of a stream.
type Answer struct {
	Text, Reasoning string
	Calls           []llm.ToolCall
	Usage           *llm.Usage
	Finish          llm.Finish
	Retries         []llm.Retry
}

// Ask reads a whole answer. With an error it returns what came before it.
func Ask(ctx context.Context, p llm.Provider, r llm.Request) (a Answer, err error) {
	for d, err := range p.Stream(ctx, r) {
		if err != nil {
			return a, err
		}
		if d.Retry != nil {
			a = Answer{Retries: append(a.Retries, *d.Retry)}
			continue
		}
		a.Text += d.Text
		a.Reasoning += d.Reasoning
		for _, c := range d.ToolCalls {
			if c.ID != "" {
				a.Calls = append(a.Calls, c)
			} else {
				a.Calls[c.Index].Arguments += c.Arguments
			}
		}
		if d.Usage != nil {
			a.Usage = d.Usage
		}
		a.Finish = d.Finish
	}
	return a, nil
}

// Hello is a small request.
func Hello() llm.Request {
	return llm.Request{Model: "test-model", Messages: []llm.Message{{Role: llm.User, Content: "Hello"}}}
}
