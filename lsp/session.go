package lsp

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
)

// opener opens the session when it is first needed, once for all who wait.
type opener struct {
	mu      sync.Mutex // guards attempt
	attempt *attempt   // nil before the first, and after one that failed
}

// attempt is one try to open the session; its result is there once done is closed.
type attempt struct {
	done    chan struct{}
	session *Session
	err     error
}

// opened gives the session, which it opens where it is not.
func (s *server) opened(ctx context.Context) (*Session, error) {
	a := s.beginOpening()
	select {
	case <-a.done:
		return a.session, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// settled gives the session once all settings hold that the editor has told of: what it asks next goes by them.
func (s *server) settled(ctx context.Context) (*Session, error) {
	select {
	case <-s.config.changes.idle():
		return s.opened(ctx)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *server) beginOpening() *attempt {
	o := s.session
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.attempt == nil {
		a := &attempt{done: make(chan struct{})}
		o.attempt = a
		s.start("opening the workspace", func(ctx context.Context) { s.open(ctx, a) })
	}
	return o.attempt
}

// open makes one attempt; a failed one is forgotten, so that the next who asks has it tried again.
func (s *server) open(ctx context.Context, a *attempt) {
	defer close(a.done)
	a.session, a.err = s.tryOpen(ctx)
	if a.err != nil {
		s.session.mu.Lock()
		defer s.session.mu.Unlock()
		s.session.attempt = nil
		return
	}
	s.showProblems(ctx, a.session.Problems)
}

func (s *server) tryOpen(ctx context.Context) (_ *Session, err error) {
	defer s.recovered("opening the workspace", &err)
	start := s.config.start(s.editor, s.client)
	start.Watch = s.watch
	start.Warn = func(message string) { s.showMessage(s.life, protocol.MessageTypeWarning, message) }
	return s.opts.Open(ctx, start)
}

// close closes the session, if one was opened. By then nothing uses it any more.
func (o *opener) close(log *slog.Logger) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.attempt == nil || o.attempt.session == nil {
		return
	}
	if err := o.attempt.session.Chats.Close(); err != nil {
		log.Error("closing the workspace", "error", err)
	}
}

// showProblems shows all problems in one message.
func (s *server) showProblems(ctx context.Context, problems []Problem) {
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.Place+": "+p.Message)
	}
	if len(lines) > 0 {
		s.showMessage(ctx, protocol.MessageTypeWarning, "PTK settings: "+strings.Join(lines, "\n"))
	}
}
