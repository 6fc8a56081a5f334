package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The pace at which a server that ended is started again.
const (
	firstPause = time.Second // doubled with each try
	maxTries   = 5           // that come to nothing, in a row; then it is given up
	stable     = time.Minute // a server that ran for so long is a new one when it ends
	revival    = 5 * time.Minute
	startTime  = time.Minute // for the handshake and the list of tools; programs may have to be fetched first
)

// server is one server of the settings and what keeps it going.
type server struct {
	name string
	cfg  Config
	set  *Servers
	life context.Context
	end  context.CancelFunc

	first   chan struct{} // closed when it is ready, or has failed, for the first time
	changed chan struct{} // its list of tools has changed
	hung    chan struct{} // it does not answer

	mu      sync.Mutex // guards what follows
	state   State
	session *sdk.ClientSession // nil unless it runs
	client  *sdk.Client        // of the session
	roots   []string           // URIs told to the client
	tools   []*tool
	told    string // its name and version
	failure *failure
	failed  time.Time     // when it was given up; zero where it works
	ready   chan struct{} // closed once a connection can be used
	waited  bool          // a turn has waited for it in vain
	noted   bool          // the user knows that it is down
	calls   calls
}

func newServer(s *Servers, name string, c Config) *server {
	v := &server{name: name, cfg: c, set: s, state: Stopped, first: make(chan struct{}), changed: make(chan struct{}, 1), hung: make(chan struct{}, 1), ready: make(chan struct{})}
	v.life, v.end = context.WithCancel(s.life)
	return v
}

// start begins its life, or a new one where it was given up a while ago.
func (v *server) start() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state != Stopped && (v.state != Failed || time.Since(v.failed) < revival) {
		return
	}
	v.state = Starting
	v.set.work.Go(func() { v.run() })
}

// run lives until the server is ended or given up.
func (v *server) run() {
	for tries := 1; ; tries++ {
		ran, err := v.once()
		if v.life.Err() != nil {
			v.down(Stopped, nil)
			return
		}
		if ran > stable {
			tries = 1
			v.forgive()
		}
		why := explain(v, err)
		if why.final || tries >= maxTries {
			v.giveUp(why)
			return
		}
		v.down(Starting, why)
		select {
		case <-time.After(firstPause << (tries - 1)):
		case <-v.life.Done():
		}
	}
}

// once connects, lists the tools, and returns when the connection has ended, with the time that it held and the reason.
func (v *server) once() (ran time.Duration, err error) {
	conn, err := v.connect()
	if err != nil {
		return 0, err
	}
	defer conn.close()
	began := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- conn.session.Wait() }()
	for {
		select {
		case <-v.life.Done():
			return 0, v.life.Err()
		case err := <-ended:
			v.lost(conn.session)
			return time.Since(began), conn.ended(err)
		case <-v.hung:
			return time.Since(began), errors.New("it did not answer any more")
		case <-v.changed:
			v.list(conn.session)
		}
	}
}

// up takes a connection that is ready for calls.
func (v *server) up(c *connection, ts []*tool) {
	select {
	case <-v.hung: // of a connection before
	default:
	}
	v.mu.Lock()
	v.session, v.client, v.tools, v.failure, v.failed = c.session, c.client, ts, nil, time.Time{}
	v.told = serverInfo(c.session)
	ready := v.ready // of this connection; one that is lost meanwhile has another
	v.mu.Unlock()
	v.set.o.Log.Info("an MCP server is ready", "server", v.name, "tools", len(ts))
	v.set.told()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state = Running
	close(ready)
	v.settle()
}

// forgive has the user told again when the server ends.
func (v *server) forgive() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.noted = false
}

// lost takes note that the connection of a session has ended: calls wait for the next.
func (v *server) lost(session *sdk.ClientSession) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.session == session && session != nil {
		v.session, v.client, v.ready = nil, nil, make(chan struct{})
	}
}

// down takes note that there is no connection any more. The tools stay listed while it is started again, so that the
// prompt stays the same.
func (v *server) down(s State, why *failure) {
	v.lost(v.connected())
	v.mu.Lock()
	v.state, v.failure = s, why
	news := why != nil && !v.noted
	v.noted = v.noted || news
	v.mu.Unlock()
	if why == nil {
		return
	}
	v.set.o.Log.Warn("an MCP server ended; it is started again", "server", v.name, "error", why.message)
	if news {
		v.set.notice(fmt.Sprintf("The MCP server %s is started again: %s", v.name, why.message))
	}
}

// connected gives the session; nil where there is none.
func (v *server) connected() *sdk.ClientSession {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.session
}

// giveUp takes the tools away and tells the user what to do.
func (v *server) giveUp(why *failure) {
	v.lost(v.connected())
	v.mu.Lock()
	news := v.failed.IsZero()
	v.state, v.tools, v.failure, v.failed = Failed, nil, why, time.Now()
	v.mu.Unlock()
	v.set.o.Log.Warn("an MCP server was given up", "server", v.name, "error", why.message)
	if news {
		v.set.notice(strings.TrimSpace(fmt.Sprintf("The MCP server %s can't be used: %s %s", v.name, why.message, why.do)))
	}
	v.set.told()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.settle()
}

// settle tells those who wait for the first outcome. The caller holds mu.
func (v *server) settle() {
	select {
	case <-v.first:
	default:
		close(v.first)
	}
}

// settled gives a channel that is closed once it is known whether the server can be used.
func (v *server) settled() <-chan struct{} {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state == Stopped {
		done := make(chan struct{})
		close(done)
		return done
	}
	return v.first
}

// await waits until it is known whether the server can be used, unless someone has waited in vain before. Late is true
// for the one who does so now.
func (v *server) await(ctx context.Context) (late bool) {
	settled := v.settled()
	v.mu.Lock()
	again := v.waited
	v.mu.Unlock()
	if again {
		return false
	}
	select {
	case <-settled:
		return false
	default:
	}
	select {
	case <-settled:
		return false
	case <-ctx.Done():
		if ctx.Err() == context.Canceled {
			return false
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	late, v.waited = !v.waited, true
	return late
}

func (v *server) listed() []*tool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.tools
}

// open gives the session for a call; where the server is being started again it waits, but not long.
func (v *server) open(ctx context.Context) (*sdk.ClientSession, error) {
	v.mu.Lock()
	session, ready, why := v.session, v.ready, v.failure
	v.mu.Unlock()
	if session != nil {
		return session, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 2*firstWait)
	defer cancel()
	select {
	case <-ready:
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.session != nil {
			return v.session, nil
		}
	case <-v.life.Done():
	case <-ctx.Done():
	}
	if why != nil {
		return nil, errors.New(why.message)
	}
	return nil, errors.New("it is not running")
}

// hang has a connection ended that is of no use.
func (v *server) hang() {
	select {
	case v.hung <- struct{}{}:
	default: // it is being ended
	}
}
