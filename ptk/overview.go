package ptk

import (
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
)

// The map of the workspace stands between these, so that it can be told from what the user wrote.
const (
	mapHead = prompt.MapHead
	mapFoot = "\n)"
)

// overview is the map of the workspace for the first message of a conversation, "" where there is none. It is kept with
// the message, so that the prompt begins with the same bytes ever after.
func (t *turn) overview() string {
	if t.m.cfg.Map == nil || len(t.c.Messages) > 0 || t.limits.MapTokens < 0 {
		return ""
	}
	text := t.m.cfg.Map(t.prompt.MapTokens())
	if text == "" {
		return ""
	}
	return mapHead + notation.Neutralize(text) + mapFoot
}
