package search

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// tick lets the clock move on, so that the next change has another stamp.
func tick() { time.Sleep(15 * time.Millisecond) }

// remembering returns options with a memory that also stores what was written a moment ago.
func remembering(t *testing.T, dir string) Options {
	o := Options{Root: dir, Memory: NewMemory()}
	m := o.Memory.of(dir)
	if m == nil {
		t.Skip("the times of this file system are not reliable")
	}
	m.now = func() time.Time { return time.Now().Add(time.Hour) }
	return o
}

// disturb changes the tree as people, programs and villains do.
func disturb(t *testing.T, r *rand.Rand, dir string) {
	folders := []string{dir}
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() != ".git" {
			folders = append(folders, path)
		} else if err == nil && d.IsDir() {
			return filepath.SkipDir
		}
		return nil
	})
	in := pick(r, folders)
	path, other := filepath.Join(in, pick(r, names)), filepath.Join(pick(r, folders), pick(r, names))
	switch r.IntN(7) {
	case 0:
		os.RemoveAll(path)
	case 1:
		os.Rename(path, other)
	case 2:
		os.Remove(filepath.Join(in, ".gitignore"))
	case 3: // the old time of the folder is restored
		info, err := os.Stat(in)
		if err != nil {
			return
		}
		os.WriteFile(path, nil, 0o644)
		os.Chtimes(in, info.ModTime(), info.ModTime())
	case 4: // rules of the same size and time
		rules := filepath.Join(in, ".gitignore")
		info, err := os.Stat(rules)
		if err != nil || info.Size() == 0 {
			return
		}
		text := []byte("*")
		for len(text) < int(info.Size()) {
			text = append(text, '\n')
		}
		os.WriteFile(rules, text, 0o644)
		os.Chtimes(rules, info.ModTime(), info.ModTime())
	case 5:
		os.WriteFile(filepath.Join(in, pick(r, []string{".gitignore", ".ignore"})), []byte(randomRules(r)), 0o644)
	default:
		os.MkdirAll(filepath.Dir(other), 0o755)
		os.WriteFile(other, nil, 0o644)
	}
}

func TestMemoryChangesNothing(t *testing.T) {
	for _, watched := range []bool{false, true} {
		for seed := range uint64(12) {
			changesNothing(t, seed, watched)
		}
	}
}

func changesNothing(t *testing.T, seed uint64, watched bool) {
	r := rand.New(rand.NewPCG(seed, 3))
	dir := t.TempDir()
	put(t, filepath.Join(dir, ".git/HEAD"), "ref: refs/heads/main\n")
	randomTree(t, r, dir, 0)
	o := remembering(t, dir)
	defer o.Memory.Close()
	for round := range 15 {
		walked(t, o)
		if watched {
			o.Memory.Follow(t.Context(), o)
		}
		tick()
		for range r.IntN(4) {
			disturb(t, r, dir)
		}
		if r.IntN(4) == 0 {
			put(t, filepath.Join(dir, ".git/info/exclude"), randomRules(r))
		}
		tick()
		for _, from := range append([]string{""}, subfoldersOf(dir)...) {
			with, without := o, Options{Root: dir, Dir: from}
			with.Dir = from
			if diff := gocmp.Diff(walked(t, without), walked(t, with)); diff != "" {
				t.Fatalf("seed %d, round %d, watched %v, in %q (-without +with a memory):\n%s", seed, round, watched, from, diff)
			}
		}
	}
}

func subfoldersOf(dir string) (out []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() && e.Name() != ".git" {
			out = append(out, e.Name())
		}
	}
	return out
}

func TestMemoryIsUsed(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a/b/c"), "")
	put(t, filepath.Join(dir, ".gitignore"), "x\n")
	tick()
	o := remembering(t, dir)
	walked(t, o)
	m := o.Memory.of(dir)
	first := m.folders["a/b/"]
	walked(t, o)
	if len(m.folders) != 3 || m.folders["a/b/"] != first || len(m.rules) != 1 {
		t.Errorf("stored %d folders and %d rules", len(m.folders), len(m.rules))
	}
}

// TestMemoryDoesNotStoreFreshFolders checks that a folder is read again if it may change without another stamp.
func TestMemoryDoesNotStoreFreshFolders(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), "")
	o := Options{Root: dir, Memory: NewMemory()}
	for _, name := range []string{"b", "c", "d"} {
		walked(t, o)
		put(t, filepath.Join(dir, name), "")
	}
	if diff := gocmp.Diff([]string{"a", "b", "c", "d"}, walked(t, o)); diff != "" {
		t.Error(diff)
	}
	if m := o.Memory.of(dir); m != nil && len(m.folders) > 0 {
		t.Error("a folder is stored that was changed a moment ago")
	}
}

func TestMemoryIsSharedByManyWalks(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, 1))
	randomTree(t, r, dir, 0)
	tick()
	o := remembering(t, dir)
	want := walked(t, Options{Root: dir})
	errs := make(chan error)
	for range 8 {
		go func() {
			var got []string
			err := Walk(t.Context(), o, func(e Entry) error {
				got = append(got, e.Rel)
				return nil
			})
			if diff := gocmp.Diff(want, got); diff != "" {
				err = errors.New(diff)
			}
			errs <- err
		}()
	}
	for range 8 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestMemoryLent(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a"), "")
	m := NewMemory()
	o := Options{Root: dir, Memory: m.Lent()}
	walked(t, o)
	if len(m.roots) != 0 {
		t.Error("a lent memory stores a root")
	}
	if m.of(dir) == nil {
		t.Skip("the times of this file system are not reliable")
	}
	if o.Memory.of(dir) != m.of(dir) {
		t.Error("a lent memory does not use the stored data")
	}
	m.Keep(nil)
	if o.Memory.of(dir) != nil {
		t.Error("dropped data is still used")
	}
}
