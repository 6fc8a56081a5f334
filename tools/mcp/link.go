package mcp

import (
	"context"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// link is the current connection to a server, if there is one. It is safe for concurrent use.
type link struct {
	changed chan struct{} // the list of tools has changed
	hung    chan struct{} // the server does not respond
	calls   calls

	mu      sync.Mutex         // guards what follows
	session *sdk.ClientSession // nil unless the server runs
	client  *sdk.Client        // of the session
	roots   []string           // URIs sent to the client
	ready   chan struct{}      // closed once the connection can be used
}

func newLink() *link {
	return &link{changed: make(chan struct{}, 1), hung: make(chan struct{}, 1), ready: make(chan struct{})}
}

// up stores a new connection. ready must be called once it can be used.
func (l *link) up(c *connection) (ready func()) {
	select {
	case <-l.hung: // of an earlier connection
	default:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session, l.client = c.session, c.client
	current := l.ready // if the connection is lost meanwhile, the next one has another
	return func() { close(current) }
}

// lost notes that the connection of a session has ended: calls wait for the next one.
func (l *link) lost(session *sdk.ClientSession) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session == session && session != nil {
		l.session, l.client, l.ready = nil, nil, make(chan struct{})
	}
}

// drop notes that the connection has ended, if there is one.
func (l *link) drop() {
	session, _ := l.current()
	l.lost(session)
}

// current returns the session, nil if there is none, and a channel that is closed once there is one.
func (l *link) current() (session *sdk.ClientSession, ready <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.session, l.ready
}

// open returns the session for a call. While the server is being restarted it waits until the context ends; the session is nil
// if there is none by then.
func (l *link) open(ctx context.Context) *sdk.ClientSession {
	session, ready := l.current()
	if session != nil {
		return session
	}
	select {
	case <-ready:
		session, _ = l.current()
	case <-ctx.Done():
	}
	return session
}

// noteChanged notes that the list of tools has changed.
func (l *link) noteChanged() {
	select {
	case l.changed <- struct{}{}:
	default: // it will be listed anyway
	}
}

// hang ends a connection that no longer works.
func (l *link) hang() {
	select {
	case l.hung <- struct{}{}:
	default: // it is already being ended
	}
}

// begin sets the roots of a client that is about to connect.
func (l *link) begin(c *sdk.Client, roots []string) {
	c.AddRoots(asRoots(roots)...)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.roots = roots
}

// setRoots sends the connected server the open folders.
func (l *link) setRoots(now []string) {
	l.mu.Lock()
	client, had := l.client, l.roots
	l.roots = now
	l.mu.Unlock()
	if client == nil {
		return
	}
	client.RemoveRoots(without(had, now)...)
	client.AddRoots(asRoots(without(now, had))...)
}

func asRoots(uris []string) []*sdk.Root {
	var roots []*sdk.Root
	for _, u := range uris {
		roots = append(roots, &sdk.Root{URI: u, Name: u[strings.LastIndexByte(u, '/')+1:]})
	}
	return roots
}

// without returns the strings of a that are not in b.
func without(a, b []string) []string {
	in := map[string]bool{}
	for _, s := range b {
		in[s] = true
	}
	var out []string
	for _, s := range a {
		if !in[s] {
			out = append(out, s)
		}
	}
	return out
}
