package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// walked returns the files of a walk, which must be in order.
func walked(t *testing.T, o Options) []string {
	t.Helper()
	out := []string{}
	err := Walk(t.Context(), o, func(e Entry) error {
		out = append(out, e.Rel)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(out) {
		t.Errorf("the files are not in order: %q", out)
	}
	return out
}

// git runs git in a folder, with only the test's settings.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := gitCommand(filepath.Join(dir, ".git"), dir, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func gitCommand(home, dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME=", "GIT_CONFIG_NOSYSTEM=1")
	return cmd
}

// gitFiles returns the files that git lists in the folder.
func gitFiles(t *testing.T, dir string) []string {
	out := strings.FieldsFunc(git(t, dir, "ls-files", "-co", "--exclude-standard", "-z"), func(r rune) bool { return r == 0 })
	slices.Sort(out)
	return out
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// Names are few, so that patterns often match files.
var (
	names = []string{
		"a", "b", "ab", "build", "lib", "a.log", "b.log", "keep.log", ".x", "a b", "é", "[a]", "foo", "#c", "!d", "Lib",
		"BUILD", "A.LOG",
	}
	elements = []string{
		"a", "b", "ab", "build", "lib", "*.log", "keep.log", "*", "**", "?", "a*", "*b", ".x", "[ab]", "[!a]", "foo", "a\\ ", "a b", "é",
		"[[:alpha:]]", "[a-c]*", "\\#c", "\\!d", "\\[a\\]", "a**", "**b", "*a*b*", "[]a]", "[^b].log", "[a", "f\\oo", "??", "[\\a]", "x[",
		"[[:x:]]", "[a-]",
		"LIB", "Build", "*.Log", "[A-C]*", "[B]*", "\\Lib", "[[:upper:]]*", "A*", "?IB",
	}
)

func randomPattern(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteByte('!')
	}
	if r.IntN(4) == 0 {
		b.WriteByte('/')
	}
	for i := range 1 + r.IntN(3) {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(pick(r, elements))
	}
	b.WriteString(pick(r, []string{"", "", "", "/", " ", "  ", "\\ ", "\r", "//"}))
	return b.String()
}

func randomRules(r *rand.Rand) string {
	var lines []string
	for range 1 + r.IntN(5) {
		lines = append(lines, randomPattern(r))
	}
	return strings.Join(lines, "\n") + pick(r, []string{"", "\n", "\n# c\n"})
}

func randomTree(t *testing.T, r *rand.Rand, dir string, depth int) {
	if r.IntN(3) == 0 || depth == 0 {
		put(t, filepath.Join(dir, ".gitignore"), randomRules(r))
	}
	for range 2 + r.IntN(4) {
		path := filepath.Join(dir, pick(r, names))
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		if depth < 3 && r.IntN(2) == 0 {
			randomTree(t, r, path, depth+1)
		} else {
			put(t, path, "")
		}
	}
}

func TestWalkAgreesWithGit(t *testing.T) {
	rounds := 150
	if testing.Short() {
		rounds = 30
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		dir := t.TempDir()
		git(t, dir, "init", "-q")
		randomTree(t, r, dir, 0)
		put(t, filepath.Join(dir, ".git/info/exclude"), randomRules(r))
		put(t, filepath.Join(dir, ".git/global"), randomRules(r))
		git(t, dir, "config", "core.excludesFile", filepath.Join(dir, ".git/global"))
		git(t, dir, "config", "core.ignoreCase", pick(r, []string{"true", "false"}))
		o := Options{Root: dir, Global: GlobalIgnore(dir, func(string) string { return "" })}
		if diff := gocmp.Diff(gitFiles(t, dir), walked(t, o)); diff != "" {
			t.Fatalf("seed %d (-git +walk):\n%s", seed, diff)
		}
		for _, sub := range subfolders(t, dir) {
			if diff := gocmp.Diff(gitFiles(t, filepath.Join(dir, sub)),
				walked(t, Options{Root: filepath.Join(dir, sub), Global: o.Global})); diff != "" {
				t.Fatalf("seed %d, opened in %s (-git +walk):\n%s", seed, sub, diff)
			}
		}
	}
}

// subfolders returns the folders at the top that git does not ignore.
func subfolders(t *testing.T, dir string) []string {
	var out []string
	for _, f := range gitFiles(t, dir) {
		if first, _, deeper := strings.Cut(f, "/"); deeper && !slices.Contains(out, first) {
			out = append(out, first)
		}
	}
	return out
}

func TestIgnoreFileTakesPrecedence(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		".gitignore": "*.log\n", ".ignore": "!keep.log\ntmp/\n", "a.log": "", "keep.log": "",
		"tmp/x": "", "b": "",
	} {
		put(t, filepath.Join(dir, name), text)
	}
	if diff := gocmp.Diff([]string{".gitignore", ".ignore", "b", "keep.log"}, walked(t, Options{Root: dir})); diff != "" {
		t.Error(diff)
	}
}

func TestWalkFollowsNoLink(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	put(t, filepath.Join(outside, "secret"), "")
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if diff := gocmp.Diff([]string{"link"}, walked(t, Options{Root: dir})); diff != "" {
		t.Error(diff)
	}
}

func TestWalkEndsEarly(t *testing.T) {
	dir := t.TempDir()
	for _, n := range names {
		put(t, filepath.Join(dir, n), "")
	}
	stop := errors.New("enough")
	if err := Walk(t.Context(), Options{Root: dir}, func(Entry) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Walk(ctx, Options{Root: dir}, func(Entry) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestWalkOfNothing(t *testing.T) {
	err := Walk(t.Context(), Options{Root: t.TempDir(), Dir: "missing"}, func(Entry) error { return nil })
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestWalkGoesDeep(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i := range 40 {
		for _, name := range []string{"x", "x.go", "x/y", "x-1/z"} {
			rel := fmt.Sprintf("d%d/%s", i%7, filepath.ToSlash(filepath.Join(strings.Repeat("e/", i), name)))
			if strings.HasSuffix(rel, "/x") {
				continue // x is a folder
			}
			put(t, filepath.Join(dir, rel), "")
			want = append(want, rel)
		}
	}
	slices.Sort(want)
	if diff := gocmp.Diff(want, walked(t, Options{Root: dir})); diff != "" {
		t.Error(diff)
	}
}

// TestWalkOfRealTrees compares with git on the repositories in the folder that PTK_BENCH_TREES names.
func TestWalkOfRealTrees(t *testing.T) {
	trees, err := filepath.Glob(filepath.Join(cmp.Or(os.Getenv("PTK_BENCH_TREES"), "/nowhere"), "*", ".git"))
	if err != nil || len(trees) == 0 {
		t.Skip("no trees in PTK_BENCH_TREES")
	}
	for _, tree := range trees {
		dir := filepath.Dir(tree)
		if diff := gocmp.Diff(gitFiles(t, dir), walked(t, Options{Root: dir})); diff != "" {
			t.Errorf("%s (-git +walk):\n%s", dir, diff)
		}
	}
}
