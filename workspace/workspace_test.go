package workspace_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/workspace"
)

// open makes a workspace of one folder with the files in it.
func open(t *testing.T, files map[string]string) (*workspace.Workspace, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	return openDirs(t, dir), dir
}

func openDirs(t *testing.T, dirs ...string) *workspace.Workspace {
	t.Helper()
	var folders []workspace.Folder
	for _, d := range dirs {
		folders = append(folders, workspace.Folder{Path: d})
	}
	w, err := workspace.New(folders, workspace.Disk{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func onDisk(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestReadReturnsTheForm(t *testing.T) {
	w, _ := open(t, map[string]string{
		"lf.txt": "a\nb\n", "crlf.txt": "a\r\nb\r\n", "bom.txt": "\xef\xbb\xbfa\n", "none.txt": "a",
		"le.txt": "\xff\xfea\x00\n\x00", "be.txt": "\xfe\xff\x00a\x00\n", "latin.txt": "caf\xe9 au lait\n", "empty.txt": "",
		"torn.txt": "\xff\xfea\x00\n", "zero.bin": "a\x00b",
	})
	for name, want := range map[string]workspace.Text{
		"lf.txt":    {Content: "a\nb\n", Form: workspace.Form{Encoding: workspace.UTF8, LineEnding: "\n", FinalNewline: true}},
		"crlf.txt":  {Content: "a\r\nb\r\n", Form: workspace.Form{Encoding: workspace.UTF8, LineEnding: "\r\n", FinalNewline: true}},
		"bom.txt":   {Content: "a\n", Form: workspace.Form{Encoding: workspace.UTF8, BOM: true, LineEnding: "\n", FinalNewline: true}},
		"none.txt":  {Content: "a", Form: workspace.Form{Encoding: workspace.UTF8, LineEnding: "\n"}},
		"le.txt":    {Content: "a\n", Form: workspace.Form{Encoding: workspace.UTF16LE, BOM: true, LineEnding: "\n", FinalNewline: true}},
		"be.txt":    {Content: "a\n", Form: workspace.Form{Encoding: workspace.UTF16BE, BOM: true, LineEnding: "\n", FinalNewline: true}},
		"latin.txt": {Content: "café au lait\n", Form: workspace.Form{Encoding: workspace.Latin1, LineEnding: "\n", FinalNewline: true}},
		"empty.txt": {Form: workspace.Form{Encoding: workspace.UTF8, LineEnding: "\n", FinalNewline: true}},
		"torn.txt":  {Binary: true},
		"zero.bin":  {Binary: true},
	} {
		got, err := w.Read(t.Context(), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Content != want.Content || got.Form != want.Form || got.Binary != want.Binary {
			t.Errorf("%s: got %q %+v binary=%v, want %q %+v binary=%v", name, got.Content, got.Form, got.Binary, want.Content, want.Form,
				want.Binary)
		}
	}
}

func TestWriteKeepsTheForm(t *testing.T) {
	for name, c := range map[string]struct{ disk, before, after, want string }{
		"bom":     {"\xef\xbb\xbfa\n", "a\n", "b\n", "\xef\xbb\xbfb\n"},
		"utf-16":  {"\xfe\xff\x00a\x00\n", "a\n", "ü😀\n", "\xfe\xff\x00\xfc\xd8\x3d\xde\x00\x00\n"},
		"latin-1": {"caf\xe9 au lait\n", "café au lait\n", "thé au lait\n", "th\xe9 au lait\n"},
		"no end":  {"a", "a", "b", "b"},
	} {
		w, dir := open(t, map[string]string{"f": c.disk})
		if err := w.Write(t.Context(), workspace.Edit{Path: "f", Before: c.before, After: c.after}); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := onDisk(t, filepath.Join(dir, "f")); got != c.want {
			t.Errorf("%s: the file holds %q, want %q", name, got, c.want)
		}
	}
}

func TestWriteRefusesWhatItCannotEncode(t *testing.T) {
	w, dir := open(t, map[string]string{"f": "caf\xe9 au lait\n"})
	if err := w.Write(t.Context(), workspace.Edit{Path: "f", Before: "café au lait\n", After: "漢\n"}); err == nil {
		t.Error("a character was lost without an error")
	}
	if got := onDisk(t, filepath.Join(dir, "f")); got != "caf\xe9 au lait\n" {
		t.Errorf("the file was touched: %q", got)
	}
}

func TestWriteRefusesAStaleEdit(t *testing.T) {
	w, dir := open(t, map[string]string{"f": "theirs\n"})
	for name, e := range map[string]workspace.Edit{
		"changed": {Path: "f", Before: "old\n", After: "mine\n"},
		"created": {Path: "f", After: "mine\n", Create: true},
		"gone":    {Path: "g", Before: "old\n", After: "mine\n"},
	} {
		if err := w.Write(t.Context(), e); !errors.Is(err, workspace.ErrStale) {
			t.Errorf("%s: got %v, want ErrStale", name, err)
		}
	}
	if got := onDisk(t, filepath.Join(dir, "f")); got != "theirs\n" {
		t.Errorf("the file was overwritten: %q", got)
	}
}

func TestWriteRefusesBinaryFiles(t *testing.T) {
	big := strings.Repeat("0123456789abcdef", workspace.MaxText/16+1)
	w, dir := open(t, map[string]string{"bin": "\x00", "big": big})
	for name, want := range map[string]error{"bin": workspace.ErrBinary, "big": workspace.ErrTooLarge} {
		if err := w.Write(t.Context(), workspace.Edit{Path: name, After: "x"}); !errors.Is(err, want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if onDisk(t, filepath.Join(dir, "big")) != big {
		t.Error("the file was overwritten")
	}
}

func TestCreateMakesFolders(t *testing.T) {
	w, dir := open(t, nil)
	if err := w.Write(t.Context(), workspace.Edit{Path: "a/b/c.txt", After: "x", Create: true}); err != nil {
		t.Fatal(err)
	}
	if got := onDisk(t, filepath.Join(dir, "a/b/c.txt")); got != "x" {
		t.Errorf("got %q", got)
	}
}

func TestFolders(t *testing.T) {
	a, b := filepath.Join(t.TempDir(), "app"), filepath.Join(t.TempDir(), "app")
	put(t, filepath.Join(a, "one.txt"), "1")
	put(t, filepath.Join(b, "two.txt"), "2")
	w := openDirs(t, a, b)
	for path, want := range map[string]string{
		"one.txt": "app/one.txt", "two.txt": "app~2/two.txt", "app~2/two.txt": "app~2/two.txt", "new.txt": "app/new.txt",
		filepath.Join(b, "two.txt"): "app~2/two.txt",
	} {
		f, err := w.Resolve(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if got := w.Display(f.Path); got != want {
			t.Errorf("%s is shown as %s, want %s", path, got, want)
		}
	}
	if err := w.SetFolders([]workspace.Folder{{Path: b}}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Read(context.Background(), filepath.Join(a, "one.txt")); !errors.Is(err, workspace.ErrOutside) {
		t.Errorf("a folder that was removed is read: %v", err)
	}
	if got := w.Display(filepath.Join(b, "two.txt")); got != "two.txt" {
		t.Errorf("a lone folder's file is shown as %s", got)
	}
}
