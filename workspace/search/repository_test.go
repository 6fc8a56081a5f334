package search

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// onDisk removes files that git lists but that don't exist, such as those that a sparse checkout hides.
func onDisk(dir string, files []string) []string {
	return slices.DeleteFunc(files, func(f string) bool {
		_, err := os.Lstat(filepath.Join(dir, f))
		return err != nil
	})
}

// TestWalkEntersOtherRepositories compares with git in nested repositories, where the rules of the outer one don't apply.
func TestWalkEntersOtherRepositories(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 5))
		dir := t.TempDir()
		git(t, dir, "init", "-q")
		randomTree(t, r, dir, 0)
		in := filepath.Join("deep", pick(r, names))
		inner := filepath.Join(dir, in)
		put(t, filepath.Join(inner, "file"), "")
		git(t, inner, "init", "-q")
		git(t, inner, "config", "core.ignoreCase", pick(r, []string{"true", "false"}))
		randomTree(t, r, inner, 1)
		put(t, filepath.Join(inner, ".git/info/exclude"), randomRules(r))
		want := []string{}
		for _, f := range gitFiles(t, dir) {
			if f != filepath.ToSlash(in)+"/" {
				want = append(want, f)
				continue
			}
			for _, g := range gitFiles(t, inner) {
				want = append(want, filepath.ToSlash(in)+"/"+g)
			}
		}
		slices.Sort(want)
		if diff := gocmp.Diff(want, walked(t, Options{Root: dir})); diff != "" {
			t.Fatalf("seed %d (-git +walk):\n%s", seed, diff)
		}
		o := remembering(t, dir)
		for range 2 {
			tick()
			if diff := gocmp.Diff(want, walked(t, o)); diff != "" {
				t.Fatalf("seed %d, with a memory (-git +walk):\n%s", seed, diff)
			}
		}
		for _, f := range want {
			if hidden, err := Ignored(Options{Root: dir}, f); err != nil || hidden {
				t.Fatalf("seed %d: %s is reported as ignored: %v", seed, f, err)
			}
		}
	}
}

// repositoryWith makes a repository with committed files.
func repositoryWith(t *testing.T, dir string, files ...string) {
	for _, f := range files {
		put(t, filepath.Join(dir, f), "")
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	commit(t, dir)
}

func commit(t *testing.T, dir string) {
	git(t, dir, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-q", "-m", "x")
}

func TestWalkOfWorktreesAndSubmodules(t *testing.T) {
	dir, lib := filepath.Join(t.TempDir(), "repo"), t.TempDir()
	repositoryWith(t, lib, "lib.go", "a.tmp.go")
	repositoryWith(t, dir, "main.go", "docs/x.md")
	git(t, dir, "-c", "protocol.file.allow=always", "submodule", "-q", "add", lib, "sub")
	commit(t, dir)
	tree := filepath.Join(filepath.Dir(dir), "tree")
	git(t, dir, "worktree", "add", "-q", tree)
	put(t, filepath.Join(dir, ".git/info/exclude"), "*.log\nsub/a.*\n")
	put(t, filepath.Join(dir, ".git/modules/sub/info/exclude"), "*.tmp\n")
	for _, top := range []string{dir, tree} {
		put(t, filepath.Join(top, "x.log"), "")
		put(t, filepath.Join(top, "y.txt"), "")
		if diff := gocmp.Diff(slices.DeleteFunc(gitFiles(t, top), func(f string) bool { return f == "sub" }),
			slices.DeleteFunc(walked(t, Options{Root: top}), func(f string) bool { return strings.HasPrefix(f, "sub/") })); diff != "" {
			t.Errorf("%s (-git +walk):\n%s", top, diff)
		}
	}
	sub := filepath.Join(dir, "sub")
	put(t, filepath.Join(sub, "x.tmp"), "")
	put(t, filepath.Join(sub, "x.log"), "")
	want := gitFiles(t, sub)
	if diff := gocmp.Diff(want, walked(t, Options{Root: sub})); diff != "" {
		t.Errorf("opened in the submodule (-git +walk):\n%s", diff)
	}
	for i, f := range want {
		want[i] = "sub/" + f
	}
	if diff := gocmp.Diff(want, walked(t, Options{Root: dir, Dir: "sub"})); diff != "" {
		t.Errorf("in the submodule (-git +walk):\n%s", diff)
	}
}

func TestWalkOfASparseCheckout(t *testing.T) {
	dir := t.TempDir()
	repositoryWith(t, dir, "a/x", "a/y", "b/x", "top")
	git(t, dir, "sparse-checkout", "set", "a")
	put(t, filepath.Join(dir, "a/new"), "")
	if diff := gocmp.Diff(onDisk(dir, gitFiles(t, dir)), walked(t, Options{Root: dir})); diff != "" {
		t.Errorf("(-git +walk):\n%s", diff)
	}
}

// TestGlobalIgnoreAgreesWithGit compares with git's own value of the setting.
func TestGlobalIgnoreAgreesWithGit(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"none":         {},
		"home":         {".gitconfig": "[core]\n\texcludesFile = ~/mine\n"},
		"quoted":       {".gitconfig": "[CORE]\nExcludesfile=\"/a b#c\\\\d\" ; said\n"},
		"in one line":  {".gitconfig": "# first\n[core] excludesfile = /x  # y\n"},
		"goes on":      {".gitconfig": "[core]\n\texcludesFile = /long\\\nname\n"},
		"another part": {".gitconfig": "[core \"sub\"]\n\texcludesFile = /no\n[user]\n\texcludesFile = /no\n"},
		"last":         {".gitconfig": "[core]\n\texcludesFile = /one\n[core]\n\texcludesFile = /two\n"},
		"xdg":          {".config/git/config": "[core]\n\texcludesFile = /x\n"},
		"both":         {".config/git/config": "[core]\n\texcludesFile = /x\n", ".gitconfig": "[core]\n\tbare\n\texcludesFile = /h\n"},
		"repository": {
			".gitconfig":            "[core]\n\texcludesFile = /h\n",
			"work/repo/.git/config": "[core]\n\texcludesFile = /r\n\trepositoryformatversion = 0\n",
		},
		"included":     {".gitconfig": "[include]\n\tpath = more\n[include]\n\tpath = ~/gone\n", "more": "[core]\n\texcludesFile = /m\n"},
		"in a folder":  {".gitconfig": "[includeIf \"gitdir:~/work/\"]\n\tpath = more\n", "more": "[core]\n\texcludesFile = ~/m\n"},
		"in no folder": {".gitconfig": "[includeIf \"gitdir:~/play/\"]\n\tpath = more\n", "more": "[core]\n\texcludesFile = /m\n"},
		"anywhere":     {".gitconfig": "[includeIf \"gitdir:repo/.git\"]\n\tpath = more\n", "more": "[core]\n\texcludesFile = /m\n"},
		"without case": {".gitconfig": "[includeIf \"gitdir/i:~/WORK/\"]\n\tpath = more\n", "more": "[core]\n\texcludesFile = /m\n"},
		"with case":    {".gitconfig": "[includeIf \"gitdir:~/WORK/\"]\n\tpath = more\n", "more": "[core]\n\texcludesFile = /m\n"},
		"beside":       {".gitconfig": "[includeIf \"gitdir:./work/**\"]\n\tpath = more\n", "more": "[core]\n\texcludesFile = /m\n"},
		"on a branch":  {".gitconfig": "[includeIf \"onbranch:ma*\"]\n\tpath = more\n", "more": "[core]\n\texcludesFile = /m\n"},
		"on another":   {".gitconfig": "[includeIf \"onbranch:feature/\"]\n\tpath = more\n", "more": "[core]\n\texcludesFile = /m\n"},
		"goes round":   {".gitconfig": "[includeIf \"gitdir:nowhere\"]\n\tpath = .gitconfig\n[core]\n\texcludesFile = /e\n"},
		"of a worktree": {
			"work/repo/.git/config":          "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n",
			"work/repo/.git/config.worktree": "[core]\n\texcludesFile = /w\n",
		},
	} {
		home := t.TempDir()
		repo := filepath.Join(home, "work", "repo")
		put(t, filepath.Join(repo, "f"), "")
		git(t, repo, "init", "-q", "-b", "main")
		for f, text := range files {
			put(t, filepath.Join(home, f), text)
		}
		env := map[string]string{"HOME": home, "GIT_CONFIG_NOSYSTEM": "1"}
		want := filepath.Join(home, ".config/git/ignore")
		if out, err := gitAt(home, repo, "config", "--type=path", "core.excludesFile"); err == nil {
			want = strings.TrimSuffix(out, "\n")
		}
		if got := GlobalIgnore(repo, func(k string) string { return env[k] }); got != want {
			t.Errorf("%s: got %q, git returns %q", name, got, want)
		}
	}
}

func gitAt(home, dir string, args ...string) (string, error) {
	out, err := gitCommand(home, dir, args...).Output()
	return string(out), err
}

// TestGrepAgreesWithGit compares the matching lines with those of git grep, in files with long lines, with invalid UTF-8, with all
// kinds of line endings, and with binary data.
func TestGrepAgreesWithGit(t *testing.T) {
	parts := []string{"needle", "Needle", "nee", "dle", " ", "é", "\xff", "\r\n", "\n", "\n\n", "x", strings.Repeat("long ", 900), "\t", "日本"}
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 9))
		dir := t.TempDir()
		git(t, dir, "init", "-q")
		randomTree(t, r, dir, 0)
		for _, f := range gitFiles(t, dir) {
			var b strings.Builder
			for range r.IntN(40) {
				b.WriteString(pick(r, parts))
			}
			if r.IntN(6) == 0 {
				b.WriteString("\x00")
			}
			if filepath.Base(f) != ".gitignore" {
				put(t, filepath.Join(dir, f), b.String())
			}
		}
		for _, q := range []Query{{Text: "needle"}, {Text: "needle", IgnoreCase: true}, {Text: "dle nee"}, {Text: "e"}} {
			args := []string{"grep", "-I", "-n", "-F", "-z", "--untracked", "--exclude-standard", "-e", q.Text}
			if q.IgnoreCase {
				args = append(args, "-i")
			}
			out, err := gitAt(filepath.Join(dir, ".git"), dir, args...)
			want := 0
			if err == nil {
				want = strings.Count(out, "\n")
			}
			res, err := Grep(t.Context(), Options{Root: dir}, q)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range res.Matches {
				if !strings.Contains(out, m.Rel+"\x00"+strconv.Itoa(m.Line)+"\x00") {
					t.Errorf("seed %d, %+v: git does not find %s:%d", seed, q, m.Rel, m.Line)
				}
			}
			if len(res.Matches) != want {
				t.Errorf("seed %d, %+v: %d lines are found, by git %d", seed, q, len(res.Matches), want)
			}
		}
	}
}
