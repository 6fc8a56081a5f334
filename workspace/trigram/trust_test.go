package trigram

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace/search"
)

// grain is how old a folder must be for a walk to store it, and a little more.
const grain = 2100 * time.Millisecond

// verified returns an index of a watched tree; the test is skipped if the system can't watch.
func verified(t *testing.T, dir string) (search.Options, *inUse) {
	t.Helper()
	time.Sleep(grain)
	o := search.Options{Root: dir, Memory: search.NewMemory()}
	t.Cleanup(o.Memory.Close)
	x := &inUse{Index: Open(filepath.Join(t.TempDir(), "x"), o)}
	t.Cleanup(x.Close)
	if err := errors.Join(x.Refresh(t.Context(), nil), x.Verify(t.Context())); err != nil {
		t.Fatal(err)
	}
	if !x.trusted() {
		t.Skip("the system can't watch this tree")
	}
	return o, x
}

func TestTrustedSearchesFindTheSame(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 7))
	dir := randomTree(t, r)
	o, x := verified(t, dir)
	for round := range 12 {
		for range r.IntN(40) {
			edit(t, r, dir, 6)
		}
		findsTheSame(t, r, o, x)
		if !x.trusted() {
			t.Fatalf("round %d: nothing is trusted any more", round)
		}
	}
	for range 5 { // folders change places
		for range r.IntN(40) {
			edit(t, r, dir, 7)
		}
		findsTheSame(t, r, o, x)
	}
	if x.trusted() {
		t.Error("files are trusted though folders were moved")
	}
}

// TestTrustSparesStates checks that only the states of files that were written, or that have another name, are asked for.
func TestTrustSparesStates(t *testing.T) {
	t.Parallel()
	dir := many(t, 600)
	outside := filepath.Join(t.TempDir(), "name")
	if err := os.Link(filepath.Join(dir, "d2/f002.go"), outside); err != nil {
		t.Fatal(err)
	}
	_, x := verified(t, dir)
	asked := func() (rels []string) {
		t.Helper()
		lacks := x.Narrow(parse(t, "nowhere"))()
		for _, rel := range x.open()[0].rels {
			lacks(rel, func(rel string) (search.Stamp, bool) {
				rels = append(rels, rel)
				return search.Stamp{}, false
			})
		}
		return rels
	}
	if diff := cmp.Diff([]string{"d2/f002.go"}, asked()); diff != "" {
		t.Error(diff)
	}
	put(t, filepath.Join(dir, "d1/f001.go"), "changed")
	put(t, filepath.Join(dir, "d1/new.go"), "made")
	if diff := cmp.Diff([]string{"d1/f001.go", "d2/f002.go"}, asked()); diff != "" {
		t.Error(diff)
	}
	x.trust.follower.Until = time.Now()
	if n := len(asked()); n != 600 {
		t.Errorf("after the follower has expired, the state of %d files is asked for", n)
	}
}
