//go:build unix

package readable_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ptk-lsp/tools/readable"
)

func secret(rel string) bool { return strings.HasPrefix(path.Base(rel), "secret") }

func steers(rel string) bool { return strings.Contains("/"+rel+"/", "/.steer/") }

// tree creates a folder of files.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	return dir
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// given returns which of the files may be read: they are allowed, or a folder above them is.
func given(t *testing.T, tr *readable.Tree, dir string) string {
	t.Helper()
	found, err := tr.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	err = filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		for at := file; strings.HasPrefix(at, dir); at = filepath.Dir(at) {
			if slices.Contains(found.Read, at) {
				rel, _ := filepath.Rel(dir, file)
				out = append(out, rel)
				break
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, " ")
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got  %s\nwant %s", what, got, want)
	}
}

func TestSecretsAreNotGiven(t *testing.T) {
	for _, many := range []int{0, 300} { // many folders are watched
		t.Run(fmt.Sprint(many), func(t *testing.T) { secretsAreNotGiven(t, many) })
	}
}

func secretsAreNotGiven(t *testing.T, many int) {
	dir := tree(
		t,
		map[string]string{
			"a": "", "b/c": "", "b/d/secret": "", "b/d/e": "", "f/g/h": "", "secret.txt": "", ".steer/x": "", "f/.steer/y/z": "",
		},
	)
	for i := range many {
		if err := os.MkdirAll(filepath.Join(dir, "many", fmt.Sprint(i)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	tr := readable.New(dir, secret, steers)
	given(t, tr, dir)
	want(t, "at first", given(t, tr, dir), ".steer/x a b/c b/d/e f/.steer/y/z f/g/h")
	found, err := tr.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if slices.Sort(found.Steered); !slices.Equal(found.Steered, []string{filepath.Join(dir, ".steer"), filepath.Join(dir, "f/.steer")}) {
		t.Errorf("steered: %v", found.Steered)
	}
	put(t, filepath.Join(dir, "f/g/secret"), "")
	put(t, filepath.Join(dir, "new/i"), "")
	want(t, "with a new secret", given(t, tr, dir), ".steer/x a b/c b/d/e f/.steer/y/z f/g/h new/i")
	for _, change := range [][2]string{{"b/d/secret", "b/d/known"}, {"b/c", "b/secret"}, {"f/g", "f/k"}} {
		if err := os.Rename(filepath.Join(dir, change[0]), filepath.Join(dir, change[1])); err != nil {
			t.Fatal(err)
		}
	}
	want(t, "renamed", given(t, tr, dir), ".steer/x a b/d/e b/d/known f/.steer/y/z f/k/h new/i")
	if err := os.RemoveAll(filepath.Join(dir, "f")); err != nil {
		t.Fatal(err)
	}
	want(t, "removed", given(t, tr, dir), ".steer/x a b/d/e b/d/known new/i")
}

func TestSecretsByOtherNames(t *testing.T) {
	dir := tree(t, map[string]string{"secret": "x", "sub/a": "", "sub/deep/b": ""})
	tr := readable.New(dir, secret, steers)
	want(t, "at first", given(t, tr, dir), "sub/a sub/deep/b")
	if err := os.Link(filepath.Join(dir, "secret"), filepath.Join(dir, "sub/deep/innocent")); err != nil {
		t.Fatal(err)
	}
	want(t, "linked", given(t, tr, dir), "sub/a sub/deep/b")
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "sub/link")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "sub/deep")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "sub/deep")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(outside, "x"), "")
	want(t, "a link in place of a folder", given(t, tr, dir), "sub/a")
}

func TestGitsOwnFolder(t *testing.T) {
	clean := "[remote \"origin\"]\n\turl = git@host:a/b\n\turl = https://host/a"
	dir := tree(t, map[string]string{
		".git/HEAD": "ref: x", ".git/config": clean, ".git/refs/heads/secret": "1", ".git/objects/aa/b": "",
		".git/git-crypt/keys/default": "", ".git/credentials": "",
		".git/modules/m/HEAD": "x", ".git/modules/m/config": "[http]\n\textraheader = AUTHORIZATION: basic x",
		".git/modules/m/objects/o": "", "a": "", "sub/.git/HEAD": "", "sub/.git/config": "url = https://u:p@host/",
	})
	tr := readable.New(dir, secret, steers)
	const rest = ".git/HEAD %s.git/modules/m/HEAD .git/modules/m/objects/o .git/objects/aa/b .git/refs/heads/secret a sub/.git/HEAD"
	want(t, "at first", given(t, tr, dir), fmt.Sprintf(rest, ".git/config "))
	found, err := tr.Look(t.Context())
	if err != nil || len(found.Withheld) != 2 {
		t.Errorf("withheld: %v %v", found.Withheld, err)
	}
	for _, url := range []string{
		"https://ghp_0123456789abcdef0123456789abcdef0123@host/a", "https://user:pass@host/", "http://x-access-token:abc@host",
		"https://host/a?key=AKIA" + "Q3EGRZ7PLTXWMN5B",
	} {
		put(t, filepath.Join(dir, ".git/config"), "url = "+url) // in place, which changes no folder
		want(t, url, given(t, tr, dir), fmt.Sprintf(rest, ""))
		put(t, filepath.Join(dir, ".git/config"), clean)
		want(t, "clean again", given(t, tr, dir), fmt.Sprintf(rest, ".git/config "))
	}
}

// TestWorktreePointer: a linked worktree may read the repository that knows it, and no other folder that a planted file
// names.
func TestWorktreePointer(t *testing.T) {
	elsewhere := tree(
		t,
		map[string]string{
			"home/.git/HEAD": "", "home/.git/config": "", "home/.git/worktrees/w/HEAD": "",
			"home/.git/worktrees/w/commondir": "../..\n",
		},
	)
	dir := tree(t, map[string]string{"a": "", ".git": "gitdir: " + elsewhere + "/home/.git/worktrees/w\n"})
	read := func() []string {
		found, err := readable.New(dir, secret, steers).Look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return found.Read
	}
	if got := read(); len(got) != 1 || got[0] != dir {
		t.Errorf("planted: %v", got)
	}
	put(t, elsewhere+"/home/.git/worktrees/w/gitdir", filepath.Join(dir, ".git")+"\n")
	if got := read(); !slices.Contains(got, elsewhere+"/home/.git/config") {
		t.Errorf("linked: %v", got)
	}
}

// BenchmarkLook measures looking again into a tree of 80,000 files without changes.
func BenchmarkLook(b *testing.B) {
	dir := b.TempDir()
	for i := range 4000 {
		sub := filepath.Join(dir, fmt.Sprint(i%40), fmt.Sprint(i))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			b.Fatal(err)
		}
		for j := range 20 {
			if err := os.WriteFile(filepath.Join(sub, fmt.Sprint(j)), nil, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	time.Sleep(50 * time.Millisecond)
	tr := readable.New(dir, secret, steers)
	began := time.Now()
	if _, err := tr.Look(b.Context()); err != nil {
		b.Fatal(err)
	}
	first := time.Since(began)
	for b.Loop() {
		if _, err := tr.Look(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(first.Milliseconds()), "ms-first")
}
