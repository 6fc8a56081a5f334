package search

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// followed makes a tree that is watched.
func followed(t *testing.T) (dir string, o Options, f *Follower) {
	t.Helper()
	dir = t.TempDir()
	for _, rel := range []string{"a/one", "a/b/two", "c/three", ".gitignore"} {
		put(t, filepath.Join(dir, rel), "text\n")
	}
	o = remembering(t, dir)
	t.Cleanup(o.Memory.Close)
	tick()
	if f = o.Memory.Follow(t.Context(), o); f == nil {
		t.Fatal("the tree is not watched")
	}
	return dir, o, f
}

func opened(t *testing.T, path string, flags int, do func(*os.File) error) {
	t.Helper()
	file, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(do(file), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// writeMapped writes to a file through mapped memory.
func writeMapped(file *os.File) error {
	data, err := unix.Mmap(int(file.Fd()), 0, 4, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return err
	}
	copy(data, "TEXT")
	return unix.Munmap(data)
}

// TestFollowerReportsWrites checks that every kind of write is reported before the call returns.
func TestFollowerReportsWrites(t *testing.T) {
	for _, c := range []struct {
		name  string
		do    func(t *testing.T, dir string) error
		rel   string
		other bool // the tree then has other files
	}{
		{"written anew", func(_ *testing.T, dir string) error { return os.WriteFile(dir+"/a/one", []byte("new"), 0o644) }, "a/one", false},
		{"written and not closed", func(t *testing.T, dir string) error {
			file, err := os.OpenFile(dir+"/a/b/two", os.O_WRONLY, 0)
			if err == nil {
				t.Cleanup(func() { file.Close() })
				_, err = file.WriteString("TEXT")
			}
			return err
		}, "a/b/two", false},
		{"appended", func(t *testing.T, dir string) error {
			opened(t, dir+"/a/one", os.O_APPEND|os.O_WRONLY, func(f *os.File) error { _, err := f.WriteString("more"); return err })
			return nil
		}, "a/one", false},
		{"cut off", func(_ *testing.T, dir string) error { return os.Truncate(dir+"/c/three", 1) }, "c/three", false},
		{"in mapped memory", func(t *testing.T, dir string) error {
			opened(t, dir+"/c/three", os.O_RDWR, writeMapped)
			return nil
		}, "c/three", false},
		{"renamed over another", func(_ *testing.T, dir string) error { return os.Rename(dir+"/a/one", dir+"/c/three") }, "c/three", true},
		{"renamed away", func(_ *testing.T, dir string) error { return os.Rename(dir+"/a/one", dir+"/c/four") }, "a/one", true},
		{"removed", func(_ *testing.T, dir string) error { return os.Remove(dir + "/a/one") }, "a/one", true},
		{"linked", func(_ *testing.T, dir string) error { return os.Link(dir+"/a/one", dir+"/c/four") }, "c/four", true},
		{"exchanged", func(_ *testing.T, dir string) error {
			return unix.Renameat2(unix.AT_FDCWD, dir+"/a/one", unix.AT_FDCWD, dir+"/c/three", unix.RENAME_EXCHANGE)
		}, "a/one", true},
		{
			"an ignore file", func(_ *testing.T, dir string) error { return os.WriteFile(dir+"/.gitignore", []byte("c\n"), 0o644) }, ".gitignore",
			true,
		},
		{"a new folder", func(_ *testing.T, dir string) error { return os.Mkdir(dir+"/a/new", 0o755) }, "a/new", true},
		{"an ignored folder renamed", func(_ *testing.T, dir string) error {
			return errors.Join(os.Mkdir(dir+"/text", 0o755), os.Rename(dir+"/text", dir+"/a/text"))
		}, "text", true},
		{"a folder with all in it removed", func(_ *testing.T, dir string) error { return os.RemoveAll(dir + "/a/b") }, "a/b/two", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, _, f := followed(t)
			if err := c.do(t, dir); err != nil {
				t.Fatal(err)
			}
			rels, ok := f.Written()
			if !ok || !slices.Contains(rels, c.rel) {
				t.Errorf("reported %q, %v", rels, ok)
			}
			if f.Same() == c.other {
				t.Errorf("the tree has the same files: %v", !c.other)
			}
			if err := os.WriteFile(dir+"/.gitignore", []byte("#\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if rels, ok = f.Written(); !ok || rels[len(rels)-1] != ".gitignore" {
				t.Errorf("then reported %q, %v", rels, ok)
			}
		})
	}
}

func TestFollowerDoesNotReportReads(t *testing.T) {
	dir, o, f := followed(t)
	walked(t, o)
	if _, err := Grep(t.Context(), o, Query{Text: "text"}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(dir + "/a/one"); err != nil {
		t.Fatal(err)
	}
	if rels, ok := f.Written(); !ok || len(rels) > 0 || !f.Same() {
		t.Errorf("reported %q, %v", rels, ok)
	}
}

// TestFollowerLosesTrack checks that a follower reports when it may have missed something.
func TestFollowerLosesTrack(t *testing.T) {
	for name, do := range map[string]func(dir string) error{
		"a folder moved":              func(dir string) error { return os.Rename(dir+"/a", dir+"/d") },
		"a folder moved out":          func(dir string) error { return os.Rename(dir+"/a", dir+"-out") },
		"the root moved":              func(dir string) error { return os.Rename(dir, dir+"-away") },
		"another in the root's place": func(dir string) error { return errors.Join(os.Rename(dir, dir+"-away"), os.Mkdir(dir, 0o755)) },
		"the root removed":            os.RemoveAll,
		"more than the system queues": func(dir string) error {
			var errs []error
			for i := range 20_000 {
				errs = append(errs, os.WriteFile(dir+[]string{"/a/one", "/c/three"}[i%2], nil, 0o644))
			}
			return errors.Join(errs...)
		},
		"more than is stored": func(dir string) error {
			var errs []error
			for i := range maxWritten + 1 {
				errs = append(errs, os.WriteFile(fmt.Sprintf("%s/a/f%d", dir, i), nil, 0o644))
			}
			return errors.Join(errs...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, o, f := followed(t)
			t.Cleanup(func() { os.RemoveAll(dir + "-away"); os.RemoveAll(dir + "-out") })
			if err := do(dir); err != nil {
				t.Fatal(err)
			}
			if rels, ok := f.Written(); ok {
				t.Errorf("reported %d files as complete", len(rels))
			}
			if f.Same() && name != "more than is stored" {
				t.Error("the tree is reported as unchanged")
			}
			if _, err := os.Stat(dir); err != nil {
				return
			}
			if diff := gocmp.Diff(walked(t, Options{Root: dir}), walked(t, o)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFollowerOfARecreatedFolder removes a folder that is still open, and makes one of the same name.
func TestFollowerOfARecreatedFolder(t *testing.T) {
	dir, o, _ := followed(t)
	held, err := os.Open(dir + "/c")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := errors.Join(os.RemoveAll(dir+"/c"), os.Mkdir(dir+"/c", 0o755)); err != nil {
		t.Fatal(err)
	}
	tick()
	f := o.Memory.Follow(t.Context(), o)
	if f == nil {
		t.Fatal("not watched again")
	}
	put(t, dir+"/c/new", "")
	if rels, ok := f.Written(); !ok || !slices.Contains(rels, "c/new") {
		t.Errorf("reported %q, %v", rels, ok)
	}
}

// TestEachFollowerReadsAll checks that what one follower has read is reported to the next one if it is written again.
func TestEachFollowerReadsAll(t *testing.T) {
	dir, o, first := followed(t)
	write := func() { put(t, dir+"/a/one", "again\n") }
	write()
	first.Written()
	second := o.Memory.Follow(t.Context(), o)
	for i, f := range []*Follower{second, first} {
		write()
		if rels, ok := f.Written(); !ok || len(rels) == 0 || rels[0] != "a/one" {
			t.Errorf("follower %d is reported %q, %v", i, rels, ok)
		}
	}
}

func TestTooManyFoldersAreNotWatched(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/a/b", "")
	o := remembering(t, dir)
	defer o.Memory.Close()
	m := o.Memory.of(dir)
	if !m.startWatch(dir) {
		t.Fatal("the tree can't be watched")
	}
	m.changes.watch.most = 1
	tick()
	if f := o.Memory.Follow(t.Context(), o); f != nil || !m.unwatchable || m.changes != nil {
		t.Error("watched more folders than allowed")
	}
	if diff := gocmp.Diff([]string{"a/b"}, walked(t, o)); diff != "" {
		t.Error(diff)
	}
}

// TestTrustIsUsed checks that a walk of a watched tree does not check the state of any folder.
func TestTrustIsUsed(t *testing.T) {
	dir, o, _ := followed(t)
	m := o.Memory.of(dir)
	for _, l := range m.folders {
		l.is = Stamp{} // each folder would be taken for changed
	}
	whole := m.whole
	if diff := gocmp.Diff([]string{".gitignore", "a/b/two", "a/one", "c/three"}, walked(t, o)); diff != "" || m.whole != whole {
		t.Error("the record was not trusted", diff)
	}
	put(t, dir+"/c/more", "")
	if diff := gocmp.Diff([]string{".gitignore", "a/b/two", "a/one", "c/more", "c/three"}, walked(t, o)); diff != "" {
		t.Error(diff)
	}
}
