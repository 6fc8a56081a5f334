package ptk

import (
	"context"

	"ptk-lsp/ptk/chat"
)

// Extra are tools that come and go while the program runs, such as those of MCP servers. While they are available, the tools'
// manager has them.
type Extra interface {
	// Ready prepares the tools and waits for those that will be ready soon; it returns within seconds. Names are the tools that
	// a turn asks for, nil is all.
	Ready(ctx context.Context, names []string)
	// Notices returns what the user should know of them, each once.
	Notices() []string
}

func (m *Manager) extraReady(ctx context.Context, r chat.Request) {
	if m.cfg.Extra != nil {
		m.cfg.Extra.Ready(ctx, r.Tools)
	}
}

func (m *Manager) extraNotices() (warnings []chat.Event) {
	if m.cfg.Extra == nil {
		return nil
	}
	for _, n := range m.cfg.Extra.Notices() {
		warnings = append(warnings, chat.Warning{Code: "tools", Message: n})
	}
	return warnings
}
