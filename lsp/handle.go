package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
)

// maxCalls is how many requests can run at the same time.
const maxCalls = 512

// Error codes of LSP that jsonrpc2 does not define.
const (
	codeRequestCancelled jsonrpc2.Code = -32800
	codeRequestFailed    jsonrpc2.Code = -32803
)

// handle handles one message. Notifications are handled before the next message is read, so that documents change in the order
// of the messages. Requests run concurrently, except those of the lifecycle.
//
//nolint:contextcheck // requests have the context of the server, since jsonrpc2 reuses its own
func (s *server) handle(requestCtx context.Context, req *jsonrpc2.Request) (any, error) {
	if !req.IsCall() {
		s.notified(req)
		return nil, nil // an error would close the connection
	}
	rt, err := s.admit(req.Method())
	if err != nil {
		return nil, err
	}
	s.background.running.add()
	defer s.background.running.done()
	if s.calls.count() >= maxCalls && !rt.inline {
		return nil, jsonrpc2.NewError(codeRequestFailed, fmt.Sprintf("%d requests are running; wait until one of them has ended", maxCalls))
	}
	// jsonrpc2 reuses the context of the request for the next message, so the request gets one that derives from the server's.
	ctx, done := s.calls.begin(s.background.life(), req.ID()) //nolint:contextcheck // see above
	defer done()
	if !rt.inline {
		jsonrpc2.Async(requestCtx)
	}
	result, err := s.answer(ctx, rt, req) //nolint:contextcheck // see above
	return result, wireError(err)
}

func (s *server) answer(ctx context.Context, rt route, req *jsonrpc2.Request) (result any, err error) {
	defer recovered(s.peer.log, req.Method(), &err)
	return rt.call(ctx, req.Params())
}

//nolint:contextcheck // notifications end with the server
func (s *server) notified(req *jsonrpc2.Request) {
	method := strings.Clone(req.Method())
	defer recovered(s.peer.log, method, nil)
	rt, ok := s.routes[method]
	if !ok || rt.notify == nil {
		s.peer.log.Debug("ignored an unknown notification", "method", method)
		return
	}
	if phase(s.phase.Load()) == fresh && method != "exit" {
		s.peer.log.Warn("dropped a notification before initialize", "method", method)
		return
	}
	if err := rt.notify(s.background.life(), req.Params()); err != nil {
		s.peer.log.Warn("could not handle a notification", "method", method, "error", err)
	}
}

// admit returns the route of a request, or the error why it can't be handled now.
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
		return route{}, jsonrpc2.Errorf(jsonrpc2.MethodNotFound,
			"this server does not answer %s; capabilities.experimental.ptk.methods lists what it answers: %s",
			method, strings.Join(s.methods(), ", "))
	}
	return route{}, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "this server does not answer %s", method)
}

// methods returns the ptk/* methods that the server supports, in the order of the protocol.
func (s *server) methods() []string {
	var names []string
	for _, m := range wire.ServerMethods() {
		if _, ok := s.routes[m]; ok {
			names = append(names, m)
		}
	}
	return names
}

// wireError adds an error code, unless the error has one.
func wireError(err error) error {
	var coded *jsonrpc2.Error
	switch {
	case err == nil || errors.As(err, &coded):
		return err
	case errors.Is(err, context.Canceled):
		return jsonrpc2.NewError(codeRequestCancelled, "cancelled")
	}
	failed := jsonrpc2.NewError(codeRequestFailed, err.Error())
	if errors.Is(err, chat.ErrUnknownModel) {
		failed.Data = jsonrpc2.RawMessage(`{"kind":"` + string(wire.FailureModel) + `"}`)
	}
	return failed
}
