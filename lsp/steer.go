package lsp

import (
	"context"
	"strings"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
)

// steer handles ptk/steer.
func (h turnHandler) steer(ctx context.Context, p *wire.SteerParams) (any, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return nil, err
	}
	m := chat.UserMessage{Text: p.Message}
	if strings.TrimSpace(m.Text) == "" && len(p.Attachments) > 0 {
		m.Text = attachedOnly
	}
	if m.Attachments, err = h.attachments(ctx, p.Attachments); err != nil {
		return nil, err
	}
	id, err := past.Steer(ctx, p.ConversationID, m)
	if err != nil {
		return nil, refused(err)
	}
	return wire.SteerResult{MessageID: id}, nil
}
