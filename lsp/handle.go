package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
)

// maxCalls is how many calls are answered at once.
const maxCalls = 512

// The error codes of LSP that jsonrpc2 does not have.
const (
	codeRequestCancelled jsonrpc2.Code = -32800
	codeRequestFailed    jsonrpc2.Code = -32803
)

// handle takes one message. Notifications are done before the next message is read, so that documents change in the
// order of the wire; calls run beside each other once they are released, except for those of the lifecycle.
func (s *server) handle(requestCtx context.Context, req *jsonrpc2.Request) (any, error) {
	if !req.IsCall() {
		s.notified(req)
		return nil, nil // an error would end the connection
	}
	rt, err := s.admit(req.Method())
	if err != nil {
		return nil, err
	}
	s.background.running.add()
	defer s.background.running.done()
	if s.calls.count() >= maxCalls && !rt.inline {
		return nil, jsonrpc2.NewError(codeRequestFailed, fmt.Sprintf("%d calls are being answered; wait for one of them", maxCalls))
	}
	// The context of the request is used again for the next one, so that no other may hang on it.
	ctx, done := s.calls.begin(s.background.life(), req.ID())
	defer done()
	if !rt.inline {
		jsonrpc2.Async(requestCtx)
	}
	result, err := s.answer(ctx, rt, req)
	return result, wireError(err)
}

func (s *server) answer(ctx context.Context, rt route, req *jsonrpc2.Request) (result any, err error) {
	defer recovered(s.peer.log, req.Method(), &err)
	return rt.call(ctx, req.Params())
}

func (s *server) notified(req *jsonrpc2.Request) {
	method := strings.Clone(req.Method())
	defer recovered(s.peer.log, method, nil)
	rt, ok := s.routes[method]
	if !ok || rt.notify == nil {
		s.peer.log.Debug("a notification that means nothing here", "method", method)
		return
	}
	if phase(s.phase.Load()) == fresh && method != "exit" {
		s.peer.log.Warn("dropped a notification before initialize", "method", method)
		return
	}
	if err := rt.notify(s.background.life(), req.Params()); err != nil {
		s.peer.log.Warn("could not take a notification", "method", method, "error", err)
	}
}

// admit finds the route of a call, or says why it can't be answered now.
func (s *server) admit(method string) (route, error) {
	rt, ok := s.routes[method]
	switch p := phase(s.phase.Load()); {
	case p == fresh && method != "initialize":
		return route{}, jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s came before initialize", method)
	case p == shut:
		return route{}, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s came after shutdown", method)
	case p == serving && method == "initialize":
		return route{}, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "initialize came twice")
	case ok && rt.call != nil:
		return rt, nil
	case strings.HasPrefix(method, "ptk/"):
		return route{}, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "this server does not answer %s; capabilities.experimental.ptk.methods lists what it answers: %s",
			method, strings.Join(s.methods(), ", "))
	}
	return route{}, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "this server does not answer %s", method)
}

// methods lists the ptk/* methods that are answered, in the order of the protocol.
func (s *server) methods() []string {
	var names []string
	for _, m := range wire.ServerMethods() {
		if _, ok := s.routes[m]; ok {
			names = append(names, m)
		}
	}
	return names
}

// wireError gives an error its code; one that has a code keeps it.
func wireError(err error) error {
	var coded *jsonrpc2.Error
	switch {
	case err == nil || errors.As(err, &coded):
		return err
	case errors.Is(err, context.Canceled):
		return jsonrpc2.NewError(codeRequestCancelled, "cancelled")
	}
	return jsonrpc2.NewError(codeRequestFailed, err.Error())
}
