package lsp

import (
	"context"
	"fmt"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

// Confirm asks the user with ptk/approve, or else with a message with buttons. Everything but a clear yes is a rejection.
func (e *Editor) Confirm(ctx context.Context, q workspace.Question) (workspace.Answer, error) {
	var answer workspace.Answer
	var err error
	if e.client.ptk.Approve {
		answer, err = e.approve(ctx, q)
	} else {
		answer, err = e.askByMessage(ctx, q)
	}
	if err != nil {
		return workspace.Answer{Decision: workspace.Reject}, fmt.Errorf("asking the user: %w", err)
	}
	return answer, nil
}

func (e *Editor) approve(ctx context.Context, q workspace.Question) (workspace.Answer, error) {
	var r wire.ApproveResult
	if err := e.ask(ctx, approveTime, wire.MethodApprove, approveParams(q), &r); err != nil {
		return workspace.Answer{}, err
	}
	switch r.Decision {
	case wire.AllowOnce, wire.AllowScope, wire.AllowSession, wire.AllowAlways, wire.Reject:
		answer := workspace.Answer{Decision: workspace.Decision(r.Decision), Scope: r.Scope, Feedback: r.Feedback}
		for _, f := range r.Files {
			answer.Files = append(answer.Files, workspace.NewText{Path: toPath(toURI(f.URI)), Text: f.NewText})
		}
		return answer, nil
	}
	return workspace.Answer{}, fmt.Errorf("the editor answered with an unknown decision %q", r.Decision)
}

func approveParams(q workspace.Question) wire.ApproveParams {
	p := wire.ApproveParams{
		ConversationID: q.ConversationID, TurnID: q.TurnID, ToolCallID: q.ToolCallID, Tool: q.Tool, ToolKind: wire.ToolKind(q.Kind),
		Title: q.Title, Command: q.Command, Target: q.Target, Args: wire.AsObject(q.Args), Description: q.Description,
		Reasoning: q.Reasoning, Risk: q.Risk, Rule: q.Rule,
	}
	for _, s := range q.Scopes {
		p.Scopes = append(p.Scopes, wire.ApproveScope{ID: s.ID, Text: s.Text})
	}
	for _, d := range q.Diff {
		p.Diff = append(p.Diff, wire.ApproveDiff{URI: wire.PathURI(d.Path), Unified: d.Unified, NewText: d.NewText})
	}
	return p
}
