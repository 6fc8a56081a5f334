//go:build unix

package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ptk-lsp/workspace"
)

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

// TestNothingOutside tries the ways out of a workspace: nothing there may be read, written, made, deleted or moved to.
func TestNothingOutside(t *testing.T) {
	w, dir := open(t, map[string]string{"in/a": "a\n"})
	out := t.TempDir()
	put(t, filepath.Join(out, "secret"), "secret\n")
	link(t, filepath.Join(out, "secret"), filepath.Join(dir, "file"))
	link(t, out, filepath.Join(dir, "folder"))
	rel, err := filepath.Rel(dir, out)
	if err != nil {
		t.Fatal(err)
	}
	link(t, rel, filepath.Join(dir, "relative"))
	link(t, "folder", filepath.Join(dir, "chain"))
	link(t, "loop2", filepath.Join(dir, "loop1"))
	link(t, "loop1", filepath.Join(dir, "loop2"))
	link(t, "/proc/self/environ", filepath.Join(dir, "environ"))
	link(t, "/proc/self/root", filepath.Join(dir, "root"))
	link(t, "/dev/zero", filepath.Join(dir, "zero"))
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"../x", "in/../../x", "..", "/etc/passwd", filepath.Join(out, "secret"), dir + "/../x", dir + "x", "file", "folder/secret",
		"folder/../folder/secret", "relative/secret",
		"chain/secret", "loop1", "loop1/x", "environ", "root/etc/passwd", "zero", "pipe", "in/a\x00b", "/proc/self/root" + dir + "/in/a",
		"/dev/stdin",
	} {
		ctx := t.Context()
		if text, err := w.Read(ctx, path); !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("read %q: got %+v, %v", path, text, err)
		}
		if _, _, err := w.Lines(ctx, path, 1, 1); !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("lines of %q: got %v", path, err)
		}
		for _, create := range []bool{true, false} {
			err := w.Write(ctx, workspace.Edit{Path: path, Before: "secret\n", After: "x", Create: create})
			if !errors.Is(err, workspace.ErrOutside) {
				t.Errorf("write %q: got %v", path, err)
			}
		}
		if err := w.Delete(ctx, path, workspace.Hash("secret\n")); !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("delete %q: got %v", path, err)
		}
		if err := w.Move(ctx, path, "in/b", workspace.Hash("secret\n")); !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("move %q: got %v", path, err)
		}
	}
	for _, to := range []string{"../x", "folder/x", "relative/x", filepath.Join(out, "x"), "loop1/x", "root/tmp/x"} {
		if err := w.Move(t.Context(), "in/a", to, workspace.Hash("a\n")); !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("move to %q: got %v", to, err)
		}
		if err := w.Restore(t.Context(), to, &workspace.Raw{Data: []byte("x")}); !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("restore %q: got %v", to, err)
		}
	}
	if entries, err := os.ReadDir(out); err != nil || len(entries) != 1 || onDisk(t, filepath.Join(out, "secret")) != "secret\n" {
		t.Errorf("the folder outside was changed: %v %v", entries, err)
	}
}

// TestSwappedLink swaps a folder for a link to the outside and back, all the time.
func TestSwappedLink(t *testing.T) {
	w, dir := open(t, map[string]string{"real/f": "inside\n"})
	out := t.TempDir()
	put(t, filepath.Join(out, "f"), "inside\n") // the same text, so that only the place differs
	stop, swap := make(chan struct{}), filepath.Join(dir, "swap")
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(stop)
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			os.RemoveAll(swap) // a folder, if a write came between
			if i%2 == 0 {
				os.Symlink(out, swap)
			} else {
				os.Symlink("real", swap)
			}
		}
	})
	texts := [2]string{"inside\n", "changed\n"}
	wrote := 0
	for i, until := 0, time.Now().Add(2*time.Second); i < 4000 && time.Now().Before(until); i++ {
		before := texts[wrote%2]
		if w.Write(t.Context(), workspace.Edit{Path: "swap/f", Before: before, After: texts[(wrote+1)%2]}) == nil {
			wrote++
		}
		w.Write(t.Context(), workspace.Edit{Path: "swap/new/" + strings.Repeat("n", i%5+1), After: "x", Create: true})
		w.Delete(t.Context(), "swap/gone", workspace.Hash(""))
	}
	if wrote == 0 {
		t.Error("no write succeeded; the test proves nothing")
	}
	if entries, err := os.ReadDir(out); err != nil || len(entries) != 1 || onDisk(t, filepath.Join(out, "f")) != "inside\n" {
		t.Errorf("the folder outside was changed: %v %v", entries, err)
	}
}

func TestLinksInside(t *testing.T) {
	w, dir := open(t, map[string]string{"real/a": "1\n"})
	link(t, "real/a", filepath.Join(dir, "relative"))
	link(t, filepath.Join(dir, "real/a"), filepath.Join(dir, "absolute"))
	link(t, "real", filepath.Join(dir, "folder"))
	link(t, "../relative", filepath.Join(dir, "real/back"))
	if err := os.Chmod(filepath.Join(dir, "real/a"), 0o750); err != nil {
		t.Fatal(err)
	}
	before := "1\n"
	for _, path := range []string{"relative", "absolute", "folder/a", "folder/back"} {
		text, err := w.Read(t.Context(), path)
		if err != nil || text.Content != before {
			t.Fatalf("%s: %v %v", path, text, err)
		}
		if err := w.Write(t.Context(), workspace.Edit{Path: path, Before: before, After: before + path + "\n"}); err != nil {
			t.Fatal(err)
		}
		before += path + "\n"
	}
	if got := onDisk(t, filepath.Join(dir, "real/a")); got != before {
		t.Errorf("got %q", got)
	}
	for _, name := range []string{"relative", "absolute"} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is not a link any more: %v %v", name, info, err)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "real/a")); err != nil || info.Mode().Perm() != 0o750 {
		t.Errorf("the mode is lost: %v %v", info, err)
	}
	if err := w.Delete(t.Context(), "relative", workspace.Hash(before)); err != nil {
		t.Fatal(err)
	}
	if got := onDisk(t, filepath.Join(dir, "real/a")); got != before {
		t.Error("what the link leads to was deleted")
	}
}

func TestLinkToAnotherFolder(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	put(t, filepath.Join(b, "f"), "b\n")
	link(t, filepath.Join(b, "f"), filepath.Join(a, "to-b"))
	w := openDirs(t, a, b)
	if text, err := w.Read(t.Context(), "to-b"); err != nil || text.Content != "b\n" {
		t.Errorf("got %+v, %v", text, err)
	}
	if err := w.Move(t.Context(), filepath.Join(b, "f"), filepath.Join(a, "deep/g"), workspace.Hash("b\n")); err != nil ||
		onDisk(t, filepath.Join(a, "deep/g")) != "b\n" {
		t.Errorf("moving between folders: %v", err)
	}
}

func TestFolderOpenedThroughALink(t *testing.T) {
	real := t.TempDir()
	put(t, filepath.Join(real, "f"), "x\n")
	via := filepath.Join(t.TempDir(), "via")
	link(t, real, via)
	w := openDirs(t, via)
	for _, path := range []string{"f", filepath.Join(via, "f"), filepath.Join(real, "f")} {
		text, err := w.Read(t.Context(), path)
		if err != nil || text.File.Path != filepath.Join(via, "f") {
			t.Errorf("%s: %+v %v", path, text, err)
		}
	}
}

func TestSpecialNames(t *testing.T) {
	names := []string{
		"with blank", "quo'te\"s", "-rf", "new\nline", "ünï", "漢字", "a:b", "%20", "*?[x]", "#hash", "~", "...", "..a",
		`back\slash`, "<PTK_CALL>", strings.Repeat("n", 200),
	}
	w, dir := open(t, nil)
	for _, n := range names {
		if err := w.Write(t.Context(), workspace.Edit{Path: "d/" + n, After: n, Create: true}); err != nil {
			t.Errorf("%q: %v", n, err)
			continue
		}
		if text, err := w.Read(t.Context(), "d/"+n); err != nil || text.Content != n || onDisk(t, filepath.Join(dir, "d", n)) != n {
			t.Errorf("%q: %+v %v", n, text, err)
		}
	}
}

func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	w, dir := open(t, map[string]string{"f": "x"})
	if err := os.Chmod(filepath.Join(dir, "f"), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Read(t.Context(), "f"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v", err)
	}
}
