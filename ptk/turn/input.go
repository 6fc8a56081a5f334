package turn

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/attach"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/instructions"
	"ptk-lsp/ptk/mention"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/preprocess"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
	"ptk-lsp/workspace/credential"
)

// input turns what the user sends into messages of the conversation.
type input struct {
	*model
	renderer *attach.Renderer
	nested   *instructions.Nested
	attached []chat.Attachment // to the last message: those sent with it and those that it mentions
	pictures []llm.Image       // of all messages of the turn
}

// open adds the message of the request.
func (in *input) open(ctx context.Context, plan string) {
	in.resolveMentions(ctx, in.req.Attachments, in.req.asked())
	var b strings.Builder
	b.WriteString(notation.Neutralize(in.req.text()))
	attachments := in.renderAttachments(ctx)
	in.attachedTokens = notation.EstimateTokens(attachments)
	b.WriteString(attachments)
	if screen := attach.Screen(ctx, in.Workspace); screen != "" {
		b.WriteString("\n\n" + screen)
	}
	b.WriteString(credential.Mask(in.nestedInstructions(ctx, in.shownFiles(ctx))))
	b.WriteString(mention.ToolRequest(in.req.asked(), in.offered.Has) + plan + in.planHint(ctx) + in.overview())
	in.warnOfPictures()
	in.append(chat.Message{Role: llm.User, Text: b.String(), Images: in.pictures})
}

// steer adds a message that the user sent while the turn runs.
func (in *input) steer(ctx context.Context, m chat.UserMessage) {
	in.emit(m)
	earlier := len(in.pictures)
	in.resolveMentions(ctx, m.Attachments, m.Text)
	text := notation.Neutralize(m.Text) + in.renderAttachments(ctx) + mention.ToolRequest(m.Text, in.offered.Has)
	if earlier == 0 {
		in.warnOfPictures()
	}
	in.append(chat.Message{Role: llm.User, Text: text, Images: in.pictures[earlier:]})
}

// resolveMentions sets the attachments of a message: those that are given and those that it mentions.
func (in *input) resolveMentions(ctx context.Context, given []chat.Attachment, message string) {
	var warnings []string
	call := tools.Invocation{ConversationID: in.c.ID, TurnID: in.result.TurnID, Model: in.route.Name}
	in.attached, warnings = in.Mentions.Resolve(ctx, message, given, call)
	for _, w := range warnings {
		in.warn("attachment", w)
	}
}

// renderAttachments returns the attachments as text, and adds their pictures to those of the turn.
func (in *input) renderAttachments(ctx context.Context) string {
	var b strings.Builder
	maxBytes := in.prompt.Estimated(in.prompt.AttachmentTokens()) * prompt.BytesPerToken / max(1, len(in.attached))
	for _, a := range in.attached {
		r := in.renderer.Render(ctx, a, maxBytes)
		if r.Warning != "" {
			in.warn("attachment", r.Warning)
		}
		if r.Picture != nil {
			in.pictures = append(in.pictures, *r.Picture)
		}
		b.WriteString("\n\n" + r.Text)
	}
	return b.String()
}

// warnOfPictures warns the user if the model can't be shown the pictures of the turn.
func (in *input) warnOfPictures() {
	if len(in.pictures) > 0 && !in.route.Images {
		in.warn("IMAGE_NOT_SUPPORTED", in.route.Name+" is not known to see pictures and continues without them. "+
			"Choose a model that does; or, if this one does, set images = true for its provider.")
	}
}

// overview returns the map of the workspace for the first message of a conversation, or "". It is stored with the message, so
// that each request of the conversation begins with the same bytes.
func (in *input) overview() string {
	if in.Map == nil || len(in.c.Messages) > 0 || in.req.Limits.MapTokens < 0 {
		return ""
	}
	return attach.Map(in.Map(in.prompt.Estimated(in.prompt.MapTokens())))
}

// planHint returns a hint to plan first if the request takes several steps.
func (in *input) planHint(ctx context.Context) string {
	if len(in.req.Plan) > 0 || !in.offered.Has(tools.PlanTool) || in.req.Mode != "" && in.req.Mode != chat.ModeAgent {
		return ""
	}
	weight, c, err := in.Preprocess.Weigh(ctx, in.req.text())
	in.addCharge(ctx, c, err)
	if weight == preprocess.Complex || weight == preprocess.Unknown && preprocess.HasManySteps(in.req.Message) {
		return "\n\n" + prompt.PlanHint
	}
	return ""
}

// shownFiles returns the files that are attached or shown in the editor.
func (in *input) shownFiles(ctx context.Context) (files []string) {
	for _, a := range in.attached {
		if a.Path != "" {
			files = append(files, a.Path)
		}
	}
	if c, err := in.Workspace.Context(ctx); err == nil && c != nil && filepath.IsAbs(c.Active) {
		files = append(files, c.Active)
	}
	return files
}

// nestedInstructions returns the instructions of the folders above files that the conversation doesn't have yet. They go into
// messages, so that the beginning of the prompt stays the same.
func (in *input) nestedInstructions(ctx context.Context, files []string) string {
	return in.nested.Of(ctx, files, in.rulesBytes(), func(text string) bool {
		return slices.ContainsFunc(in.c.Messages, func(m chat.Message) bool { return strings.Contains(m.Text, text) })
	})
}

// addNestedInstructions adds the instructions of the folders in which calls have opened files.
func (in *input) addNestedInstructions(ctx context.Context, calls []*call) {
	var files []string
	for _, c := range calls {
		if !c.result.Success() || c.spec.Kind == tools.KindSearch || c.spec.Kind == tools.KindExecute {
			continue
		}
		for _, p := range c.record.Paths() {
			if f, err := in.Workspace.Resolve(p); err == nil {
				files = append(files, f.Path)
			}
		}
	}
	if text := in.nestedInstructions(ctx, files); text != "" {
		in.append(chat.Message{Role: llm.User, Text: strings.TrimSpace(text)})
	}
}
