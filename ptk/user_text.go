package ptk

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/attach"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/mention"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
	"ptk-lsp/workspace/credential"
)

// userText returns the user's message with what is attached to it and what the user is looking at, made harmless.
func (t *turn) userText(ctx context.Context) string {
	var b strings.Builder
	b.WriteString(notation.Neutralize(t.req.text()))
	attachments := t.renderAttachments(ctx)
	t.attachedTokens = notation.EstimateTokens(attachments)
	b.WriteString(attachments)
	if screen := attach.Screen(ctx, t.m.cfg.Workspace); screen != "" {
		b.WriteString("\n\n" + screen)
	}
	b.WriteString(credential.Mask(t.nestedInstructions(ctx, t.shownFiles(ctx))))
	b.WriteString(mention.ToolRequest(t.req.Message, t.offered.Has) + t.planText() + t.hint(ctx))
	return b.String()
}

// steeringText returns a message that the user sends while the turn runs, with what it mentions.
func (t *turn) steeringText(ctx context.Context, message string) string {
	t.resolveMentions(ctx, nil, message)
	return notation.Neutralize(message) + t.renderAttachments(ctx) + mention.ToolRequest(message, t.offered.Has)
}

// resolveMentions sets the attachments of a message: those that are given and those that it mentions.
func (t *turn) resolveMentions(ctx context.Context, given []chat.Attachment, message string) {
	var warnings []string
	call := tools.Invocation{ConversationID: t.c.ID, TurnID: t.result.TurnID, Model: t.route.Name}
	t.attached, warnings = t.m.references.mentions.Resolve(ctx, message, given, call)
	for _, w := range warnings {
		t.emit(chat.Warning{Code: "attachment", Message: w})
	}
}

// renderAttachments returns the attachments as text, and adds their pictures to those of the turn.
func (t *turn) renderAttachments(ctx context.Context) string {
	var b strings.Builder
	maxBytes := t.prompt.AttachmentTokens() * prompt.BytesPerToken / max(1, len(t.attached))
	for _, a := range t.attached {
		r := t.renderer.Render(ctx, a, maxBytes)
		if r.Warning != "" {
			t.emit(chat.Warning{Code: "attachment", Message: r.Warning})
		}
		if r.Picture != nil {
			t.pictures = append(t.pictures, *r.Picture)
		}
		b.WriteString("\n\n" + r.Text)
	}
	return b.String()
}

// warnOfPictures warns the user if the model can't be shown the pictures of the turn.
func (t *turn) warnOfPictures() {
	if len(t.pictures) > 0 && !t.route.Images {
		t.emit(chat.Warning{Code: "IMAGE_NOT_SUPPORTED", Message: t.route.Name + " is not known to see pictures and continues without them. " +
			"Choose a model that does; or, if this one does, set images = true for its provider."})
	}
}

// overview returns the map of the workspace for the first message of a conversation, or "". It is stored with the message, so
// that each request of the conversation begins with the same bytes.
func (t *turn) overview() string {
	if t.m.cfg.Map == nil || len(t.c.Messages) > 0 || t.limits.MapTokens < 0 {
		return ""
	}
	return attach.Map(t.m.cfg.Map(t.prompt.MapTokens()))
}

// shownFiles returns the files that are attached or shown in the editor.
func (t *turn) shownFiles(ctx context.Context) (files []string) {
	for _, a := range t.attached {
		if a.Path != "" {
			files = append(files, a.Path)
		}
	}
	if c, err := t.m.cfg.Workspace.Context(ctx); err == nil && c != nil && filepath.IsAbs(c.Active) {
		files = append(files, c.Active)
	}
	return files
}

// rules returns the instructions of the user and of the workspace's top folders.
func (t *turn) rules(ctx context.Context) string {
	return t.m.references.instructions.Top(ctx, t.rulesBytes())
}

// rulesBytes is how long each file of instructions may be.
func (t *turn) rulesBytes() int { return t.prompt.RuleTokens() * prompt.BytesPerToken }

// nestedInstructions returns the instructions of the folders above files that the conversation doesn't have yet. They go into
// messages, so that the beginning of the prompt stays the same.
func (t *turn) nestedInstructions(ctx context.Context, files []string) string {
	return t.nested.Of(ctx, files, t.rulesBytes(), func(text string) bool {
		return slices.ContainsFunc(t.c.Messages, func(m chat.Message) bool { return strings.Contains(m.Text, text) })
	})
}

// addNestedInstructions adds the instructions of the folders in which calls have opened files to the conversation.
func (t *turn) addNestedInstructions(ctx context.Context, calls []*call) {
	var files []string
	for _, c := range calls {
		if !c.result.Success() || c.spec.Kind == tools.KindSearch || c.spec.Kind == tools.KindExecute {
			continue
		}
		for _, p := range c.record.Paths() {
			if f, err := t.m.cfg.Workspace.Resolve(p); err == nil {
				files = append(files, f.Path)
			}
		}
	}
	if text := t.nestedInstructions(ctx, files); text != "" {
		t.append(chat.Message{Role: llm.User, Text: strings.TrimSpace(text)})
	}
}

// warnSkipped warns of the files of instructions and commands that were left out since the last turn.
func (t *turn) warnSkipped() {
	for _, text := range t.m.references.skipped.Take() {
		t.emit(chat.Warning{Code: "instructions", Message: text})
	}
}
