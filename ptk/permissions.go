package ptk

import (
	"context"
	"errors"
	"fmt"

	"ptk-lsp/tools"
)

// ErrUnknownRule is what [Manager.RevokePermission] refuses an id with.
var ErrUnknownRule = errors.New("no such rule")

// PermissionRule is something that the user has said once for many calls.
type PermissionRule struct {
	ID, Tool, Match string
	Decision        string // "allow", "ask" or "reject"
	Scope           string // "session", "workspace" or "settings"
	Text            string // the same in words
}

// Permissions lists the rules that hold in the workspace, in the order in which they are tried.
func (m *Manager) Permissions() ([]PermissionRule, error) {
	rules, err := m.cfg.Permissions.Rules()
	if err != nil {
		return nil, fmt.Errorf("reading the permissions: %w", err)
	}
	list := make([]PermissionRule, len(rules))
	for i, r := range rules {
		list[i] = PermissionRule{r.ID, r.Tool, r.Match, string(r.Decision), string(r.Scope), r.Text}
	}
	return list, nil
}

// RevokePermission drops a rule of the session or the workspace. The error wraps [ErrUnknownRule] where there is none.
func (m *Manager) RevokePermission(ctx context.Context, id string) error {
	err := m.cfg.Permissions.Revoke(ctx, id)
	if errors.Is(err, tools.ErrNoRule) {
		return fmt.Errorf("%w: %w", ErrUnknownRule, err)
	}
	return err
}
