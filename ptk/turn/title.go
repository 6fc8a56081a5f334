package turn

import (
	"context"

	"ptk-lsp/ptk/transcript"
)

// startTitle asks for the title of a new conversation. The returned function, to be called at the end of the turn, sets the title
// if there is one by then.
func (b *base) startTitle(ctx context.Context) (end func()) {
	if b.req.ConversationID != "" || b.req.AgentOf != nil || !b.Preprocess.IsSet(ctx) {
		return func() {}
	}
	wait := b.Preprocess.StartTitle(ctx, b.req.Message)
	return func() {
		name, c, err := wait()
		ctx := context.WithoutCancel(ctx)
		b.addCharge(ctx, c, err)
		if name = transcript.Title(name); err != nil || name == "" {
			return
		}
		if err := b.Transcripts.Retitle(ctx, b.c.ID, transcript.Title(b.req.Message), name); err != nil {
			b.warn("history", "The title was not saved: "+err.Error())
		}
	}
}
