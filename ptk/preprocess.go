package ptk

import (
	"context"
	"errors"
	"fmt"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/preprocess"
	"ptk-lsp/ptk/transcript"
)

// addCharge adds a request to the preprocessing model to the turn's usage. It reports the first error to the user; what the model
// is for is then done by rules.
func (t *turn) addCharge(ctx context.Context, c preprocess.Charge, err error) {
	c.AddTo(&t.result.Usage)
	if err == nil || ctx.Err() != nil || errors.Is(err, preprocess.ErrNotSet) || errors.Is(err, context.Canceled) {
		return
	}
	t.m.cfg.Log.Warn("the preprocessing model failed", "error", err)
	if t.unprepared {
		return
	}
	t.unprepared = true
	t.emit(chat.Warning{Code: "preprocess", Message: fmt.Sprintf("The preprocessing model failed; ptk-lsp continues without it: %v", err)})
}

// isComplex reports whether the request takes several steps.
func (t *turn) isComplex(ctx context.Context) bool {
	weight, c, err := t.m.preprocess.Weigh(ctx, t.req.text())
	t.addCharge(ctx, c, err)
	if weight == preprocess.Unknown {
		return preprocess.HasManySteps(t.req.Message)
	}
	return weight == preprocess.Complex
}

// beginTitle asks for the title of a new conversation. The returned function, to be called at the end of the turn, sets the title
// if there is one by then.
func (t *turn) beginTitle(ctx context.Context) (end func()) {
	if t.req.ConversationID != "" || t.req.temporary || !t.m.preprocess.IsSet(ctx) {
		return func() {}
	}
	wait := t.m.preprocess.StartTitle(ctx, t.req.Message)
	return func() {
		name, c, err := wait()
		ctx := context.WithoutCancel(ctx)
		t.addCharge(ctx, c, err)
		if name = transcript.Title(name); err == nil && name != "" {
			t.setTitle(ctx, name)
		}
	}
}

// setTitle renames the conversation, unless the user has renamed it already.
func (t *turn) setTitle(ctx context.Context, name string) {
	info, err := t.m.cfg.History.Info(ctx, t.c.ID)
	if err != nil || info.Title != transcript.Title(t.req.Message) {
		return
	}
	if err := t.m.cfg.History.Rename(ctx, t.c.ID, name); err != nil && !errors.Is(err, history.ErrUnknown) {
		t.emit(chat.Warning{Code: "history", Message: "The title was not saved: " + err.Error()})
	}
}
