package ptk

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/ptk/turn"
)

// resolved returns the request with the command that its message begins with, or, if it continues a turn, with what that turn was
// asked for.
func resolved(ctx context.Context, r chat.Request, s *transcript.Store, l *command.Library) (turn.Request, error) {
	if !r.Continue {
		return withCommand(r, l), nil
	}
	if strings.TrimSpace(r.Message) != "" || len(r.Plan) > 0 || len(r.Attachments) > 0 {
		return turn.Request{}, fmt.Errorf("%w: continue: goes with no message, plan or attachments", chat.ErrBadRequest)
	}
	if r.ConversationID == "" {
		return turn.Request{}, fmt.Errorf("%w: continue: needs a conversation", chat.ErrBadRequest)
	}
	past, err := unfinishedTurns(ctx, s, r.ConversationID)
	if err != nil {
		return turn.Request{}, err
	}
	return continued(r, past, l), nil
}

// unfinishedTurns returns the turn at the end of a conversation, which did not come to an answer, after the turns that it continues.
func unfinishedTurns(ctx context.Context, s *transcript.Store, id string) ([]transcript.Turn, error) {
	_, past, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	last := len(past) - 1
	if last < 0 || past[last].Result != nil && past[last].Result.StopReason() == chat.StopDone {
		return nil, fmt.Errorf("%w: continue: the last turn of the conversation is done", chat.ErrBadRequest)
	}
	first := last
	for first > 0 && past[first].Request.Continue {
		first--
	}
	return past[first:], nil
}

// continued completes a request to continue the last of some turns, the first of which was asked for with a message. A command of
// that message, and a choice of tools, still hold.
func continued(r chat.Request, past []transcript.Turn, l *command.Library) turn.Request {
	first := past[0].Request
	asked := withCommand(first, l)
	r.Mode, r.Tools, r.Temperature = asked.Mode, asked.Request.Tools, asked.Temperature
	r.Model = cmp.Or(r.Model, asked.Model)
	r.MaxIterations = cmp.Or(r.MaxIterations, asked.MaxIterations)
	r.MaxToolCalls = cmp.Or(r.MaxToolCalls, asked.MaxToolCalls)
	r.Timeout = cmp.Or(r.Timeout, asked.Timeout)
	r.Plan = lastPlan(past)
	continues := turn.Unfinished{Asked: first.Message, Turn: past[len(past)-1].ID}
	return turn.Request{Request: r, Command: asked.Command, Args: asked.Args, Continues: continues}
}

// lastPlan returns the newest state of the plan of some turns, nil if there is none.
func lastPlan(past []transcript.Turn) (entries []chat.PlanEntry) {
	for _, t := range past {
		for _, e := range t.Events {
			if p, ok := e.(chat.Plan); ok {
				entries = p.Entries
			}
		}
	}
	return entries
}
