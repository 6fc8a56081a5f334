package turn

import (
	"context"
	"errors"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// attempts sends the conversation to a model until there is an answer. An attempt is one request to one model; what follows
// from its outcome is decided in [attempts.recover]:
//
//	the stream ended                        done
//	it failed after calls had begun         done: they are the answer, and the next fallback model continues after them
//	the request was refused as too large    once for each model, if it can be made smaller: again with a smaller request
//	it failed otherwise                     again with the next fallback model
//	too large, and no fallback is left      once more, with the user's messages cut, if that helps
//	the same, but no fallback is left       done, with the error
//
// Failures that may pass are not seen here: providers try again themselves (package llm/steady) and report it as [llm.Retry].
type attempts struct {
	*input
	reducer  *reducer
	fallback []string // the models that are left to take over
	retries  int      // reported
	reduced  bool     // a request to the current model was refused as too large
}

// next returns the next answer, which is never nil: it holds what came before an error.
func (s *attempts) next(ctx context.Context) (*answer, error) {
	for {
		a := newAnswer(s.model)
		req, unfit := s.reducer.fit(ctx)
		if unfit != nil {
			if s.recover(ctx, a, unfit) || s.allowCut(ctx) {
				continue
			}
			return a, unfit
		}
		err := a.read(ctx, req)
		if err != nil && len(a.calls) == 0 && s.recover(ctx, a, err) {
			continue
		}
		a.end(ctx, req, err)
		if err != nil && len(a.calls) > 0 && s.recover(ctx, a, err) {
			err = nil
		}
		return a, err
	}
}

// recover prepares another attempt after an answer that ended in an error. It returns false if there is none.
func (s *attempts) recover(ctx context.Context, a *answer, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	if isOverflow(err) && !s.reduced {
		s.reduced = true
		if s.reducer.reduceRefused(ctx, err) {
			if a.hasBegun() && len(a.calls) == 0 { // what it has shown does not count
				s.emitRetry(chat.Retry{Reason: message(err)})
			}
			return true
		}
	}
	if s.fallBack(ctx, err) {
		return true
	}
	if isOverflow(err) && s.allowCut(ctx) {
		s.reduced = false
		return s.recover(ctx, a, err)
	}
	return false
}

// allowCut lets the user's messages be cut, since no model is left that could take them whole. It returns false if they may be cut
// already.
func (s *attempts) allowCut(ctx context.Context) bool {
	if s.reducer.mayCut || ctx.Err() != nil {
		return false
	}
	s.reducer.mayCut = true
	return true
}

// fallBack switches to the next fallback model for the rest of the turn. It returns false if there is none.
func (s *attempts) fallBack(ctx context.Context, err error) bool {
	for len(s.fallback) > 0 && ctx.Err() == nil {
		name := s.fallback[0]
		s.fallback = s.fallback[1:]
		next, findErr := s.Models.Resolve(ctx, name)
		switch {
		case findErr != nil:
			s.warn("fallback", fmt.Sprintf("%s can't take over: %v", name, findErr))
		case next.Name == s.route.Name:
		case isTooLarge(err) && next.Window > 0 && next.Window <= s.route.Window:
		default:
			s.switchTo(ctx, next, err)
			return true
		}
	}
	return false
}

// switchTo makes another model that of the turn: prompt, window and price are its own from here on. What the failed one has shown
// since its last call does not count.
func (s *attempts) switchTo(ctx context.Context, next chat.Route, err error) {
	failed := s.route.Name
	s.use(next)
	s.reduced, s.reducer.mayCut = false, false
	s.setSystem(ctx)
	s.emitRetry(chat.Retry{Model: next.Name, Reason: fmt.Sprintf("%s failed: %s; going on with %s", failed, message(err), next.Name)})
	s.warnOfPictures()
}

// emitRetry numbers a retry and reports it.
func (s *attempts) emitRetry(r chat.Retry) {
	s.retries++
	r.Attempt = s.retries
	s.emit(r)
}

// message returns the message of an error without codes and suggestions.
func message(err error) string {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return e.Message
	}
	if e, ok := errors.AsType[*chat.Error](err); ok {
		return e.Message
	}
	return err.Error()
}

// isTooLarge reports whether a request did not fit, whether it was sent or not.
func isTooLarge(err error) bool {
	e, ok := errors.AsType[*chat.Error](err)
	return isOverflow(err) || ok && e.Code == chat.ContextOverflow
}
