// Package mcp gives the model the tools of MCP servers: programs that the user's settings name, or that are reached by a
// URL. It knows nothing of prompts or the wire; what a server says is data, never an instruction or an allowance.
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
	"time"

	"ptk-lsp/tools"
)

// Config says how one server is started or reached: by Command or by URL. In all values ${NAME} is the variable of that
// name, so that a secret need not stand in the settings.
type Config struct {
	Command string
	Args    []string
	Env     map[string]string // beside what it inherits
	Cwd     string            // where it is started: "" in a neutral folder, "workspace", or an absolute path
	URL     string            // of a streamable HTTP endpoint
	Headers map[string]string // sent to the URL's own origin only
	// Timeout is how long a call may take without a sign of life; a minute where it is 0.
	Timeout time.Duration
}

func (c Config) equal(d Config) bool {
	return c.Command == d.Command && c.Cwd == d.Cwd && slices.Equal(c.Args, d.Args) && maps.Equal(c.Env, d.Env) && c.URL == d.URL &&
		maps.Equal(c.Headers, d.Headers) && c.Timeout == d.Timeout
}

// Options are what [Servers] are made of; every field may be left out.
type Options struct {
	// Environ is what servers that are programs inherit, as os.Environ gives it.
	Environ []string
	// KeyNames are variables that hold keys of model providers: a server gets them only where its Env names them.
	KeyNames []string
	// Folders gives the open folders, absolute: what servers are told as roots.
	Folders func() []string
	// Neutral gives the folder in which programs are started, see [process.Place].
	Neutral func() (string, error)
	// Changed is called after the tools have changed, from any goroutine.
	Changed func()
	// Version is told to servers.
	Version string
	Log     *slog.Logger
}

// Servers are the MCP servers of the settings. They are safe for concurrent use. None is started before [Servers.Start].
type Servers struct {
	o    Options
	life context.Context
	end  context.CancelFunc
	work sync.WaitGroup
	told func() // Options.Changed, one call at a time

	mu      sync.Mutex // guards what follows
	byName  map[string]*server
	begun   bool
	notices []string
}

// New makes a set without servers.
func New(o Options) *Servers {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Folders == nil {
		o.Folders = func() []string { return nil }
	}
	s := &Servers{o: o, byName: map[string]*server{}, told: func() {}}
	if o.Changed != nil {
		var telling sync.Mutex
		s.told = func() {
			telling.Lock()
			defer telling.Unlock()
			o.Changed()
		}
	}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

// Set takes the servers of the settings, by name. Those that are gone or have changed are ended; where servers have been
// started, so are the new ones.
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
			s.byName[name] = newServer(s, name, c)
		}
	}
	begun := s.begun
	s.mu.Unlock()
	if changed {
		s.told()
	}
	if begun {
		s.Start()
	}
}

// Start starts the servers that are not running, in the background. One that was given up is tried again after a while.
func (s *Servers) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return
	}
	s.begun = true
	for _, v := range s.byName {
		v.start()
	}
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

// firstWait is how long the first turn waits for servers that are starting.
const firstWait = 5 * time.Second

// Ready starts the servers and waits for those that are starting for the first time, but not long. Names are the tools
// that are asked for: nil is all; where none of them is of a server, nothing is started.
func (s *Servers) Ready(ctx context.Context, names []string) {
	if names != nil && !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, separator) || n == DescribeTool }) {
		return
	}
	s.Start()
	ctx, cancel := context.WithTimeout(ctx, firstWait)
	defer cancel()
	for _, v := range s.sorted() {
		if v.await(ctx) {
			s.notice("The MCP server " + v.name + " is still starting. Its tools can be used as soon as it is ready.")
		}
	}
}

// Tools gives the tools of all servers, and describe_tool where there are any.
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

// named gives the tools of all servers with their names settled, by server and tool.
func (s *Servers) named() []*tool {
	var all []*tool
	for _, v := range s.sorted() {
		all = append(all, v.listed()...)
	}
	return settleNames(all)
}

func (s *Servers) sorted() []*server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.SortedFunc(maps.Values(s.byName), func(a, b *server) int { return cmp.Compare(a.name, b.name) })
}

// Notices gives what the user should know of the servers, each once.
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

// FoldersChanged tells the servers that the open folders are others now.
func (s *Servers) FoldersChanged() {
	for _, v := range s.sorted() {
		v.setRoots()
	}
}

// End has all servers end, and waits for none; [Servers.Close] does. What follows may close the workspace.
func (s *Servers) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}

// Close ends all servers with all that they started. It takes no longer than they need to go, and they are given little.
func (s *Servers) Close() {
	s.End()
	s.work.Wait()
}

// beside runs f in the background, unless everything is being ended; Close waits for it.
func (s *Servers) beside(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() == nil {
		s.work.Go(f)
	}
}
