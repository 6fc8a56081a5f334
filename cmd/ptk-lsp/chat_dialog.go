package main

import (
	"context"
	"fmt"
	"strings"

	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/cmd/ptk-lsp/terminal"
	"ptk-lsp/ptk/chat"
)

// dialog is one conversation in the terminal.
type dialog struct {
	*cli.Process
	backend      *backend.Backend
	term         *terminal.Terminal
	view         view
	mode         string
	steered      bool   // lines that are typed during a turn are for the model
	conversation string // id; "" before the first turn
}

// view shows a turn.
type view interface {
	event(chat.Event)
	done(*chat.Result)
}

// request returns the request for the next turn of the conversation.
func (d *dialog) request(message string) chat.Request {
	return chat.Request{Message: message, ConversationID: d.conversation, Mode: chat.Mode(d.mode)}
}

// turn runs one turn, which Ctrl-C stops, and shows what happens.
func (d *dialog) turn(ctx context.Context, r chat.Request) (*chat.Result, error) {
	ctx, stop := d.term.Interruptible(ctx)
	defer stop()
	if d.steered {
		defer d.term.Listen(nil)
	}
	result, err := d.backend.Chat(ctx, r, func(e chat.Event) {
		if start, ok := e.(chat.TurnStart); ok && d.steered {
			d.term.Listen(func(line string) { d.steer(ctx, start.ConversationID, line) })
		}
		d.view.event(e)
	})
	if err != nil {
		return nil, err
	}
	d.conversation = result.ConversationID
	d.view.done(result)
	if result.Cancelled && d.steered {
		d.dropQueued()
	}
	return result, nil
}

// steer sends a line that is typed during a turn to the model, which reads it at its next step. Slash commands, and lines that
// come too late, are queued for the next turn.
func (d *dialog) steer(ctx context.Context, conversation, line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	if !strings.HasPrefix(line, "/") {
		if _, err := d.backend.Manager.Steer(ctx, conversation, chat.UserMessage{Text: line}); err == nil {
			d.term.Note("(the model is told of it at its next step)")
			return
		}
	}
	d.term.Note("(this is sent when the answer is done)")
	d.term.Queue(line)
}

// dropQueued drops the queued messages after the user stopped the turn: they may no longer be wanted.
func (d *dialog) dropQueued() {
	for _, line := range d.term.Drain() {
		d.term.Note(fmt.Sprintf("not sent: %s", line))
	}
}
