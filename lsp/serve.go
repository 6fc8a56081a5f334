package lsp

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// drainTime is how long running turns, which are cancelled at the end, have to clean up.
const drainTime = 5 * time.Second

// lastReadTime is how long the last read may take to return after the input was closed. A read of a terminal or a blocking
// pipe never returns; it holds no resources.
const lastReadTime = 200 * time.Millisecond

// phase is the state of the server in LSP's lifecycle.
type phase int32

const (
	fresh   phase = iota // before initialize
	serving              // after initialize
	shut                 // after shutdown
)

// server serves one editor: it reads messages, calls their handlers and controls the lifecycle.
type server struct {
	version    string
	peer       *peer
	routes     map[string]route
	end        context.CancelFunc // ends the server
	phase      atomic.Int32
	calls      *calls
	background *background
	sessions   *sessions
	documents  *documentSync
	workspace  *workspaceSync
	progress   *progressRegistry
	parentPoll time.Duration
}

// Serve serves the editor at the other end of in and out until the editor exits or the context ends. It returns the exit code
// of LSP: 0 after a shutdown request, else 1.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, o Options) int {
	return newServer(o).serve(ctx, in, out)
}

func newServer(o Options) *server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	p, b, c := &peer{log: o.Log}, newBackground(o.Log), &config{}
	progress := newProgressRegistry(p)
	sessions := &sessions{open: o.Open, peer: p, background: b, config: c, progress: progress}
	s := &server{
		version: o.Version, peer: p, calls: newCalls(), background: b, sessions: sessions, progress: progress,
		documents:  &documentSync{docs: newDocuments(), peer: p, background: b, sessions: sessions},
		workspace:  &workspaceSync{peer: p, background: b, config: c, sessions: sessions},
		parentPoll: 3 * time.Second,
	}
	s.routes = routes(s)
	return s
}

func (s *server) serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser) int {
	life, end := context.WithCancel(ctx)
	defer end()
	s.end, s.background.life = end, func() context.Context { return life }
	stream := newStream(in, out, end, s.documents.skippedMessage)
	s.peer.conn = jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	s.peer.conn.Go(life, s.handle)
	<-life.Done()
	s.drain(stream)
	if err := s.peer.conn.Err(); err != nil {
		s.peer.log.Error("the connection broke", "error", err)
	}
	if phase(s.phase.Load()) == shut {
		return 0
	}
	return 1
}

// drain waits a limited time until everything that runs has ended: a read that never returns must not keep the process alive.
//
//nolint:contextcheck // the context of the server has ended
func (s *server) drain(stream io.Closer) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-s.background.running.idle()
		s.sessions.close()
		if err := stream.Close(); err != nil {
			s.peer.log.Debug("closing the connection", "error", err)
		}
		select {
		case <-s.peer.conn.Done():
		case <-time.After(lastReadTime):
		}
	}()
	select {
	case <-done:
	case <-time.After(drainTime):
		s.peer.log.Warn("something still ran at the end and was abandoned", "after", drainTime)
	}
}
