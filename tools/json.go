package tools

import (
	"bytes"
	"encoding/json"
)

// plain marshals without escapes for HTML, which cost tokens.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// marshal marshals a value that can always be marshalled.
func marshal(v any) []byte {
	data, err := plain(v)
	if err != nil {
		panic(err)
	}
	return data
}
