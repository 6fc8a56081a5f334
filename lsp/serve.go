package lsp

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// How long the end may take: running turns are cancelled at once, and what they hold is given this time to let go.
const drainTime = 5 * time.Second

// How long the last read may take to notice that the input was closed. One of a terminal or of a blocking pipe never
// does; it holds nothing.
const lastReadTime = 200 * time.Millisecond

// phase says how far the lifecycle of LSP has come.
type phase int32

const (
	fresh   phase = iota // before initialize
	serving              // after initialize
	shut                 // after shutdown
)

// server serves one editor. What is set by initialize is set before anything that uses it can run.
type server struct {
	opts   Options
	log    *slog.Logger
	conn   jsonrpc2.Conn
	routes map[string]route
	life   context.Context    // of everything that the server does
	end    context.CancelFunc // ends it

	phase   atomic.Int32
	client  client  // set by initialize
	editor  *Editor // set by initialize
	docs    *documents
	calls   *calls
	works   works
	session *opener
	config  *config

	work       work
	tokens     atomic.Int64 // of work-done progress made here
	parentPoll time.Duration
	watchAfter time.Duration // how long work in the background may take before it is shown
}

// Serve serves the editor at the other end of in and out until it goes or the context ends. The result is the exit
// code by LSP's rule: 0 where the editor asked for a shutdown first, else 1.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, o Options) int {
	return newServer(o).serve(ctx, in, out)
}

func newServer(o Options) *server {
	s := &server{opts: o, log: o.Log, docs: newDocuments(), calls: newCalls(), works: works{cancels: map[string]context.CancelFunc{}}, session: &opener{}, config: &config{}, parentPoll: 3 * time.Second, watchAfter: time.Second}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.routes = s.table()
	return s
}

func (s *server) serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) int {
	s.life, s.end = context.WithCancel(ctx)
	defer s.end()
	stream := newStream(in, out, s.end, s.skippedMessage)
	s.conn = jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s.conn.Go(s.life, s.handle)
	<-s.life.Done()
	s.drain(stream)
	if err := s.conn.Err(); err != nil {
		s.log.Error("the connection broke", "error", err)
	}
	if phase(s.phase.Load()) == shut {
		return 0
	}
	return 1
}

// drain waits until what runs has ended, but not for ever: a read that nobody answers must not keep the process.
func (s *server) drain(stream io.Closer) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-s.work.idle()
		s.session.close(s.log)
		if err := stream.Close(); err != nil {
			s.log.Debug("closing the connection", "error", err)
		}
		select {
		case <-s.conn.Done():
		case <-time.After(lastReadTime):
		}
	}()
	select {
	case <-done:
	case <-time.After(drainTime):
		s.log.Warn("something still ran at the end and was left behind", "after", drainTime)
	}
}

// start runs f beside everything else until the server ends, which waits for it.
func (s *server) start(what string, f func(ctx context.Context)) {
	s.work.add()
	go func() {
		defer s.work.done()
		defer s.recovered(what, nil)
		f(s.life)
	}()
}

// recovered turns a panic into a line of the log and, where err is given, into an error for the editor.
func (s *server) recovered(what string, err *error) {
	r := recover()
	if r == nil {
		return
	}
	s.log.Error("panic", "in", what, "value", fmt.Sprint(r), "stack", string(debug.Stack()))
	if err != nil {
		*err = jsonrpc2.Errorf(jsonrpc2.InternalError, "%s failed inside the server; its log says where. Please report it.", what)
	}
}
