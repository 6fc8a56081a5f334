package ptk

import (
	"context"
	"errors"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// fellBack has the next of the fallback models go on where one has failed for good, for the rest of the turn; false where there
// is none. What the failed one has shown since its last call is void.
func (t *turn) fellBack(ctx context.Context, err error) bool {
	for len(t.fallback) > 0 && ctx.Err() == nil {
		name := t.fallback[0]
		t.fallback = t.fallback[1:]
		next, findErr := t.m.cfg.Models.Resolve(ctx, name)
		switch {
		case findErr != nil:
			t.emit(chat.Warning{Code: "fallback", Message: fmt.Sprintf("%s can't take over: %v", name, findErr)})
		case next.Name == t.route.Name:
		case tooLarge(err) && next.Window > 0 && next.Window <= t.route.Window:
		default:
			t.goOnWith(ctx, next, err)
			return true
		}
	}
	return false
}

// goOnWith makes another model that of the turn: the prompt, the window and the price are its own from here on.
func (t *turn) goOnWith(ctx context.Context, next chat.Route, err error) {
	why := err.Error()
	if e, ok := errors.AsType[*llm.Error](err); ok {
		why = e.Message
	} else if e, ok := errors.AsType[*chat.Error](err); ok {
		why = e.Message
	}
	failed := t.route.Name
	t.use(next)
	t.refused = false
	t.setSystem(ctx)
	t.fellTo++
	t.emit(chat.Retry{Attempt: t.fellTo, Reason: fmt.Sprintf("%s failed: %s; going on with %s", failed, why, next.Name), Model: next.Name})
	t.warnOfPictures()
}

// tooLarge is true where a request did not fit, whether it was sent or not.
func tooLarge(err error) bool {
	e, ok := errors.AsType[*chat.Error](err)
	return isOverflow(err) || ok && e.Code == chat.ContextOverflow
}
