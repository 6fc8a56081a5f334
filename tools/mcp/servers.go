// Package mcp provides the tools of MCP servers: programs that the user's settings name, or that are reached by a URL. It does
// not know prompts or the wire. What a server sends is data, never an instruction or a permission.
//
// Start at [New] and [Servers.Start]; server.go is the life of one server, tool.go a call.
//
// Source: https://modelcontextprotocol.io/specification/2025-11-25, by its Go SDK.
package mcp

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"ptk-lsp/tools"
)

// Servers are the MCP servers of the settings. They are safe for concurrent use. None is started before [Servers.Start].
type Servers struct {
	host host
	end  context.CancelFunc
	work sync.WaitGroup

	mu      sync.Mutex // guards what follows
	byName  map[string]*server
	started bool
	notices []string
}

// New returns a set without servers.
func New(o Options) *Servers {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Folders == nil {
		o.Folders = func() []string { return nil }
	}
	s := &Servers{byName: map[string]*server{}}
	s.host = host{Options: o, work: &s.work, changed: oneAtATime(o.Changed), notice: s.notice, background: s.background}
	s.host.life, s.end = context.WithCancel(context.Background())
	return s
}

// oneAtATime returns a function that calls f and waits for calls by other goroutines; f may be nil.
func oneAtATime(f func()) func() {
	if f == nil {
		return func() {}
	}
	var mu sync.Mutex
	return func() {
		mu.Lock()
		defer mu.Unlock()
		f()
	}
}

// Set replaces the configurations of the servers, by name. Servers that are gone or have changed are ended. If servers have been
// started, the new ones are too.
func (s *Servers) Set(configs map[string]Config) {
	s.mu.Lock()
	changed := false
	for name, had := range s.byName {
		if c, ok := configs[name]; !ok || !c.equal(had.cfg) {
			had.end()
			delete(s.byName, name)
			changed = true
		}
	}
	for name, c := range configs {
		if s.byName[name] == nil {
			s.byName[name] = newServer(&s.host, name, c)
		}
	}
	started := s.started
	s.mu.Unlock()
	if changed {
		s.host.changed()
	}
	if started {
		s.Start()
	}
}

// Start starts the servers that are not running, in the background. A server that was given up is tried again after a while.
func (s *Servers) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.host.life.Err() != nil {
		return
	}
	s.started = true
	for _, v := range s.byName {
		v.start()
	}
}

// Restart ends a server and starts it again, whatever its state. It reports whether there is a server of the name.
func (s *Servers) Restart(name string) bool {
	s.mu.Lock()
	had := s.byName[name]
	if had == nil || s.host.life.Err() != nil {
		s.mu.Unlock()
		return false
	}
	had.end()
	next := newServer(&s.host, name, had.cfg)
	s.byName[name] = next
	s.mu.Unlock()
	s.host.changed()
	next.start()
	return true
}

// Wait returns when every server that was started is ready or has failed, or when the context ends.
func (s *Servers) Wait(ctx context.Context) {
	for _, v := range s.sorted() {
		select {
		case <-v.settled():
		case <-ctx.Done():
			return
		}
	}
}

// Ready starts the servers and waits up to [firstWait] for those that are starting for the first time. names are the tools that a
// turn may use, nil for all: if none of them belongs to a server, nothing is started.
func (s *Servers) Ready(ctx context.Context, names []string) {
	if names != nil && !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, separator) || n == DescribeTool }) {
		return
	}
	s.Start() //nolint:contextcheck // servers outlive the call that starts them
	ctx, cancel := context.WithTimeout(ctx, firstWait)
	defer cancel()
	for _, v := range s.sorted() {
		if v.await(ctx) {
			s.notice("The MCP server " + v.name + " is still starting. Its tools can be used as soon as it is ready.")
		}
	}
}

// Tools returns the tools of all servers, and describe_tool if there are any.
func (s *Servers) Tools() []tools.Tool {
	named := s.named()
	if len(named) == 0 {
		return nil
	}
	out := make([]tools.Tool, 0, len(named)+1)
	for _, t := range named {
		out = append(out, t)
	}
	return append(out, describeTool(named))
}

// named returns the tools of all servers with unique names, by server and tool.
func (s *Servers) named() []*tool {
	var all []*tool
	for _, v := range s.sorted() {
		for _, d := range v.definitions() {
			all = append(all, &tool{server: v, definition: d})
		}
	}
	return uniqueNames(all)
}

func (s *Servers) sorted() []*server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Values(s.byName), func(a, b *server) int { return cmp.Compare(a.name, b.name) })
}

// Status returns the status of each server, by name.
func (s *Servers) Status() []Status {
	var all []Status
	for _, v := range s.sorted() {
		all = append(all, v.status())
	}
	return all
}

// Notices returns what to report to the user about the servers, each message once.
func (s *Servers) Notices() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.notices
	s.notices = nil
	return n
}

func (s *Servers) notice(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notices = append(s.notices, text)
}

// FoldersChanged sends the servers the open folders after these have changed.
func (s *Servers) FoldersChanged() {
	for _, v := range s.sorted() {
		v.link.setRoots(s.host.roots())
	}
}

// End ends all servers without waiting for them; [Servers.Close] waits. After it, the caller may close the workspace.
func (s *Servers) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}

// Close ends all servers with all that they started, and waits for them.
func (s *Servers) Close() {
	s.End()
	s.work.Wait()
}

// background is [host.background].
func (s *Servers) background(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.host.life.Err() == nil {
		s.work.Go(f)
	}
}
