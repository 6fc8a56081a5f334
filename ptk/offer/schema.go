package offer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// nativeTools returns the tools for a provider with function calling. Calls that such a model writes as text count too, so no
// description may contain one.
func nativeTools(full, brief []notation.Tool) (out []llm.Tool) {
	for _, k := range full {
		out = append(out, llm.Tool{Name: k.Name, Description: notation.Neutralize(k.Description), Parameters: harmlessSchema(k.Parameters)})
	}
	any := json.RawMessage(`{"type":"object","properties":{},"additionalProperties":true}`)
	for _, k := range brief {
		about := strings.TrimSpace(notation.Neutralize(k.Description) + " (" + tools.DescribeTool + " tells its arguments)")
		out = append(out, llm.Tool{Name: k.Name, Description: about, Parameters: any})
	}
	slices.SortFunc(out, func(a, b llm.Tool) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// harmlessSchema returns a JSON Schema in which nothing reads as a call, a result or one of a model's own tokens: the author of a
// tool may not speak for others. Descriptions are neutralized. What arguments are checked by can't be rewritten and is left out;
// the arguments are checked by the original schema.
func harmlessSchema(raw json.RawMessage) json.RawMessage {
	if s := string(raw); !strings.Contains(s, `\`) && isHarmless(s) {
		return raw
	}
	var schema map[string]any
	if json.Unmarshal(raw, &schema) != nil {
		return json.RawMessage(`{"type":"object"}`)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(harmlessFields(schema)); err != nil {
		panic(fmt.Sprintf("writing a schema that was read: %v", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func isHarmless(s string) bool { return notation.Neutralize(s) == s }

func harmlessFields(fields map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range fields {
		text, isText := v.(string)
		switch {
		case !isHarmless(name):
		case isText && (name == "description" || name == "title"):
			out[name] = notation.Neutralize(text)
		default:
			if v, ok := harmlessValue(v); ok {
				out[name] = v
			}
		}
	}
	return out
}

// harmlessValue returns what is left of a value; ok is false if that is nothing.
func harmlessValue(v any) (left any, ok bool) {
	switch v := v.(type) {
	case string:
		return v, isHarmless(v)
	case map[string]any:
		return harmlessFields(v), true
	case []any:
		var out []any
		for _, item := range v {
			if item, ok := harmlessValue(item); ok {
				out = append(out, item)
			}
		}
		return out, len(out) > 0 || len(v) == 0
	}
	return v, true
}
