package prompt

import (
	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

const (
	// MaxImageBytes is the size of all images of a message. Providers refuse requests of 20 MB or more.
	MaxImageBytes = 12 << 20
	// shortResult is the size of a result in a shortened message, in tokens.
	shortResult = 60
)

// renderer writes one message of a conversation for a model.
type renderer struct {
	formatter    notation.Formatter
	images       bool // the model accepts images
	short        bool // the message is shortened
	resultTokens int  // the size of all results of a message that is not shortened
	kinds        map[string]tools.Kind
	cut          int // the size of a message of the user; 0 for any
}

func (r renderer) user(m chat.Message) llm.Message {
	images, note := r.selectImages(m.Images)
	text := m.Text
	if r.cut > 0 {
		text = notation.CutMiddle(text, r.cut)
	}
	return llm.Message{Role: m.Role, Content: text + note, Images: images}
}

// abridged returns a message of the model, without long arguments if it is shortened.
func (r renderer) abridged(m chat.Message) chat.Message {
	if r.short {
		return abridge(m)
	}
	return m
}

// maxResults returns the size of n results, in tokens.
func (r renderer) maxResults(n int) int {
	if r.short {
		return shortResult * max(1, n)
	}
	return r.resultTokens
}

// selectImages returns the images that the model gets, and a note for the text if some are left out.
func (r renderer) selectImages(images []llm.Image) (selected []llm.Image, note string) {
	switch {
	case len(images) == 0:
		return nil, ""
	case r.short:
		return nil, "\n\n(The picture is not shown any more.)"
	case !r.images:
		return nil, "\n\n(You can't be shown the picture.)"
	}
	size := 0
	for i, p := range images {
		if size += len(p.Data); size > MaxImageBytes {
			return images[:i], "\n\n(The pictures after these are too large to be shown.)"
		}
	}
	return images, ""
}

func (r renderer) results(m chat.Message) []notation.Result {
	rs := make([]notation.Result, len(m.Results))
	for i, result := range m.Results {
		rs[i] = notation.Result{
			Tool: result.Tool, OK: result.Failure == "", JSON: result.Body, Err: result.Failure, Keep: keepOf(r.kinds[result.Tool]),
		}
	}
	return rs
}

// keepOf returns what matters most in a long result of a tool: a file is read from the line that was asked for, and a command
// tells at the end what went wrong.
func keepOf(kind tools.Kind) notation.Keep {
	switch kind {
	case tools.KindRead:
		return notation.KeepStart
	case tools.KindSearch:
		return notation.KeepEach
	case tools.KindExecute:
		return notation.KeepEnd
	case tools.KindEdit, tools.KindDelete, tools.KindMove, tools.KindThink, tools.KindFetch, tools.KindOther:
	}
	return notation.KeepEnds
}
