package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// permissions is ptk/permissions.
func (s *server) permissions(ctx context.Context, _ *wire.Empty) (wire.PermissionsResult, error) {
	session, err := s.settled(ctx)
	if err != nil {
		return wire.PermissionsResult{}, err
	}
	rules, err := session.Chats.Permissions()
	return wire.FromPermissions(rules), err
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
