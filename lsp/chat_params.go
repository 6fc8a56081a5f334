package lsp

import (
	"context"
	"encoding/base64"
	"path"
	"strings"
	"time"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/attach"
	"ptk-lsp/ptk/chat"
)

// checkChat validates the params of ptk/chat. The error names the field.
func checkChat(p *wire.ChatParams) error {
	switch {
	case p.Continue && (p.ConversationID == "" || strings.TrimSpace(p.Message) != "" || len(p.Plan) > 0 || len(p.Attachments) > 0):
		return invalid("continue", "needs a conversationId, and goes with no message, plan or attachments")
	case !p.Continue && strings.TrimSpace(p.Message) == "" && len(p.Plan) == 0 && len(p.Attachments) == 0:
		return invalid("message", "is empty")
	case p.Temperature != nil && (*p.Temperature < 0 || *p.Temperature > 2):
		return invalid("temperature", "%v is not between 0 and 2", *p.Temperature)
	case !isToken(p.WorkDoneToken):
		return invalid("workDoneToken", "is neither a number nor a string")
	case !isToken(p.PartialResultToken):
		return invalid("partialResultToken", "is neither a number nor a string")
	}
	switch p.Mode {
	case "", wire.ModeAsk, wire.ModePlan, wire.ModeAgent:
	default:
		return invalid("mode", "%q is not one of ask, plan, agent", p.Mode)
	}
	for name, v := range map[string]*int{"maxIterations": p.MaxIterations, "maxToolCalls": p.MaxToolCalls, "timeoutMs": p.TimeoutMs} {
		if v != nil && *v < 1 {
			return invalid(name, "%d is less than 1", *v)
		}
	}
	return nil
}

// isToken reports whether raw is a valid progress token. An omitted token is valid.
func isToken(raw wire.ProgressToken) bool {
	const maxBytes = 1000 // it is sent with each event
	return len(raw) == 0 || len(raw) <= maxBytes && isScalar(raw)
}

func isScalar(raw wire.ProgressToken) bool {
	return raw[0] == '"' || raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'
}

// maxTimeout is the maximum of timeoutMs.
const maxTimeout = 24 * time.Hour

// attachedOnly is the message of a turn that has only attachments.
const attachedOnly = "Look at what is attached."

// chatRequest converts the params.
func (h turnHandler) chatRequest(ctx context.Context, p *wire.ChatParams) (chat.Request, error) {
	r := chat.Request{
		Message: p.Message, ConversationID: p.ConversationID, Model: p.Model, Mode: chat.Mode(p.Mode), Continue: p.Continue,
		Tools:       p.Tools,
		Temperature: p.Temperature, MaxIterations: orZero(p.MaxIterations), MaxToolCalls: orZero(p.MaxToolCalls),
		Timeout: time.Duration(min(orZero(p.TimeoutMs), int(maxTimeout/time.Millisecond))) * time.Millisecond,
	}
	for _, e := range p.Plan {
		r.Plan = append(r.Plan, chat.PlanEntry{Content: e.Content, Priority: string(e.Priority), Status: string(e.Status)})
	}
	if strings.TrimSpace(r.Message) == "" && len(p.Plan) == 0 && !p.Continue {
		r.Message = attachedOnly
	}
	var err error
	r.Attachments, err = h.attachments(ctx, p.Attachments)
	return r, err
}

func (h turnHandler) attachments(ctx context.Context, attachments []wire.Attachment) (out []chat.Attachment, err error) {
	for _, a := range attachments {
		attachment, err := h.attachment(ctx, a)
		if err != nil {
			return nil, err
		}
		out = append(out, attachment)
	}
	return out, nil
}

func orZero(v *int) int {
	if v == nil {
		return 0
	}
	return *v
}

// attachment converts one attachment. A document that is no file on this machine's disk is read here, since only the editor has
// it.
func (h turnHandler) attachment(ctx context.Context, a wire.Attachment) (chat.Attachment, error) {
	switch {
	case a.URI == "" && a.Name == "":
		return chat.Attachment{}, invalid("attachments", "each needs a uri, or a name and a text or data")
	case a.URI == "" && a.Data != "":
		return picture(a)
	case a.URI == "":
		return chat.Attachment{Name: a.Name, Text: a.Text}, nil
	case !wire.IsURI(a.URI):
		return chat.Attachment{}, invalid("attachments", "%q is not a URI", a.URI)
	}
	from, to := lineRange(a.Range)
	u := toURI(a.URI)
	if u.IsFile() {
		return chat.Attachment{Path: u.FsPath(), StartLine: from, EndLine: to}, nil
	}
	b, held, err := h.peer.editor.current(ctx, u)
	if err != nil {
		return chat.Attachment{}, err
	}
	if !held {
		return chat.Attachment{}, invalid("attachments", "%s is not open in the editor", a.URI)
	}
	return chat.Attachment{Name: path.Base(u.Path()), Text: cutLines(b.Text, from, to)}, nil
}

// picture converts an image.
func picture(a wire.Attachment) (chat.Attachment, error) {
	data, err := base64.StdEncoding.DecodeString(a.Data)
	if err != nil {
		return chat.Attachment{}, invalid("attachments", "the data of %s is not base64", a.Name)
	}
	kind, err := attach.ImageType(data)
	if err != nil {
		return chat.Attachment{}, invalid("attachments", "%s: %v", a.Name, err)
	}
	return chat.Attachment{Name: a.Name, MIMEType: kind, Data: data}, nil
}

// lineRange returns the lines of a range, counted from 1, or 0, 0 if there is no range.
func lineRange(r *wire.Range) (from, to int) {
	if r == nil {
		return 0, 0
	}
	from, to = int(r.Start.Line)+1, int(r.End.Line)+1
	if r.End.Character == 0 && to > from {
		to-- // a selection of whole lines ends where the next begins
	}
	return from, max(from, to)
}

// cutLines returns the lines from to to, counted from 1, both inclusive, or all if from is 0.
func cutLines(s string, from, to int) string {
	if from == 0 {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	from = min(from, len(lines))
	return strings.Join(lines[from-1:min(to, len(lines))], "")
}
