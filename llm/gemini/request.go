package gemini

import (
	"bytes"
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

type request struct {
	System     *content   `json:"systemInstruction,omitempty"`
	Contents   []content  `json:"contents"`
	Tools      []toolList `json:"tools,omitempty"`
	Generation generation `json:"generationConfig"`
}

type generation struct {
	Temperature *float64 `json:"temperature,omitempty"`
	MaxTokens   int      `json:"maxOutputTokens,omitempty"`
}

type content struct {
	Role  string `json:"role,omitempty"` // "user" or "model"
	Parts []part `json:"parts"`
}

// part is text, a picture, a function call or its result.
type part struct {
	Text      string          `json:"text,omitempty"`
	Inline    *inlineData     `json:"inlineData,omitempty"`
	Thought   bool            `json:"thought,omitempty"`
	Signature string          `json:"thoughtSignature,omitempty"`
	Call      *functionCall   `json:"functionCall,omitempty"`
	Result    *functionResult `json:"functionResponse,omitempty"`
}

type inlineData struct {
	MIMEType string `json:"mimeType"`
	Data     []byte `json:"data"`
}

type functionCall struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitempty"`
}

type functionResult struct {
	ID       string         `json:"id,omitempty"`
	Name     string         `json:"name"`
	Response map[string]any `json:"response"`
}

type toolList struct {
	Functions []declaration `json:"functionDeclarations"`
}

type declaration struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

// encode returns the body of a request; it is deterministic.
func encode(r llm.Request, known *signatures) ([]byte, error) {
	out := request{Generation: generation{r.Temperature, r.MaxTokens}}
	names := map[string]string{} // of functions, by the id of a call
	for _, m := range llm.PicturesApart(r.Messages) {
		if m.Role == llm.System {
			if out.System == nil {
				out.System = &content{}
			}
			out.System.Parts = append(out.System.Parts, part{Text: m.Content})
			continue
		}
		out.add(roleOf(m.Role), partsOf(m, names, known))
	}
	if len(r.Tools) > 0 {
		var list toolList
		for _, t := range r.Tools {
			list.Functions = append(list.Functions, declaration{t.Name, t.Description, t.Parameters})
		}
		out.Tools = []toolList{list}
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	err := enc.Encode(out)
	return body.Bytes(), err
}

func roleOf(r llm.Role) string {
	if r == llm.Assistant {
		return "model"
	}
	return "user"
}

// add appends parts; consecutive parts of one role become one content, since the roles must alternate.
func (r *request) add(role string, parts []part) {
	if n := len(r.Contents); n > 0 && r.Contents[n-1].Role == role {
		r.Contents[n-1].Parts = append(r.Contents[n-1].Parts, parts...)
	} else if len(parts) > 0 {
		r.Contents = append(r.Contents, content{role, parts})
	}
}

// partsOf returns the parts of a message. names collects the functions that were called, since results must name them.
func partsOf(m llm.Message, names map[string]string, known *signatures) []part {
	if m.Role == llm.ToolRole && m.ToolCallID != "" {
		return []part{{Result: &functionResult{m.ToolCallID, names[m.ToolCallID], response(m)}}}
	}
	var parts []part
	for _, i := range m.Images {
		parts = append(parts, part{Inline: &inlineData{i.MIME, i.Data}})
	}
	if m.Content != "" {
		parts = append(parts, part{Text: m.Content})
	}
	for i, c := range m.ToolCalls {
		names[c.ID] = c.Name
		next := part{Call: &functionCall{c.ID, c.Name, wire.Object(c.Arguments)}}
		if i == 0 { // of parallel calls the first carries the signature
			next.Signature = known.of(c.ID)
		}
		parts = append(parts, next)
	}
	return parts
}

// response returns a result as the object that the API requires.
func response(m llm.Message) map[string]any {
	if m.IsError {
		return map[string]any{"error": m.Content}
	}
	var fields map[string]any
	if json.Unmarshal([]byte(m.Content), &fields) == nil && fields != nil {
		return fields
	}
	return map[string]any{"result": m.Content}
}
