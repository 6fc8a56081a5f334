package mcp

import (
	"context"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Options are the options of [New]; the zero value is ready to use.
type Options struct {
	// Environ is the environment that servers inherit, as returned by os.Environ.
	Environ []string
	// KeyNames are variables that hold keys of model providers: a server gets them only if its Env names them.
	KeyNames []string
	// Folders returns the open folders, absolute, which are sent to servers as roots.
	Folders func() []string
	// Neutral returns the folder in which programs are started, see [process.Place].
	Neutral func() (string, error)
	// Changed is called after the tools have changed, from any goroutine.
	Changed func()
	// Version is the version of this program that is sent to servers.
	Version string
	Log     *slog.Logger
}

// host is what a server needs from the set that it belongs to.
type host struct {
	Options
	life    context.Context //nolint:containedctx // ends when the set is closed; servers outlive the calls that start them
	work    *sync.WaitGroup // the goroutines that closing the set waits for
	changed func()          // [Options.Changed], called once at a time
	notice  func(text string)
	// background runs a function in the background unless the set is being closed, which waits for it.
	background func(func())
}

// roots returns the URIs of the open folders.
func (h *host) roots() []string {
	var uris []string
	for _, f := range h.Folders() {
		path := filepath.ToSlash(f)
		if !strings.HasPrefix(path, "/") { // a drive of Windows
			path = "/" + path
		}
		uris = append(uris, (&url.URL{Scheme: "file", Path: path}).String())
	}
	return uris
}

// environ returns the environment of a server: the user's without the keys of model providers, and what the settings add.
func (h *host) environ(cfg Config) []string {
	env := slices.DeleteFunc(slices.Clone(h.Environ), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		return slices.Contains(h.KeyNames, name)
	})
	for name, value := range cfg.Env {
		env = append(env, name+"="+value)
	}
	return env
}
