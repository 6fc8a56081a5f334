package ptk

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// asJSON returns a value as JSON for a prompt, without escapes for HTML. It panics if the value has no JSON form.
func asJSON(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("%T can't be written as JSON: %v", v, err))
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
