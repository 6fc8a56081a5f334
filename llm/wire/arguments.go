package wire

import "encoding/json"

// Object returns the arguments of a tool call as a JSON object for a request, {} if they are not one: providers refuse a request
// in which a call has anything else.
func Object(arguments string) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(arguments), &fields) != nil || fields == nil {
		return json.RawMessage("{}")
	}
	return json.RawMessage(arguments)
}
