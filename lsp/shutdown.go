package lsp

import (
	"context"
)

// nothing are the params of a method without any.
type nothing struct{}

// shutdown ends the running turns; what they did is kept, and their callers are told.
func (s *server) shutdown(_ context.Context, _ *nothing) (any, error) {
	s.phase.Store(int32(shut))
	s.calls.cancelAll()
	return nil, nil
}

func (s *server) exit(_ context.Context, _ *nothing) error {
	s.end()
	return nil
}
