package trigram

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gofrs/flock"

	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
)

func TestSearchesFindTheSame(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 7))
		dir := randomTree(t, r)
		o := search.Options{Root: dir}
		x := settled(Open(filepath.Join(t.TempDir(), "x"), o))
		defer x.Close()
		for round := range 9 {
			if round%3 == 0 {
				refresh(t, x.Index)
			}
			for range r.IntN(60) {
				edit(t, r, dir, 7)
			}
			findsTheSame(t, r, o, x)
		}
	}
}

func TestIndexSparesReading(t *testing.T) {
	dir := many(t, 600)
	o := search.Options{Root: dir}
	x := settled(Open(filepath.Join(t.TempDir(), "x"), o))
	defer x.Close()
	refresh(t, x.Index)
	spared := func(expr string) (n int) {
		t.Helper()
		narrow := x.Narrow(parse(t, expr))
		if narrow == nil {
			return 0
		}
		lacks, r := narrow(), search.NewReader(dir)
		defer r.Close()
		for _, rel := range x.open()[0].rels {
			if lacks(rel, r.Stamp) {
				n++
			}
		}
		return n
	}
	for expr, want := range map[string]int{
		"Number123": 599, "number123": 600, "(?i)number123": 599, "Number(12|13)3": 598, "package": 0,
		"nowhere": 600,
	} {
		if got := spared(expr); got != want {
			t.Errorf("%q saves reading %d files, not %d", expr, got, want)
		}
	}
	put(t, filepath.Join(dir, "d1/f001.go"), "changed")
	if got := spared("nowhere"); got != 599 || x.unknown.Load() != 1 {
		t.Errorf("after a change %d are skipped and %d unknown", got, x.unknown.Load())
	}
	refresh(t, x.Index)
	if got := spared("nowhere"); got != 600 || len(x.open()) != 2 || x.open()[1].rels[0] != "d1/f001.go" {
		t.Errorf("the delta is not used: %d are skipped", got)
	}
}

// TestFreshFilesAreNotTrusted checks that each search reads a file that may change again without another stamp.
func TestFreshFilesAreNotTrusted(t *testing.T) {
	dir := many(t, 300)
	x := Open(filepath.Join(t.TempDir(), "x"), search.Options{Root: dir})
	defer x.Close()
	if err := x.Refresh(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if st := x.Status(); st.Files != 0 {
		t.Errorf("%d files are trusted that were written a moment ago", st.Files)
	}
}

func TestSecretsAndIgnoredFilesNeverEnter(t *testing.T) {
	dir := many(t, 300)
	for rel, text := range map[string]string{".env": "hunter2_secret", ".gitignore": "private/\n", "private/x": "hunter2_private"} {
		put(t, filepath.Join(dir, rel), text)
	}
	place := filepath.Join(t.TempDir(), "x")
	x := settled(Open(place, search.Options{Root: dir, Skip: func(rel string, _ bool) bool { return rel == ".env" }}))
	defer x.Close()
	refresh(t, x.Index)
	if rels := x.open()[0].rels; slices.Contains(rels, ".env") || slices.Contains(rels, "private/x") || !slices.Contains(rels, ".gitignore") {
		t.Errorf("the index holds %v", rels)
	}
	found, err := x.open()[0].files(queryOf(parse(t, "hunter2_")))
	if err != nil || found.count() != 0 {
		t.Errorf("the index contains the secret: %v, %v", found, err)
	}
}

// TestDamageIsDetected changes bytes of a segment one by one: searches find the same as without an index.
func TestDamageIsDetected(t *testing.T) {
	dir := many(t, 300)
	o := search.Options{Root: dir}
	place := filepath.Join(t.TempDir(), "x")
	x := settled(Open(place, o))
	refresh(t, x.Index)
	x.Close()
	names, err := filepath.Glob(filepath.Join(place, "base-*"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	expr := parse(t, "Number123")
	for i := range 400 {
		broken := slices.Clone(whole)
		if i%4 == 0 {
			broken = broken[:r.IntN(len(broken))]
		} else {
			broken[r.IntN(len(broken))] ^= 1 << r.IntN(8)
		}
		put(t, names[0], string(broken))
		x := &inUse{Index: Open(place, o)}
		narrow, err := x.narrow(expr, &x.unknown)
		if err == nil && narrow != nil {
			lacks, r := narrow(), search.NewReader(dir)
			if lacks("d6/f123.go", r.Stamp) {
				t.Fatalf("change %d: the file is not found", i)
			}
			r.Close()
		}
		x.Close()
	}
}

func TestRefreshGivesUp(t *testing.T) {
	dir := many(t, 300)
	place := filepath.Join(t.TempDir(), "x")
	x := settled(Open(place, search.Options{Root: dir}))
	defer x.Close()
	ctx, cancel := context.WithCancel(t.Context())
	if err := x.Refresh(ctx, func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(place, "[bdn]*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func TestTwoProcesses(t *testing.T) {
	dir := many(t, 300)
	o := search.Options{Root: dir}
	place := filepath.Join(t.TempDir(), "x")
	one, two := settled(Open(place, o)), settled(Open(place, o))
	defer one.Close()
	defer two.Close()
	refresh(t, one.Index)
	lock := flock.New(filepath.Join(place, "lock"))
	if ok, err := lock.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if err := two.Refresh(t.Context(), nil); !errors.Is(err, segment.ErrLocked) || two.Status().Files != 300 {
		t.Errorf("the second has %d files: %v", two.Status().Files, err)
	}
	lock.Unlock()
	for i := range 200 {
		put(t, filepath.Join(dir, fmt.Sprintf("new%d", i)), "text")
	}
	refresh(t, two.Index)
	if narrow := one.Narrow(parse(t, "Number123")); narrow == nil {
		t.Error("the first can't go on with what it has open")
	}
}

func TestSetBuildsAndVerifiesAfterASearch(t *testing.T) {
	t.Parallel()
	dir := many(t, 300)
	o := search.Options{Root: dir, Memory: search.NewMemory()}
	defer o.Memory.Close()
	place := filepath.Join(t.TempDir(), "x")
	s := NewSet(SetOptions{
		Place:   func(string) string { return place },
		Options: func(string) search.Options { return o },
		Failed:  func(_ string, err error) { t.Error(err) },
	})
	defer s.Close()
	with := o
	with.Index = s.Of(dir)
	m := with.Index.(*member)
	until(t, "an index is built", func() bool { // by the first search
		if r := grep(t, with, search.Query{Text: "Number123"}); len(r.Matches) != 1 {
			t.Fatalf("found %v", r.Matches)
		}
		return m.index.Status().Files == 300
	})
	if o.Memory.Follow(t.Context(), o) != nil {
		until(t, "what is written is reported", m.index.trusted)
	}
}
