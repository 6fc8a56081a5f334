package turn

import (
	"encoding/json"
	"testing"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
)

// TestFollows checks which calls of an answer wait for an earlier one.
func TestFollows(t *testing.T) {
	of := func(kind tools.Kind, path string) footprint {
		args, err := json.Marshal(map[string]string{"path": path})
		if err != nil {
			t.Fatal(err)
		}
		return footprintOf(&call{spec: tools.Spec{Kind: kind}, record: chat.Call{Args: args}})
	}
	alone := footprintOf(&call{spec: tools.Spec{Kind: tools.KindRead, Alone: true}})
	for _, tt := range []struct {
		name   string
		f, b   footprint // the call and the earlier one
		follow bool
	}{
		{"two reads", of(tools.KindRead, "a"), of(tools.KindRead, "a"), false},
		{"a read and a search", of(tools.KindRead, "a"), of(tools.KindSearch, "a"), false},
		{"thoughts", of(tools.KindThink, ""), of(tools.KindFetch, ""), false},
		{"a read after a change of the file", of(tools.KindRead, "a"), of(tools.KindEdit, "a"), true},
		{"a read after a change of another file", of(tools.KindRead, "a"), of(tools.KindEdit, "b"), false},
		{"a change after a read of the file", of(tools.KindDelete, "a"), of(tools.KindRead, "a"), true},
		{"changes of two files", of(tools.KindEdit, "a"), of(tools.KindMove, "b"), false},
		{"changes of one file", of(tools.KindEdit, "a"), of(tools.KindEdit, "a"), true},
		{"a search after a change", of(tools.KindSearch, "a"), of(tools.KindEdit, "b"), true},
		{"a change after a search", of(tools.KindEdit, "b"), of(tools.KindSearch, "a"), true},
		{"a command after a read", of(tools.KindExecute, ""), of(tools.KindRead, "a"), true},
		{"a read after another tool", of(tools.KindRead, "a"), of(tools.KindOther, ""), true},
		{"a call that runs alone", alone, of(tools.KindRead, "a"), true},
		{"a read after a call that runs alone", of(tools.KindRead, "a"), alone, true},
	} {
		if got := tt.f.follows(tt.b); got != tt.follow {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
