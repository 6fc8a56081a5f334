package lsp

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
)

// fakeProviders has one provider that accepts one key.
type fakeProviders struct{}

func (fakeProviders) Providers(context.Context) []chat.ProviderInfo {
	return []chat.ProviderInfo{{Name: "bakery", Title: "The Bakery", State: chat.ProviderNoKey, KeyVariable: "BAKERY_KEY"}}
}

func (fakeProviders) TestProvider(_ context.Context, t chat.ProviderTest) (chat.ProviderTested, error) {
	switch {
	case t.Provider == "":
		return chat.ProviderTested{}, errors.New("no provider")
	case t.Key != "sk-right":
		return chat.ProviderTested{}, &chat.ProviderError{Message: "the key was refused", Suggestion: "check it"}
	}
	return chat.ProviderTested{BaseURL: "https://bakery", Models: []string{"loaf"}}, nil
}

func TestProviderMethods(t *testing.T) {
	e := startEditor(t, Options{
		Open: func(context.Context, Start) (*Session, error) {
			return &Session{Chats: fakeModels(func(context.Context) {}), Providers: fakeProviders{}}, nil
		},
	})
	e.initialize("{}", "")
	var list wire.ProvidersResult
	e.must(wire.MethodProviders, nil, &list)
	want := []wire.ProviderInfo{{Name: "bakery", Title: "The Bakery", State: "noKey", KeyVariable: "BAKERY_KEY"}}
	if diff := cmp.Diff(want, list.Providers); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		params wire.TestProviderParams
		want   wire.TestProviderResult
	}{
		{wire.TestProviderParams{Provider: "bakery", Key: "sk-right"}, wire.TestProviderResult{
			BaseURL: "https://bakery",
			Models:  []string{"loaf"},
		}},
		{
			wire.TestProviderParams{Provider: "bakery", Key: "sk-wrong"},
			wire.TestProviderResult{Models: []string{}, Error: &wire.ProviderError{Message: "the key was refused", Suggestion: "check it"}},
		},
		{wire.TestProviderParams{Key: "sk-right"}, wire.TestProviderResult{
			Models: []string{},
			Error:  &wire.ProviderError{Message: "no provider"},
		}},
	} {
		var got wire.TestProviderResult
		e.must(wire.MethodTestProvider, c.params, &got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
	}
	if _, err := e.conn.Call(t.Context(), wire.MethodTestProvider, map[string]any{"provider": 5, "key": "sk-right"}, nil); err == nil ||
		strings.Contains(err.Error(), "sk-") {
		t.Errorf("wrong params: %v", err)
	}
	if log := e.logged(); strings.Contains(log, "sk-") {
		t.Errorf("the log has a key: %s", log)
	}
}
