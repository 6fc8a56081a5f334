package wire

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/transcript"
)

// FromInfo converts the description of a conversation.
func FromInfo(i transcript.Info) ConversationInfo {
	return ConversationInfo{
		ConversationID: i.ID, Title: i.Title, CreatedAt: stamp(i.Created), UpdatedAt: stamp(i.Updated), Turns: i.Turns,
		Model: i.Model, Running: i.Running, Elsewhere: i.Elsewhere, ForkedFrom: i.ForkedFrom,
	}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// FromConversations converts a page of conversations.
func FromConversations(infos []transcript.Info, next string) ConversationsResult {
	out := ConversationsResult{[]ConversationInfo{}, next}
	for _, i := range infos {
		out.Conversations = append(out.Conversations, FromInfo(i))
	}
	return out
}

// FromConversation converts a conversation.
func FromConversation(info transcript.Info, turns []transcript.Turn) ConversationResult {
	out := ConversationResult{Info: FromInfo(info), Turns: []Turn{}}
	for _, t := range turns {
		out.Turns = append(out.Turns, fromTurn(t))
	}
	return out
}

func fromTurn(t transcript.Turn) Turn {
	out := Turn{
		TurnID: t.ID, StartedAt: stamp(t.Started), Message: t.Message, Continues: t.Request.Continue,
		Mode: Mode(t.Mode), Events: []ChatEvent{},
	}
	out.Attachments = fromAttachments(t.Attachments)
	for _, e := range t.Events {
		out.Events = append(out.Events, FromEvent(e))
	}
	if t.Result != nil {
		r := FromResult(t.Result)
		out.Result, out.Cancelled, out.Plan = &r, t.Result.Cancelled, r.Plan
	}
	return out
}

func fromAttachments(attachments []chat.Attachment) (out []Attachment) {
	for _, a := range attachments {
		out = append(out, fromAttachment(a))
	}
	return out
}

func fromAttachment(a chat.Attachment) Attachment {
	if a.Path == "" {
		return Attachment{Name: a.Name, Text: a.Text, MIMEType: a.MIMEType, Data: base64.StdEncoding.EncodeToString(a.Data)}
	}
	out := Attachment{URI: PathURI(a.Path)}
	if a.StartLine > 0 {
		out.Range = &Range{Start: Position{Line: uint32(a.StartLine - 1)}, End: Position{Line: uint32(a.EndLine)}}
	}
	return out
}

// Export returns a conversation as text in a format.
func Export(f ExportFormat, info transcript.Info, turns []transcript.Turn) (string, error) {
	if f == FormatMarkdown {
		return transcript.Markdown(info, turns), nil
	}
	data, err := json.MarshalIndent(FromConversation(info, turns), "", "  ")
	if err != nil {
		return "", fmt.Errorf("writing conversation %s as JSON: %w", info.ID, err)
	}
	return string(data) + "\n", nil
}
