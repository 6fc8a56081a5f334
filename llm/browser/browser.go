// Package browser asks a model through its chat page, in a real Chromium with a profile of its own that keeps the user's login.
// It knows nothing of any one page but selectors, and starts nothing before the first request.
// Start at [New] and [Provider.Stream].
package browser

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"strings"
	"time"

	"ptk-lsp/llm"
)

// DefaultURL is the page of a new chat in Google AI Studio.
const DefaultURL = "https://aistudio.google.com/prompts/new_chat?model=" + modelMark

// modelMark stands in an address where the model's name goes.
const modelMark = "{model}"

// Options say which page a [Provider] drives, and how.
type Options struct {
	// Name is the provider's name in the settings; errors carry it.
	Name string
	// URL is the page on which a chat begins; "{model}" in it becomes the model's name. "" is [DefaultURL].
	URL string
	// Profile is the folder that keeps the login, absolute; it is made with no rights for others.
	Profile string
	// Program is the browser's executable; "" looks for Chromium, Chrome or Edge in the usual places.
	Program string
	// Models are the names that the user has set up for this page.
	Models []string
	// Selectors find the parts of the page; an empty one takes that of [DefaultSelectors].
	Selectors Selectors
	// Idle is how long the page may show no progress; 0 is 60 seconds.
	Idle time.Duration
	// Login is how long the window waits for the user to log in; 0 is five minutes.
	Login time.Duration
	// Load is how long a part of the page may take to appear; 0 is 20 seconds.
	Load time.Duration
	// Headless logs in without a window, where something else than a person does it.
	Headless bool
	// Hidden forbids a window, so that a page that asks for a login is an error at once.
	Hidden bool
}

// Provider drives one chat page. It satisfies [llm.Provider]; its requests go one after the other, each with a browser of
// its own that is gone when the stream ends.
type Provider struct {
	o Options
}

// New checks the options and gives the provider; nothing is started yet.
func New(o Options) (*Provider, error) {
	if o.Profile == "" {
		return nil, errors.New("setting up " + o.Name + ": there is no folder for the browser's profile; set HOME or XDG_DATA_HOME")
	}
	o.URL = cmp.Or(o.URL, DefaultURL)
	if !strings.HasPrefix(o.URL, "https://") && !strings.HasPrefix(o.URL, "http://") {
		return nil, errors.New("setting up " + o.Name + ": baseUrl must be the whole address of a page, with https:// before it")
	}
	o.Idle = cmp.Or(o.Idle, time.Minute)
	o.Load = cmp.Or(o.Load, 20*time.Second)
	o.Login = cmp.Or(o.Login, 5*time.Minute)
	o.Selectors = o.Selectors.or(DefaultSelectors())
	return &Provider{o: o}, nil
}

// Models lists the names of the settings: a page is not asked.
func (p *Provider) Models(context.Context) ([]llm.Model, error) {
	models := make([]llm.Model, len(p.o.Models))
	for i, id := range p.o.Models {
		models[i].ID = id
	}
	return models, nil
}

// Stream begins a new chat, pastes the whole conversation and yields the answer as the page shows it, line by line. Where
// the page asks for a login, a window opens for it; a piece of reasoning tells so. Tokens are not counted.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		unlock, err := p.lock(ctx)
		if err != nil {
			yield(llm.Delta{}, err)
			return
		}
		defer unlock()
		s := &session{p: p, url: strings.ReplaceAll(p.o.URL, modelMark, r.Model), yield: yield}
		defer s.close()
		err = s.ask(ctx, r)
		if err == nil || errors.Is(err, errLeft) {
			return
		}
		yield(llm.Delta{}, p.failure(ctx, err))
	}
}

// errLeft says that the caller left the loop.
var errLeft = errors.New("left")
