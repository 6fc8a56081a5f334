package turn

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/preprocess"
	"ptk-lsp/ptk/transcript"
)

// base is what the parts of a turn share.
type base struct {
	Config
	req       Request
	c         *transcript.Conversation
	recorder  *transcript.Recorder
	result    chat.Result
	waits     waits // of all calls
	prepError bool  // a failure of the preprocessing model was reported
}

func newBase(cfg Config, r Request, c *transcript.Conversation, emit func(chat.Event)) *base {
	return &base{
		Config: cfg, req: r, c: c, recorder: transcript.NewRecorder(c, emit),
		result: chat.Result{ConversationID: c.ID, TurnID: newID()},
	}
}

func (b *base) emit(e chat.Event) { b.recorder.Emit(e) }

func (b *base) warn(code, message string) { b.emit(chat.Warning{Code: code, Message: message}) }

// append adds messages to the conversation.
func (b *base) append(msgs ...chat.Message) { b.recorder.Append(b.result.TurnID, msgs...) }

// addCharge adds a request to the preprocessing model to the turn's usage. It reports the first error to the user; what the model
// is for is then done by rules.
func (b *base) addCharge(ctx context.Context, c preprocess.Charge, err error) {
	c.AddTo(&b.result.Usage)
	if err == nil || ctx.Err() != nil || errors.Is(err, preprocess.ErrNotSet) || errors.Is(err, context.Canceled) {
		return
	}
	b.Log.Warn("the preprocessing model failed", "error", err)
	if b.prepError {
		return
	}
	b.prepError = true
	b.warn("preprocess", fmt.Sprintf("The preprocessing model failed; ptk-lsp continues without it: %v", err))
}

// newID returns a unique id.
func newID() string { return rand.Text() }

// isBlank reports whether s is white space only.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }
