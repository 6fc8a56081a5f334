package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"go.lsp.dev/jsonrpc2"
)

// background runs functions beside the requests. The server waits for them when it ends.
type background struct {
	log     *slog.Logger
	running inflight
	life    func() context.Context // returns the context that ends with the server
}

func newBackground(log *slog.Logger) *background {
	return &background{log: log, life: context.Background}
}

// start runs f until it returns or the server ends.
//
//nolint:contextcheck // what it runs outlives the message that starts it
func (b *background) start(name string, f func(ctx context.Context)) {
	b.running.add()
	go func() {
		defer b.running.done()
		defer recovered(b.log, name, nil)
		f(b.life())
	}()
}

// recovered logs a panic. If err is not nil, it is set to an error for the editor. It must be deferred.
func recovered(log *slog.Logger, name string, err *error) {
	r := recover()
	if r == nil {
		return
	}
	log.Error("panic", "in", name, "value", fmt.Sprint(r), "stack", string(debug.Stack()))
	if err != nil {
		*err = jsonrpc2.Errorf(jsonrpc2.InternalError, "%s failed inside the server; its log says where. Please report it.", name)
	}
}
