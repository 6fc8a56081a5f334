package lsp

import (
	"context"
	"errors"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// sessions opens the session when it is first needed, once for all callers.
type sessions struct {
	open       func(context.Context, Start) (*Session, error)
	peer       *peer
	background *background
	config     *config
	progress   *progressRegistry

	mu      sync.Mutex // guards attempt
	attempt *attempt   // nil before the first attempt, and after one that failed
}

// attempt is one attempt to open the session. Its result is set when done is closed.
type attempt struct {
	done    chan struct{}
	session *Session
	err     error
}

// get returns the session, and opens it if necessary.
func (s *sessions) get(ctx context.Context) (*Session, error) {
	a := s.begin()
	select {
	case <-a.done:
		return a.session, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// configured returns the session after all settings that the editor has sent are applied.
func (s *sessions) configured(ctx context.Context) (*Session, error) {
	select {
	case <-s.config.changes.idle():
		return s.get(ctx)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// past returns the stored conversations of the session.
func (s *sessions) past(ctx context.Context) (Past, error) {
	session, err := s.get(ctx)
	if err != nil {
		return nil, err
	}
	if session.Past == nil {
		return nil, errors.New("this server stores no conversations")
	}
	return session.Past, nil
}

func (s *sessions) begin() *attempt {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attempt == nil {
		a := &attempt{done: make(chan struct{})}
		s.attempt = a
		s.background.start("opening the workspace", func(ctx context.Context) { s.run(ctx, a) })
	}
	return s.attempt
}

// run makes one attempt. A failed attempt is forgotten, so that the next caller tries again.
func (s *sessions) run(ctx context.Context, a *attempt) {
	defer close(a.done)
	a.session, a.err = s.try(ctx)
	if a.err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.attempt = nil
		return
	}
	s.showProblems(ctx, a.session.Problems)
}

func (s *sessions) try(ctx context.Context) (_ *Session, err error) {
	defer recovered(s.peer.log, "opening the workspace", &err)
	start := s.config.start(s.peer.editor, s.peer.client)
	start.Watch = watch(ctx, s.progress)
	start.Warn = func(message string) { s.peer.showMessage(ctx, protocol.MessageTypeWarning, message) }
	return s.open(ctx, start)
}

// filesChanged reports files that were changed, created or removed on disk to the session.
func (s *sessions) filesChanged(uris ...uri.URI) {
	var paths []string
	for _, u := range uris {
		if u.IsFile() {
			paths = append(paths, u.FsPath())
		}
	}
	if len(paths) == 0 {
		return
	}
	s.background.start("reporting changed files", func(ctx context.Context) {
		// If the session can't be opened, the next request reports the error; all files are read when it is opened.
		if session, err := s.get(ctx); err == nil && session.Changed != nil {
			session.Changed(paths)
		}
	})
}

// showProblems shows all problems in one message.
func (s *sessions) showProblems(ctx context.Context, problems []Problem) {
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.Place+": "+p.Message)
	}
	if len(lines) > 0 {
		s.peer.showMessage(ctx, protocol.MessageTypeWarning, "PTK settings: "+strings.Join(lines, "\n"))
	}
}

// close closes the session, if it was opened. Nothing uses it any more.
func (s *sessions) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attempt == nil || s.attempt.session == nil {
		return
	}
	if err := s.attempt.session.Chats.Close(); err != nil {
		s.peer.log.Error("closing the workspace", "error", err)
	}
}
