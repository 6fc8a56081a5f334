package history

import (
	"path/filepath"
	"strings"
	"testing"
)

// A search finds a turn that runs or was cut off by its request, and one that has ended by its answer too, once.
func TestSearchFindsTurnsThatHaveNotEnded(t *testing.T) {
	s := New(filepath.Join(t.TempDir(), "w.db"))
	defer closed(t, s)
	running, cutOff, ended := asked(t, s, "walrus one"), asked(t, s, "walrus two"), asked(t, s, "walrus three")
	defer running.Release()
	exec(t, s, "UPDATE conversation SET held_until = 1 WHERE id = '"+cutOff.id+"'")
	next, err := s.Take(t.Context(), cutOff.id)
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Release(); err != nil {
		t.Error(err)
	}
	cutOff.Release() // fails: another holder has taken it over
	for range 2 {
		searched(t, s, "walrus", running, cutOff, ended)
	}
	if err := ended.End("{}", "walrus three\nanswered"); err != nil {
		t.Error(err)
	}
	if err := ended.Release(); err != nil {
		t.Error(err)
	}
	searched(t, s, "walrus", running, cutOff, ended)
	searched(t, s, "two", cutOff)
	searched(t, s, "three answered", ended)
	exec(t, s, "INSERT INTO search (search) VALUES ('integrity-check')")
}

// asked begins a turn of a new conversation.
func asked(t *testing.T, s *Store, words string) *Hold {
	t.Helper()
	h, err := s.Take(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Begin(Start{TurnID: "t", Request: `{"Message":"` + words + `"}`}); err != nil {
		t.Fatal(err)
	}
	return h
}

// searched fails unless a search for the words finds exactly these conversations, in any order.
func searched(t *testing.T, s *Store, words string, want ...*Hold) {
	t.Helper()
	infos, _, err := s.List(t.Context(), Page{Query: words})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, i := range infos {
		found = append(found, i.ID)
	}
	for _, h := range want {
		if !strings.Contains(strings.Join(found, " "), h.id) {
			t.Errorf("%s: a conversation is not found", words)
		}
	}
	if len(found) != len(want) {
		t.Errorf("%s: found %d conversations, want %d", words, len(found), len(want))
	}
}
