package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/complete"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/workspace/journal"
)

// Past are the stored conversations; [ptk.Manager] implements it.
type Past interface {
	Conversations(ctx context.Context, p transcript.Page) (infos []transcript.Info, next string, err error)
	Conversation(ctx context.Context, id string) (transcript.Info, []transcript.Turn, error)
	Turns(ctx context.Context, id string, page transcript.TurnPage) (_ transcript.Info, turns []transcript.Turn, earlier bool, err error)
	Rename(ctx context.Context, id, title string) error
	Delete(ctx context.Context, id string) error
	Fork(ctx context.Context, id, turnID string) (string, error)
	Changes(ctx context.Context, id, turnID string) (turns []ptk.TurnChanges, together []ptk.FileChange, err error)
	Rewind(ctx context.Context, id, turnID string, plan bool) ([]journal.FileStatus, error)
	Complete(ctx context.Context, text string, offset int) complete.Result
	Stats(ctx context.Context, id string) ([]transcript.ToolStats, chat.Usage, error)
	Spent(ctx context.Context) ([]transcript.Spent, error)
	Steer(ctx context.Context, id string, message chat.UserMessage) (messageID string, err error)
	Unsteer(ctx context.Context, id, messageID string) bool
	Compact(ctx context.Context, id string) (tokensBefore, tokensAfter int, err error)
}

// refused adds the error code to an error about the request itself.
func refused(err error) error {
	if errors.Is(err, chat.ErrBadRequest) {
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	}
	return err
}
