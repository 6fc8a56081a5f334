package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// permissions is ptk/permissions.
func (s *server) permissions(ctx context.Context, _ *wire.Empty) (wire.PermissionsResult, error) {
	out := wire.PermissionsResult{Rules: []wire.PermissionRule{}}
	session, err := s.settled(ctx)
	if err != nil {
		return out, err
	}
	rules, err := session.Chats.Permissions()
	for _, r := range rules {
		out.Rules = append(out.Rules, wire.PermissionRule{ID: r.ID, Tool: r.Tool, Match: r.Match,
			Decision: wire.RuleDecision(r.Decision), Scope: wire.RuleScope(r.Scope), Text: r.Text})
	}
	return out, err
}

// revokePermission is ptk/revokePermission.
func (s *server) revokePermission(ctx context.Context, p *wire.RevokePermissionParams) (*wire.Empty, error) {
	if p.ID == "" {
		return nil, invalid("id", "is missing")
	}
	session, err := s.settled(ctx)
	if err != nil {
		return nil, err
	}
	return nil, session.Chats.RevokePermission(ctx, p.ID)
}
