package models

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
	"ptk-lsp/ptk/chat"
)

const (
	// testTime bounds a test: the user waits for it.
	testTime = 20 * time.Second
	// testTokens bounds the answer of a service whose list of models does not test the key; some refuse a smaller number.
	testTokens = 16
)

// errTest is the error of a test that names no server.
var errTest = errors.New("name a known provider, or the address of a server")

// TestProvider asks a server for its models, and a service that lists them without a key for one short answer. The key goes to the
// provider's own address, or to the one that the test names, and is neither stored nor logged. The catalogue stays as it is.
func (c *Catalogue) TestProvider(ctx context.Context, t chat.ProviderTest) (chat.ProviderTested, error) {
	s, err := c.tested(t)
	if err != nil {
		return chat.ProviderTested{}, err
	}
	p, err := s.Kind.New(s.options(testTime))
	if err != nil {
		return chat.ProviderTested{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	listed, err := p.Models(ctx)
	if err == nil && s.Setup.ListsWithoutKey {
		err = answers(ctx, p, s.DefaultModel)
	}
	if err != nil {
		return chat.ProviderTested{}, explained(err)
	}
	out := chat.ProviderTested{BaseURL: shownURL(s.baseURL), Models: make([]string, 0, len(listed))}
	for _, m := range listed {
		out.Models = append(out.Models, m.ID)
	}
	return out, nil
}

// tested returns the source that a test names.
func (c *Catalogue) tested(t chat.ProviderTest) (source, error) {
	if (t.Provider == "") == (t.BaseURL == "") {
		return source{}, errTest
	}
	if t.Provider == "" {
		return unknown(t)
	}
	_, known := c.state()
	e := named(known, t.Provider)
	if e == nil || e.Kind.Medium != driver.Server {
		return source{}, fmt.Errorf("%w: %q; known are %s", errTest, t.Provider, names(known))
	}
	s := e.source
	if t.Key != "" {
		s.key = t.Key
	}
	return s, nil
}

// unknown returns the source for the address of a test.
func unknown(t chat.ProviderTest) (source, error) {
	s := source{Service: driver.Service{Name: "server", Local: t.Key == ""}, key: t.Key}
	s.apply(settings.Provider{Kind: t.Kind, BaseURL: t.BaseURL})
	if t.Kind == "" {
		s.Kind = kindNamed("openai")
	}
	if s.Kind.New == nil || s.Kind.Medium != driver.Server {
		return source{}, fmt.Errorf("%w: there is no kind %q", errTest, t.Kind)
	}
	return s, nil
}

// answers asks a model for a short answer.
func answers(ctx context.Context, p llm.Provider, model string) error {
	r := llm.Request{Model: model, MaxTokens: testTokens, Messages: []llm.Message{{Role: llm.User, Content: "Say yes."}}}
	for _, err := range p.Stream(ctx, r) {
		return err // the first piece tells that the key is accepted
	}
	return nil
}

// explained returns a provider's failure for the user.
func explained(err error) error {
	if failed, ok := errors.AsType[*llm.Error](err); ok {
		return &chat.ProviderError{Message: failed.Message, Suggestion: failed.Suggestion}
	}
	return err
}

// shownURL returns an address without the secrets that it may hold.
func shownURL(address string) string {
	if !strings.Contains(address, "://") && !strings.ContainsAny(address, "@?") {
		return address // the provider adds the scheme
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery = nil, ""
	return u.String()
}
