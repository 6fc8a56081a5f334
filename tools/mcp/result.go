package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ptk-lsp/tools"
)

const (
	maxText    = 1 << 20 // bytes of the text of a result
	maxFailure = 4000    // bytes of the text of a failed call
	maxImages  = 8       // pictures of a result
)

// answer holds the fields of a result.
type answer struct {
	Content    string          `json:"content,omitempty"`
	Structured json.RawMessage `json:"structured_content,omitempty"`
	Truncated  bool            `json:"truncated,omitempty"`
}

// result converts the response of a server to the result that the model gets: as data, within limits.
func result(server string, r *sdk.CallToolResult) *tools.Result {
	text, images := contents(r.Content)
	if r.IsError {
		if text == "" {
			text = "it does not say why"
		}
		return &tools.Result{Err: &tools.Error{
			Type: tools.UserError, Message: fmt.Sprintf("The MCP server %s says: %s", server, cut(text, maxFailure)),
			Suggestion: "Put right what it names, or go on without it.",
		}}
	}
	var a answer
	a.Content = cut(text, maxText)
	a.Truncated = len(a.Content) < len(text)
	if s := structured(r.StructuredContent); s != nil && !sameJSON(text, s) {
		if len(s) > maxText {
			a.Truncated = true
		} else {
			a.Structured = s
		}
	}
	return &tools.Result{Fields: a, Preview: preview(a), Images: images}
}

// contents returns all parts as text, which names the parts that are no text, and the pictures among them.
func contents(parts []sdk.Content) (text string, images []tools.Image) {
	var out []string
	picture := func(what, kind string, data []byte) {
		name := fmt.Sprintf("%s, %s, %d bytes", what, short(kind, 80), len(data))
		kind, err := tools.ImageType(data)
		if len(images) == maxImages {
			err = fmt.Errorf("a result may have %d pictures", maxImages)
		}
		if err != nil {
			out = append(out, fmt.Sprintf("[%s: not shown, %v]", name, err))
			return
		}
		images = append(images, tools.Image{MIME: kind, Data: data})
		out = append(out, fmt.Sprintf("[%s: picture %d]", name, len(images)))
	}
	for _, p := range parts {
		switch p := p.(type) {
		case *sdk.TextContent:
			out = append(out, p.Text)
		case *sdk.ImageContent:
			picture("image", p.MIMEType, p.Data)
		case *sdk.AudioContent:
			out = append(out, fmt.Sprintf("[audio, %s, %d bytes: not played]", short(p.MIMEType, 80), len(p.Data)))
		case *sdk.ResourceLink:
			out = append(out, strings.TrimSpace(fmt.Sprintf("[resource %s %s] %s", short(p.URI, 500), short(p.Name, 200), p.Description)))
		case *sdk.EmbeddedResource:
			if r := p.Resource; r != nil && len(r.Blob) > 0 && strings.HasPrefix(r.MIMEType, "image/") {
				picture("resource "+short(r.URI, 500), r.MIMEType, r.Blob)
				continue
			}
			out = append(out, resourceText(p.Resource))
		}
	}
	return strings.ToValidUTF8(strings.Join(out, "\n"), "\ufffd"), images
}

func resourceText(r *sdk.ResourceContents) string {
	switch {
	case r == nil:
		return ""
	case len(r.Blob) > 0:
		return fmt.Sprintf("[resource %s, %s, %d bytes: not shown]", short(r.URI, 500), short(r.MIMEType, 80), len(r.Blob))
	}
	return fmt.Sprintf("[resource %s]\n%s", short(r.URI, 500), r.Text)
}

func structured(v any) json.RawMessage {
	if v == nil {
		return nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil // never: it was decoded from JSON
	}
	return data
}

// sameJSON reports whether the text is the same JSON value; servers send both for clients that support only text.
func sameJSON(text string, s json.RawMessage) bool {
	var a, b any
	return json.Unmarshal([]byte(text), &a) == nil && json.Unmarshal(s, &b) == nil && reflect.DeepEqual(a, b)
}

// preview returns the first lines for the user.
func preview(a answer) []string {
	text := a.Content
	if text == "" {
		var b bytes.Buffer
		if json.Compact(&b, a.Structured) == nil {
			text = b.String()
		}
	}
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = short(line, 200); line == "" {
			continue
		}
		if out = append(out, line); len(out) == 3 {
			break
		}
	}
	return out
}
