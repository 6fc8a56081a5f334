package main

import (
	"context"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/transcript"
)

// converse runs a turn. If it results in a plan, or pauses at a limit, it asks what to do next.
func (d *dialog) converse(ctx context.Context, r chat.Request) error {
	for {
		result, err := d.turn(ctx, r)
		if err != nil {
			return err
		}
		next, ok := d.next(ctx, result)
		if !ok {
			return nil
		}
		r = next
	}
}

// next asks what to do after a turn; ok is false if nothing follows by itself.
func (d *dialog) next(ctx context.Context, last *chat.Result) (r chat.Request, ok bool) {
	switch {
	case last.StopReason() == chat.StopPaused:
		return d.choose(ctx, "Continue? [y]es, [n]o, or say what to do instead: ", d.continuation())
	case len(last.Plan) > 0:
		r = d.request("")
		r.Mode, r.Plan = chat.ModeAgent, last.Plan
		return d.choose(ctx, "Carry it out? [y]es, [n]o, or say what to change: ", r)
	}
	return r, false
}

// choose returns the request if the user says yes, or one with the message that is typed in place of an answer. At the end of
// input, and on Ctrl-C, ok is false.
func (d *dialog) choose(ctx context.Context, question string, yes chat.Request) (r chat.Request, ok bool) {
	line, err := d.term.Prompt(ctx, question)
	if err != nil {
		return r, false
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "", "n", "no":
		return r, false
	case "y", "yes":
		return yes, true
	}
	return d.request(line), true
}

// continuation returns the request that continues the paused turn at the end of the conversation.
func (d *dialog) continuation() chat.Request {
	return chat.Request{ConversationID: d.conversation, Continue: true}
}

// offerContinue asks whether to continue the paused turn at the end of a conversation that is opened again. It returns false if
// there is none, or the user does not want to.
func (d *dialog) offerContinue(ctx context.Context) (r chat.Request, ok bool) {
	if d.conversation == "" {
		return r, false
	}
	_, past, _, err := d.backend.Manager.Turns(ctx, d.conversation, transcript.TurnPage{Limit: 1})
	if err != nil || len(past) == 0 || past[0].Result == nil || past[0].Result.StopReason() != chat.StopPaused {
		return r, false // the first turn reports an error
	}
	d.view.done(past[0].Result)
	return d.next(ctx, past[0].Result)
}
