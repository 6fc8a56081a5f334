package timeline

import (
	"bytes"
	"encoding/json"
	"strings"
)

// readable writes a JSON object with a line for each field and its texts as they are; what is none stays as it is.
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

// fieldText is a value: of a text itself, below its name where it has several lines.
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
