package ptk

import (
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
)

// Errors of [Manager.Chat] beside [ErrUnknownModel] and [ErrBadRequest], each wrapped with the name that was given.
var (
	ErrUnknownConversation = history.ErrUnknown
	ErrBusy                = history.ErrBusy // a turn of the conversation runs, in this process or another one
)

// request is a request for a turn with what the program knows beside it.
type request struct {
	chat.Request
	command   wishes // of the command that the message begins with
	temporary bool   // nobody sees the conversation: it needs no title
}
