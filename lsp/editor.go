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

// How long the editor may take to answer. A person is given longer than a program.
const (
	readTime    = 5 * time.Second
	showTime    = 10 * time.Second
	forwardTime = 20 * time.Second // language servers may still be reading the project
	applyTime   = 15 * time.Second
	saveTime    = 30 * time.Second // formatters run on saving
	approveTime = 30 * time.Minute
	followTime  = time.Second // for a didChange to follow an edit
)

// Editor is the connected editor as tools see it. It asks what the editor announced that it answers, and falls back
// to what every LSP client does, and to the documents that it keeps in step.
type Editor struct {
	conn   jsonrpc2.Conn
	docs   *documents
	client client
	log    *slog.Logger
}

var _ workspace.Editor = (*Editor)(nil)

// ask sends a request and waits for its answer, no longer than limit. A request given up is withdrawn by $/cancelRequest.
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
