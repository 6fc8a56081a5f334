package lsp

import (
	"context"
	"log/slog"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace/visible"
)

// peer is the other end of the connection: the editor and what it supports. The connection is set before the first message is
// read, client and editor are set by initialize; nothing uses them before.
type peer struct {
	log    *slog.Logger
	conn   jsonrpc2.Conn
	client client
	editor *Editor
}

// notify sends a notification, even if the request that it belongs to was cancelled.
func (p *peer) notify(ctx context.Context, method string, params any) {
	if err := p.conn.Notify(context.WithoutCancel(ctx), method, params); err != nil {
		p.log.Debug("could not notify the editor", "method", method, "error", err)
	}
}

// showMessage shows a message to the user.
func (p *peer) showMessage(ctx context.Context, kind protocol.MessageType, message string) {
	p.notify(ctx, protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: visible.Text(message)})
}

// progressParams are the params of $/progress, with a value of any kind.
type progressParams struct {
	Token wire.ProgressToken `json:"token"`
	Value any                `json:"value"`
}

func (p *peer) notifyProgress(ctx context.Context, token wire.ProgressToken, value any) {
	p.notify(ctx, "$/progress", progressParams{token, value})
}
