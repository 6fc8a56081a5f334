package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"ptk-lsp/workspace"
)

// Timeouts of requests to the editor. A person has more time than a program.
const (
	readTime    = 5 * time.Second
	commandTime = 5 * time.Second // to judge a command of the editor
	showTime    = 10 * time.Second
	forwardTime = 20 * time.Second // language servers may still be reading the project
	applyTime   = 15 * time.Second
	saveTime    = 30 * time.Second // formatters run on saving
	approveTime = 30 * time.Minute
	followTime  = time.Second // for a didChange to follow an edit
)

// Editor is the connected editor as tools use it. It sends the ptk/* requests that the editor supports, and falls back to
// requests of LSP and to the synchronized documents.
type Editor struct {
	conn   jsonrpc2.Conn
	docs   *documents
	client client
	log    *slog.Logger
}

var _ workspace.Editor = (*Editor)(nil)

// ask sends a request and waits for the response, at most until the limit. After that it sends $/cancelRequest.
func (e *Editor) ask(ctx context.Context, limit time.Duration, method string, params, result any) error {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("the editor did not answer within %s", limit))
	defer cancel()
	err := protocol.Call(ctx, e.conn, method, params, result)
	if ctx.Err() != nil && err != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}
