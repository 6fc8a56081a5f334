package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// permissions handles ptk/permissions.
func (h handlers) permissions(ctx context.Context, _ *wire.Empty) (wire.PermissionsResult, error) {
	session, err := h.sessions.configured(ctx)
	if err != nil {
		return wire.PermissionsResult{}, err
	}
	rules, err := session.Chats.Permissions()
	return wire.FromPermissions(rules), err
}

// revokePermission handles ptk/revokePermission.
func (h handlers) revokePermission(ctx context.Context, p *wire.RevokePermissionParams) (*wire.Empty, error) {
	if p.ID == "" {
		return nil, invalid("id", "is missing")
	}
	session, err := h.sessions.configured(ctx)
	if err != nil {
		return nil, err
	}
	return nil, session.Chats.RevokePermission(ctx, p.ID)
}
