// Package record declares the rows of the history: the JSON of each kind of row as a Go type.
//
// The JSON is on the disks of users, and older programs read what newer ones write. So a name in a tag and its meaning never
// change; a new field is optional and omitted if empty. The names of Go fields are free.
//
// It does not know the types of package chat; package transcript converts between them and records.
// Start at [Encode] and [Decode].
package record

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode returns a record as the history holds it: JSON on one line, without escapes for HTML. It panics if a
// [json.RawMessage] in the record is not valid JSON.
func Encode(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("encoding a %T: %v", v, err))
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// Decode reads a record. Fields that it does not know are ignored.
func Decode[T any](data string) (v T, err error) {
	err = json.Unmarshal([]byte(data), &v)
	return v, err
}
