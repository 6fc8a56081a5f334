package chat_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/chat"
)

func TestCallPaths(t *testing.T) {
	for args, want := range map[string][]string{
		`{"path":"a.go"}`:                          {"a.go"},
		`{"from":"a.go","to":"b.go"}`:              {"a.go", "b.go"},
		`{"file_paths":["a.go","b.go"],"path":""}`: {"a.go", "b.go"},
		`{"command":"ls"}`:                         {},
		`{"path":7}`:                               nil,
		`not JSON`:                                 nil,
	} {
		if d := cmp.Diff(want, chat.Call{Args: json.RawMessage(args)}.Paths()); d != "" {
			t.Errorf("%s: %s", args, d)
		}
	}
}
