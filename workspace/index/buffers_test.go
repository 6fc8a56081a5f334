package index

import (
	"slices"
	"testing"
)

func TestUnsavedBuffersAreSearched(t *testing.T) {
	b := newBed(t, project())
	set := func(texts map[string]string) {
		t.Helper()
		if err := b.x.SetBuffers(texts, nil); err != nil {
			t.Fatal(err)
		}
	}
	set(map[string]string{
		"queue/backoff.go": "package queue\n\n// walrusTusk is new.\nfunc walrusTusk() {}\n",
		"new/unsaved.go":   "package unsaved\n\nfunc pangolin() {}\n",
		"y.log":            "pangolin pangolin",
	})
	b.first("walrus tusk", "queue/backoff.go")
	b.first("pangolin", "new/unsaved.go")
	if got := b.found("pangolin"); slices.Contains(got, "y.log") {
		t.Errorf("a file that git ignores is found: %q", got)
	}
	if got := whole(t, b.x, "takes whose"); len(got) > 0 {
		t.Errorf("deleted text of the buffer is found: %v", got)
	}
	kept := b.x.buffers["new/unsaved.go"]
	set(map[string]string{"new/unsaved.go": "package unsaved\n\nfunc pangolin() {}\n"})
	if b.x.buffers["new/unsaved.go"] != kept {
		t.Error("a buffer that has not changed is read again")
	}
	b.first("popBackoff", "queue/backoff.go")
	b.put("queue/backoff.go", "package queue\n\nfunc saved() {}\n")
	b.refresh()
	set(nil)
	if got := whole(t, b.x, "pangolin"); len(got) > 0 {
		t.Errorf("a closed buffer is found: %v", got)
	}
	b.first("saved", "queue/backoff.go")
}

// A document that is not a file is searched too, whatever git ignores; one that may hold secrets is not.
func TestLooseBuffers(t *testing.T) {
	b := newBed(t, map[string]string{".gitignore": "*\n!*.go\n", "a.go": "package a\n\nfunc first() {}\n"})
	b.x.o.Search.Skip = func(rel string, _ bool) bool { return rel == "untitled:.env" }
	if err := b.x.SetBuffers(nil, map[string]string{
		"untitled:Untitled-1": "the pangolin rolls\n",
		"untitled:.env":       "pangolin=1\n",
	}); err != nil {
		t.Fatal(err)
	}
	b.first("pangolin", "untitled:Untitled-1")
	if got := whole(t, b.x, "pangolin"); len(got) != 1 {
		t.Errorf("got %v", got)
	}
}

// A buffer too large to be indexed hides its file all the same.
func TestVeryLargeBuffer(t *testing.T) {
	b := newBed(t, project())
	if err := b.x.SetBuffers(map[string]string{"queue/backoff.go": string(make([]byte, maxFile+1))}, nil); err != nil {
		t.Fatal(err)
	}
	if got := b.found("popBackoff"); slices.Contains(got, "queue/backoff.go") {
		t.Errorf("got %q", got)
	}
}
