package ptk

import (
	"context"
	"errors"
	"fmt"

	"ptk-lsp/tools"
)

// ErrUnknownRule means that no rule has the id.
var ErrUnknownRule = errors.New("no such rule")

// PermissionRule is a decision of the user that holds for many calls.
type PermissionRule struct {
	ID, Tool, Match string
	Decision        string // "allow", "ask" or "reject"
	Scope           string // "turn", "session", "workspace" or "settings"
	Text            string // the same in words
}

// Permissions returns the rules that hold in the workspace, in the order in which they are tried.
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

// RevokePermission removes a rule of the session or the workspace. The error wraps [ErrUnknownRule] if there is none.
func (m *Manager) RevokePermission(ctx context.Context, id string) error {
	err := m.cfg.Permissions.Revoke(ctx, id)
	if errors.Is(err, tools.ErrNoRule) {
		return fmt.Errorf("%w: %w", ErrUnknownRule, err)
	}
	return err
}
