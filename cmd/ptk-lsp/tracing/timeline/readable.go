package timeline

import (
	"bytes"
	"encoding/json"
	"strings"
)

// readable formats a JSON object with a line for each field, without quotes. It returns anything else unchanged.
func readable(text string) string {
	dec := json.NewDecoder(strings.NewReader(text))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return text
	}
	var out []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return text
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return text
		}
		if name, _ := key.(string); !(name == "error" && string(value) == `""`) {
			out = append(out, name+": "+fieldText(value))
		}
	}
	return strings.Join(out, "\n")
}

// fieldText formats a value. A text of several lines starts below the name of its field.
func fieldText(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil && len(value) > 0 && value[0] == '"' {
		if strings.Contains(strings.TrimRight(s, "\n"), "\n") {
			return "\n" + s
		}
		return s
	}
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return string(value)
	}
	return b.String()
}
