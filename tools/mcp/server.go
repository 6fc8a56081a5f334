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

// How a server that ended is restarted.
const (
	firstPause = time.Second // doubled with each try
	maxTries   = 5           // failed starts in a row, after which the server is given up
	stable     = time.Minute // if a server ran for so long, earlier tries don't count
	revival    = 5 * time.Minute
)

// server is one server of the settings. It is started again when it ends.
type server struct {
	name string
	cfg  Config
	host *host
	life context.Context //nolint:containedctx // a server outlives the calls that start it
	end  context.CancelFunc
	link *link
	dial *dialer

	first chan struct{} // closed once the first start has succeeded or failed
	mu    sync.Mutex    // guards what follows
	condition
}

// condition is the state of a server as calls and the user see it.
type condition struct {
	state   State
	tools   []*definition
	info    string // the name and version that it reported
	failure *failure
	failed  time.Time // when it was given up; zero if it wasn't
	waited  bool      // a turn has waited for the first start in vain
	noted   bool      // the user knows that it is being restarted
}

func newServer(h *host, name string, c Config) *server {
	l := newLink()
	v := &server{name: name, cfg: c, host: h, link: l, dial: &dialer{name, c, h, l, &tail{}}, first: make(chan struct{})}
	v.state = Stopped
	v.life, v.end = context.WithCancel(h.life)
	return v
}

// start starts the server if it isn't running, also if it was given up a while ago.
//
//nolint:contextcheck // a server outlives the call that starts it
func (v *server) start() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.state != Stopped && (v.state != Failed || time.Since(v.failed) < revival) {
		return
	}
	v.state = Starting
	v.host.work.Go(func() { v.run() })
}

// run keeps the server running until it is ended or given up.
func (v *server) run() {
	for tries := 1; ; tries++ {
		ran, err := v.once()
		if v.life.Err() != nil {
			v.down(Stopped, nil)
			return
		}
		if ran > stable {
			tries = 1
			v.clearNoted()
		}
		why := explain(v.name, v.cfg, err)
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

// once connects and returns when the connection has ended, with the time that it lasted and the reason.
func (v *server) once() (ran time.Duration, err error) {
	conn, defs, err := v.dial.connect(v.life)
	if err != nil {
		return 0, err
	}
	v.up(conn, defs)
	defer conn.close()
	began := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- conn.session.Wait() }()
	for {
		select {
		case <-v.life.Done():
			return 0, v.life.Err()
		case err := <-ended:
			v.link.lost(conn.session)
			return time.Since(began), conn.ended(err)
		case <-v.link.hung:
			return time.Since(began), errors.New("it stopped responding")
		case <-v.link.changed:
			v.list(conn.session)
		}
	}
}

// up takes over a connection that is ready for calls.
func (v *server) up(c *connection, defs []*definition) {
	ready := v.link.up(c)
	v.mu.Lock()
	v.tools, v.failure, v.failed, v.info = defs, nil, time.Time{}, c.info()
	v.mu.Unlock()
	v.host.Log.Info("an MCP server is ready", "server", v.name, "tools", len(defs))
	v.host.changed()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state = Running
	ready()
	v.settle()
}

// list lists the server's tools again. If that fails, the old ones stay.
func (v *server) list(session *sdk.ClientSession) {
	ctx, cancel := context.WithTimeout(v.life, startTime)
	defer cancel()
	defs, err := v.dial.lister().fetch(ctx, session)
	if err != nil {
		v.host.Log.Warn("listing the changed tools of an MCP server", "server", v.name, "error", err)
		return
	}
	v.mu.Lock()
	v.tools = defs
	v.mu.Unlock()
	v.host.Log.Info("an MCP server changed its tools", "server", v.name, "tools", len(defs))
	v.host.changed()
}

// clearNoted reports the next restart to the user again.
func (v *server) clearNoted() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.noted = false
}

// down notes that there is no connection any more. The tools stay listed during a restart, so that the prompt stays the same.
func (v *server) down(s State, why *failure) {
	v.link.drop()
	v.mu.Lock()
	v.state, v.failure = s, why
	news := why != nil && !v.noted
	v.noted = v.noted || news
	v.mu.Unlock()
	if why == nil {
		return
	}
	v.host.Log.Warn("restarting an MCP server that ended", "server", v.name, "error", why.message)
	if news {
		v.host.notice(fmt.Sprintf("The MCP server %s is being restarted: %s", v.name, why.message))
	}
}

// giveUp removes the tools and reports to the user what to do.
func (v *server) giveUp(why *failure) {
	v.link.drop()
	v.mu.Lock()
	news := v.failed.IsZero()
	v.state, v.tools, v.failure, v.failed = Failed, nil, why, time.Now()
	v.mu.Unlock()
	v.host.Log.Warn("an MCP server was given up", "server", v.name, "error", why.message)
	if news {
		v.host.notice(strings.TrimSpace(fmt.Sprintf("The MCP server %s can't be used: %s %s", v.name, why.message, why.do)))
	}
	v.host.changed()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.settle()
}

// settle ends the wait for the first start. The caller holds mu.
func (v *server) settle() {
	select {
	case <-v.first:
	default:
		close(v.first)
	}
}

// settled returns a channel that is closed once it is known whether the server can be used.
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

// await waits until it is known whether the server can be used, unless a turn has waited in vain before. late reports whether
// this is the first time that the wait was in vain.
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

func (v *server) definitions() []*definition {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.tools
}

// open returns the session for a call. If the server is being restarted it waits for it, up to twice [firstWait].
func (v *server) open(ctx context.Context) (*sdk.ClientSession, error) {
	v.mu.Lock()
	why := v.failure
	v.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, 2*firstWait)
	defer cancel()
	defer context.AfterFunc(v.life, cancel)() //nolint:contextcheck // ends with the server too
	if session := v.link.open(ctx); session != nil {
		return session, nil
	}
	if why != nil {
		return nil, errors.New(why.message)
	}
	return nil, errors.New("it is not running")
}

// probe ends the connection to a server that does not even answer a ping, so that it is restarted.
func (v *server) probe(session *sdk.ClientSession) {
	v.host.background(func() {
		ctx, cancel := context.WithTimeout(v.life, firstWait)
		defer cancel()
		if err := session.Ping(ctx, nil); err != nil && v.life.Err() == nil && ctx.Err() != nil {
			v.host.Log.Warn("ending an MCP server that does not respond", "server", v.name)
			v.link.hang()
		}
	})
}

func (v *server) status() Status {
	v.mu.Lock()
	defer v.mu.Unlock()
	st := Status{
		Name: v.name, Transport: "stdio", Target: v.cfg.Command, State: v.state, Tools: len(v.tools), Server: v.info,
		Output: v.dial.tail.all(),
	}
	if v.cfg.URL != "" {
		st.Transport, st.Target = "http", withoutSecrets(v.cfg.URL)
	}
	if v.failure != nil {
		st.Error, st.Do = v.failure.message, v.failure.do
	}
	return st
}
