package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace/search"

	"ptk-lsp/workspace/segment"
)

func project() map[string]string {
	return map[string]string{
		"queue/backoff.go": "package queue\n\n" +
			"// popBackoff takes the pods whose wait is over.\nfunc (q *Queue) popBackoff() *Pod {\n\treturn nil\n}\n",
		"http/server.go": "package http\n\n" +
			"// ListenAndServe waits for connections.\nfunc ListenAndServe(addr string) error {\n\treturn nil\n}\n",
		"parse/json.py": "def parse_document(text):\n    '''Reads JSON.'''\n    return None\n",
		"README.md":     "# A queue\n\nIt serves pods over HTTP.\n",
		".gitignore":    "*.log\n",
		"x.log":         "backoff backoff backoff",
		"image.bin":     "backoff\x00\x01",
	}
}

func TestSearchFindsIdentifiersByTheirParts(t *testing.T) {
	b := newBed(t, project())
	b.first("where does it take pods from the backoff queue?", "queue/backoff.go")
	b.first("popBackoff", "queue/backoff.go")
	b.first("which function listens and serves", "http/server.go")
	b.first("parsing of JSON documents", "parse/json.py")
	if got := b.found("popBackoff"); slices.Contains(got, "x.log") || slices.Contains(got, "image.bin") {
		t.Errorf("ignored or binary files are found: %q", got)
	}
	if got := b.found("zzqqxx"); len(got) > 0 && got[0] == "queue/backoff.go" && len(got) == 1 {
		t.Errorf("nothing matches, but got %q", got)
	}
}

func TestIndexFollowsChanges(t *testing.T) {
	b := newBed(t, project())
	if n := b.refresh(); n != 0 {
		t.Errorf("%d files are read again though none has changed", n)
	}
	b.put("http/server.go", "package http\n\nfunc Gopherspace() {}\n")
	if n := b.refresh(); n != 1 {
		t.Errorf("%d files are read again, want 1", n)
	}
	b.first("gopherspace", "http/server.go")
	b.put("new/walrus.go", "package walrus\n\nfunc Tusk() {}\n")
	b.put("y.log", "tusk tusk")
	if err := b.x.Changed(b.t.Context(), []string{"new/walrus.go", "y.log"}); err != nil {
		t.Fatal(err)
	}
	b.first("tusk", "new/walrus.go")
	if slices.Contains(b.found("tusk"), "y.log") {
		t.Error("a file that git ignores is indexed")
	}
	if err := os.Remove(filepath.Join(b.root, "new/walrus.go")); err != nil {
		t.Fatal(err)
	}
	if err := b.x.Changed(b.t.Context(), []string{"new/walrus.go"}); err != nil {
		t.Fatal(err)
	}
	if slices.Contains(b.found("walrus tusk"), "new/walrus.go") {
		t.Error("a removed file is found")
	}
	want := b.found("queue of pods")
	b.close()
	b.open()
	if n := b.refresh(); n != 0 {
		t.Errorf("%d files are read again after opening", n)
	}
	if diff := cmp.Diff(want, b.found("queue of pods")); diff != "" {
		t.Error("the answer differs after opening again:", diff)
	}
}

func TestManyChangesAreCompacted(t *testing.T) {
	b := newBed(t, project())
	for i := range 40 {
		name := fmt.Sprintf("d/f%d.go", i%17)
		b.put(name, fmt.Sprintf("package d\n\nfunc Unique%dx() {}\n", i))
		if i%5 == 4 {
			name = fmt.Sprintf("d/f%d.go", i%17-1)
			if err := segment.IgnoreMissing(os.Remove(filepath.Join(b.root, name))); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.x.Changed(t.Context(), []string{name, fmt.Sprintf("d/f%d.go", i%17)}); err != nil {
			t.Fatal(err)
		}
	}
	st := b.x.Status()
	if st.Segments > maxSmall {
		t.Errorf("%d segments", st.Segments)
	}
	if n := b.refresh(); n != 0 {
		t.Errorf("%d files are not up to date", n)
	}
	b.first("unique39x", "d/f5.go")
	if files := st.Files; files != b.x.Status().Files {
		t.Errorf("had %d files, now %d", files, b.x.Status().Files)
	}
}

func TestSecretsNeverEnter(t *testing.T) {
	files := project()
	files[".env"] = "TOKEN=hunter2 backoff"
	b := &bed{t: t, root: t.TempDir(), dir: t.TempDir()}
	b.o.Search = search.Options{Root: b.root, Skip: func(rel string, dir bool) bool { return !dir && rel == ".env" }}
	for name, text := range files {
		b.put(name, text)
	}
	b.open()
	defer b.close()
	b.refresh()
	if err := b.x.Changed(t.Context(), []string{".env"}); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(b.dir, "segment-*"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "hunter2") || strings.Contains(string(data), ".env") {
			t.Errorf("%s contains the secret", name)
		}
	}
}

// TestDamageIsRebuilt flips and cuts bytes of a segment anywhere: the index answers as before, or is built again.
func TestDamageIsRebuilt(t *testing.T) {
	b := newBed(t, project())
	want := b.found("queue of pods")
	b.close()
	name := filepath.Join(b.dir, "segment-00000001")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		bad := slices.Clone(good)
		at := i * len(good) / 200
		if i%10 == 9 {
			bad = bad[:at]
		} else {
			bad[at] ^= byte(1 + i)
		}
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		b.open()
		if _, err := b.x.Search(t.Context(), "queue of pods backoff", 10); err != nil {
			if !errors.Is(err, segment.ErrCorrupt) {
				t.Errorf("byte %d: %v", at, err)
			}
			if err := b.x.Clear(); err != nil {
				t.Fatal(err)
			}
		}
		if b.x.Status().Files == 0 {
			b.refresh()
			if diff := cmp.Diff(want, b.found("queue of pods")); diff != "" {
				t.Errorf("byte %d: %s", at, diff)
			}
			if err := os.Rename(filepath.Join(b.dir, "segment-00000001"), name); err != nil {
				t.Fatal(err)
			}
		}
		b.close()
	}
	b.open()
}

func TestTwoProcesses(t *testing.T) {
	b := newBed(t, project())
	other, err := Open(b.dir, b.o)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Refresh(t.Context(), nil); !errors.Is(err, segment.ErrLocked) {
		t.Errorf("got %v", err)
	}
	if hits, err := other.Search(t.Context(), "backoff", 1); err != nil || len(hits) != 1 {
		t.Errorf("got %v, %v", hits, err)
	}
	// It sees what the first writes, and takes over when the first ends.
	b.put("new/walrus.go", "package walrus\n\nfunc Tusk() {}\n")
	b.refresh()
	if hits, err := other.Search(t.Context(), "tusk", 1); err != nil || len(hits) != 1 || hits[0].Rel != "new/walrus.go" {
		t.Errorf("got %v, %v", hits, err)
	}
	b.close()
	b.put("new/walrus.go", "package walrus\n\nfunc Whisker() {}\n")
	if err := other.Refresh(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if hits, err := other.Search(t.Context(), "whisker", 1); err != nil || len(hits) != 1 || hits[0].Rel != "new/walrus.go" {
		t.Errorf("got %v, %v", hits, err)
	}
	if st := other.Status(); st.Locked {
		t.Error("the lock was not taken over")
	}
}

func TestRefreshEndsWithItsContext(t *testing.T) {
	files := project()
	for i := range 300 {
		files[fmt.Sprintf("many/f%03d.go", i)] = "package many\n"
	}
	b := newBed(t, files)
	if err := b.x.Clear(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if err := b.x.Refresh(ctx, func(done, _ int) {
		if done > 64 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := b.x.Status().Files; n == 0 || n > 200 {
		t.Errorf("%d files are stored", n)
	}
	if n := b.refresh(); n == 0 || n >= 300 {
		t.Errorf("%d files are read when it goes on", n)
	}
}
