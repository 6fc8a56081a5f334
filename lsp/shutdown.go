package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"ptk-lsp/workspace/visible"
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

// showMessage tells the user something. Where that fails the editor is gone, and nobody is left to be told.
func (s *server) showMessage(ctx context.Context, kind protocol.MessageType, message string) {
	s.notify(ctx, protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: visible.Text(message)})
}

// notify sends a notification, also when the call that it belongs to was cancelled.
func (s *server) notify(ctx context.Context, method string, params any) {
	if err := s.conn.Notify(context.WithoutCancel(ctx), method, params); err != nil {
		s.log.Debug("could not notify the editor", "method", method, "error", err)
	}
}
