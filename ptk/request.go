package ptk

import (
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/ptk/turn"
	"ptk-lsp/tools"
)

// Errors of [Manager.Chat] beside [chat.ErrUnknownModel] and [chat.ErrBadRequest], each wrapped with the name that was given.
var (
	ErrUnknownConversation = history.ErrUnknown
	ErrBusy                = history.ErrBusy // a turn of the conversation runs, in this process or another one
)

// withCommand resolves the command that a message begins with and applies its options.
func withCommand(r chat.Request, l *command.Library) turn.Request {
	if c, args, ok := l.Find(r.Message); ok {
		return turn.Request{Request: c.Options.Apply(r), Command: c, Args: args}
	}
	return turn.Request{Request: r}
}

// offered returns the tools that a turn may use.
func offered(specs []tools.Spec, r turn.Request) ([]tools.Spec, error) {
	return offer.Select(specs, offer.Choice{Mode: r.Mode, Request: r.Request.Tools, Command: r.Command.Options.Tools})
}
