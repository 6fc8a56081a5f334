package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
)

// turnHandler runs turns.
type turnHandler struct {
	peer     *peer
	sessions *sessions
	progress *progressRegistry
}

// chat handles ptk/chat: the request lasts as long as the turn. All events are sent as progress before the response.
func (h turnHandler) chat(ctx context.Context, p *wire.ChatParams) (*wire.ChatResult, error) {
	if err := checkChat(p); err != nil {
		return nil, err
	}
	r, err := h.chatRequest(ctx, p)
	if err != nil {
		return nil, err
	}
	session, err := h.sessions.configured(ctx)
	if err != nil {
		return nil, err
	}
	result, err := h.turn(ctx, session, r, p)
	return chatAnswer(result, err)
}

// turn runs the turn and sends its events to the editor. All are sent when it returns.
func (h turnHandler) turn(ctx context.Context, session *Session, r chat.Request, p *wire.ChatParams) (result *chat.Result, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	progress := h.progress.beginTurn(ctx, p.WorkDoneToken, cancel)
	defer func() { progress.end(outcome(result)) }()
	events := newEventStream(h.progressTo(ctx, p.PartialResultToken))
	defer events.close()
	return session.Chats.Chat(ctx, r, func(e chat.Event) {
		events.send(wire.FromEvent(e))
		progress.follow(e)
	})
}

// chatAnswer returns the result of a turn, or an error if the request was invalid or cancelled.
func chatAnswer(r *chat.Result, err error) (*wire.ChatResult, error) {
	switch {
	case errors.Is(err, chat.ErrBadRequest):
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	case err != nil:
		return nil, err
	case r.Cancelled:
		return nil, cancelled(r)
	}
	result := wire.FromResult(r)
	return &result, nil
}

// cancelled returns the error of a cancelled turn. Its data is the result so far.
func cancelled(r *chat.Result) error {
	e := jsonrpc2.NewError(codeRequestCancelled, "the turn was cancelled")
	if data, err := json.Marshal(wire.FromResult(r)); err == nil {
		e.Data = data
	}
	return e
}

// progressTo returns the function that sends events to a token. It sends nothing if the token is empty.
func (h turnHandler) progressTo(ctx context.Context, token wire.ProgressToken) func(wire.ChatEvent) {
	if len(token) == 0 {
		return func(wire.ChatEvent) {}
	}
	return func(e wire.ChatEvent) { h.peer.notifyProgress(ctx, token, e) }
}
