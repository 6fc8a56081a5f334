package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace/search"
)

func TestVectorsOfAModel(t *testing.T) {
	b := newBed(t, den())
	l := &letters{}
	b.embed()
	if n := l.took(nil); n != 0 {
		t.Fatalf("%d texts were sent, but no model was set", n)
	}
	b.reopen(l.embedder("one/letters"))
	if n := l.took(nil); n != 0 {
		t.Errorf("%d texts were sent before Embed was called", n)
	}
	b.embed()
	if n := l.took(nil); n != 31 {
		t.Errorf("%d texts were sent, want 31", n)
	}
	b.first("badger badger", "brock.go")
	if n := l.took(nil); n != 1 {
		t.Errorf("%d texts were sent for a query", n)
	}
	if st := b.x.Status(); st.Embedder != "one/letters" || st.Embedded != 31 {
		t.Errorf("got %+v", st)
	}

	// A text that has a vector is not sent again: not after opening, nor for a change elsewhere, nor by compaction.
	b.reopen(l.embedder("one/letters"))
	b.embed()
	if n := l.took(nil); n != 0 {
		t.Errorf("%d texts were sent again", n)
	}
	for i := range 14 {
		b.put("d/f00.go", fmt.Sprintf("package d\n\nfunc changed%dx() {}\n", i))
		b.refresh()
	}
	b.embed()
	if n := l.took(nil); n != 1 {
		t.Errorf("%d texts were sent for a changed file", n)
	}
	vectors, err := filepath.Glob(filepath.Join(b.dir, "vectors-*"))
	if segments := b.x.Status().Segments; err != nil || len(vectors) != segments {
		t.Errorf("%d files of vectors for %d segments, %v", len(vectors), segments, err)
	}

	// The vectors of another model are made again; without a model nothing is sent.
	b.reopen(l.embedder("two/letters"))
	b.embed()
	if n := l.took(nil); n != 31 {
		t.Errorf("%d texts were sent to another model", n)
	}
	b.reopen(Embedder{})
	b.embed()
	b.first("unique7x", "d/f07.go")
	if n := l.took(nil); n != 0 {
		t.Errorf("%d texts were sent without a model", n)
	}
}

func TestFailingModel(t *testing.T) {
	b := newBed(t, den())
	l := &letters{fail: errors.New("no such key")}
	b.reopen(l.embedder("one/letters"))
	if err := b.x.Embed(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "no such key") {
		t.Errorf("got %v", err)
	}
	b.first("unique7x", "d/f07.go")
	l.took(nil)
	b.embed()
	l.took(errors.New("gone"))
	b.first("unique7x", "d/f07.go")
	// A query whose vector does not arrive in time is answered by words.
	b.x.o.Embed.Query = func(ctx context.Context, _ string) ([]float32, error) { <-ctx.Done(); return nil, ctx.Err() }
	start := time.Now()
	b.first("unique7x", "d/f07.go")
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
	// So is one whose vector has another dimension.
	b.x.o.Embed.Query = func(context.Context, string) ([]float32, error) { return []float32{1, 2}, nil }
	b.first("unique7x", "d/f07.go")
	// If the model returns vectors of another dimension, all texts are sent again.
	l.took(nil)
	l.dim = 40
	b.put("d/f01.go", "package d\n\nfunc other() {}\n")
	b.refresh()
	b.embed()
	if st := b.x.Status(); st.Embedded != st.Chunks && st.Embedded < 31 {
		t.Errorf("got %+v", st)
	}
}

func TestEmbeddingGoesOnWhereItWasCancelled(t *testing.T) {
	files := den()
	for i := range 300 {
		files[fmt.Sprintf("e/f%03d.go", i)] = fmt.Sprintf("package e\n\nfunc one%dx() {}\n", i)
	}
	b := newBed(t, files)
	l := &letters{}
	b.reopen(l.embedder("one/letters"))
	ctx, cancel := context.WithCancel(t.Context())
	if err := b.x.Embed(ctx, func(done, total int) {
		if total != 331 {
			t.Errorf("reported %d texts", total)
		}
		if done >= 128 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := l.took(nil); n != 128 || b.x.Status().Embedded != 128 {
		t.Errorf("%d were sent, the index has %d", n, b.x.Status().Embedded)
	}
	b.reopen(l.embedder("one/letters"))
	b.embed()
	if n := l.took(nil); n != 331-128 || b.x.Status().Embedded != 331 {
		t.Errorf("%d were sent, the index has %d", n, b.x.Status().Embedded)
	}
}

// TestDamagedVectors flips and cuts bytes anywhere: damaged vectors are made again, and searches by words still work.
func TestDamagedVectors(t *testing.T) {
	b := newBed(t, project())
	l := &letters{}
	b.reopen(l.embedder("one/letters"))
	b.embed()
	name := b.x.dir.Path(vectorFiles, 1)
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		bad := slices.Clone(good)
		at := i * len(good) / 100
		if i%10 == 9 {
			bad = bad[:at]
		} else {
			bad[at] ^= byte(1 + i)
		}
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		b.reopen(l.embedder("one/letters"))
		b.first("popBackoff", "queue/backoff.go")
		b.embed()
		if st := b.x.Status(); st.Embedded != st.Chunks {
			t.Errorf("byte %d: %+v", at, st)
		}
	}
}

// TestAnotherVersionIsRebuilt opens segments of another version: they are replaced, and the vectors, which may have cost money,
// are used again.
func TestAnotherVersionIsRebuilt(t *testing.T) {
	b := newBed(t, den())
	l := &letters{}
	b.reopen(l.embedder("one/letters"))
	b.embed()
	want := b.found("unique7x")
	l.took(nil)
	b.close()
	old := b.x.dir.Path(segments, 1)
	data, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(old, append(data[:len(data)-1], '6'), 0o600); err != nil {
		t.Fatal(err)
	}
	b.open()
	if n := b.refresh(); n != 31 {
		t.Errorf("%d files were read", n)
	}
	b.embed()
	if n := l.took(nil); n != 0 {
		t.Errorf("%d texts were sent again", n)
	}
	if diff := cmp.Diff(want, b.found("unique7x")); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old segment is still there: %v", err)
	}
	if st := b.x.Status(); st.Embedded != 31 {
		t.Errorf("got %+v", st)
	}
}

func TestSecretsAndUnsavedBuffersAreNotSent(t *testing.T) {
	files := den()
	files[".env"] = "TOKEN=hunter2"
	files[".gitignore"] = "*.log\n"
	files["x.log"] = "hunter3"
	b := newBed(t, nil)
	b.o.Search.Skip = func(rel string, dir bool) bool { return !dir && rel == ".env" }
	files["deploy.yaml"] = "name: web\npush: ghp_" + strings.Repeat("hunter5", 6) + "\n"
	for name, text := range files {
		b.put(name, text)
	}
	l := &letters{}
	b.reopen(l.embedder("one/letters"))
	if err := b.x.SetBuffers(map[string]string{"brock.go": "hunter4"}, nil); err != nil {
		t.Fatal(err)
	}
	b.embed()
	if all := strings.Join(l.sent, "\n"); strings.Contains(all, "hunter") || len(l.sent) != 33 {
		t.Errorf("%d texts were sent: %q", len(l.sent), all)
	}
}

// A set embeds in the background, and soon also what changes.
func TestSetEmbedsInTheBackground(t *testing.T) {
	b := &bed{t: t, root: t.TempDir()}
	for name, text := range den() {
		b.put(name, text)
	}
	l := &letters{}
	s := NewSet(SetOptions{
		Cache: t.TempDir(), Failed: func(root string, err error) { t.Errorf("%s: %v", root, err) },
		Options: func(root string) Options {
			return Options{Search: search.Options{Root: root}, Embed: l.embedder("one/letters")}
		},
	})
	t.Cleanup(s.Close)
	s.SetFolders([]string{b.root})
	finds(t, s, "badger badger", filepath.Base(b.root)+"/brock.go")
	b.put("z.go", "package z\n\nfunc Wombat() {}\n")
	s.Changed([]string{filepath.Join(b.root, "z.go")})
	finds(t, s, "wombat", filepath.Base(b.root)+"/z.go")
}
