package wire

import "testing"

func TestObject(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"a":1}`: `{"a":1}`, ``: `{}`, `null`: `{}`, `[1]`: `{}`, `"a"`: `{}`, `{"a":`: `{}`,
	} {
		if got := string(Object(arguments)); got != want {
			t.Errorf("Object(%q) = %s, want %s", arguments, got, want)
		}
	}
}
