package ptk

import (
	"encoding/json"
	"strings"

	"ptk-lsp/ptk/notation"
)

// harmlessSchema gives a JSON Schema for a provider with function calling, in which nothing reads as a call, as a result or as
// one of a model's own tokens: whoever wrote a tool may not speak for others. What describes is neutralised. What arguments are
// judged by can't be written in another way, and is left out; the arguments are judged by the schema as it was.
func harmlessSchema(raw json.RawMessage) json.RawMessage {
	if s := string(raw); !strings.Contains(s, `\`) && harmless(s) {
		return raw
	}
	var schema map[string]any
	if json.Unmarshal(raw, &schema) != nil {
		return json.RawMessage(`{"type":"object"}`)
	}
	return json.RawMessage(asJSON(harmlessFields(schema)))
}

func harmless(s string) bool { return notation.Neutralize(s) == s }

func harmlessFields(fields map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range fields {
		text, isText := v.(string)
		switch {
		case !harmless(name):
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

// harmlessValue is false for a value of which nothing is left.
func harmlessValue(v any) (any, bool) {
	switch v := v.(type) {
	case string:
		return v, harmless(v)
	case map[string]any:
		return harmlessFields(v), true
	case []any:
		var out []any
		for _, one := range v {
			if one, ok := harmlessValue(one); ok {
				out = append(out, one)
			}
		}
		return out, len(out) > 0 || len(v) == 0
	}
	return v, true
}
