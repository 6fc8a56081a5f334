package lsp

import (
	"context"
)

// nothing are the params of a method without params.
type nothing struct{}

// shutdown cancels the running turns. Their changes are kept, and their requests get a response.
func (s *server) shutdown(_ context.Context, _ *nothing) (any, error) {
	s.phase.Store(int32(shut))
	s.calls.cancelAll()
	return nil, nil
}

func (s *server) exit(_ context.Context, _ *nothing) error {
	s.end()
	return nil
}
