package ptk

import (
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/offer"
)

// Errors of [Manager.Chat] beside [ErrUnknownModel] and [ErrBadRequest], each wrapped with the name that was given.
var (
	ErrUnknownConversation = history.ErrUnknown
	ErrBusy                = history.ErrBusy // a turn of the conversation runs, in this process or another one
)

// request is a request for a turn with what the program knows beside it.
type request struct {
	chat.Request
	command   command.Command // that the message begins with; without a name if there is none
	args      string          // of the command
	temporary bool            // the conversation is not shown to anyone: it needs no title
}

// withCommand returns the request with what the command that its message begins with asks for.
func (r request) withCommand(l *command.Library) request {
	if c, args, ok := l.Find(r.Message); ok {
		r.command, r.args = c, args
		r.Request = c.Options.Apply(r.Request)
	}
	return r
}

// choice returns which tools the turn may use.
func (r request) choice() offer.Choice {
	return offer.Choice{Mode: r.Mode, Request: r.Tools, Command: r.command.Options.Tools}
}

// text returns the message as the model gets it: a command is replaced by its text.
func (r request) text() string {
	if r.command.Name == "" || r.command.Acts {
		return r.Message
	}
	return r.command.Expand(r.args)
}
