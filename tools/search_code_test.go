package tools_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
)

func TestListFiles(t *testing.T) {
	r := newRoom(
		t,
		map[string]string{".gitignore": "out/\n", "out/x.go": "", "a.go": "", "src/b.go": "", "src/c.ts": "", "src/deep/d.go": ""},
	)
	for args, want := range map[string][]any{
		`{}`:                     {".gitignore", "a.go", "src/b.go", "src/c.ts", "src/deep/d.go"},
		`{"directory": "src"}`:   {"src/b.go", "src/c.ts", "src/deep/d.go"},
		`{"pattern": "*.go"}`:    {"a.go", "src/b.go", "src/deep/d.go"},
		`{"pattern": "src/*.*"}`: {"src/b.go", "src/c.ts"},
		`{"directory": "src", "pattern": "deep/*.{go,ts}"}`: {"src/deep/d.go"},
		`{"pattern": "*.rs"}`:                               {},
	} {
		got := r.ok("list_files", args)
		if diff := cmp.Diff(want, got["files"]); diff != "" || got["count"] != float64(len(want)) {
			t.Errorf("%s: %s", args, diff)
		}
	}
	if got := r.ok("glob", `{"limit": 2}`); len(got["files"].([]any)) != 2 || got["count"] != 5.0 || got["truncated"] != true {
		t.Errorf("got %v", got)
	}
	r.fails("list_files", `{"pattern": "[a"}`, tools.ValidationError, "not a valid pattern")
	r.fails("list_files", `{"directory": "/etc"}`, tools.SecurityError, "outside")
	r.fails("list_files", `{"directory": "a.go"}`, tools.UserError, "no folder")
}

func TestListFilesIsGits(t *testing.T) {
	r := newRoom(t, map[string]string{
		".gitignore": "*.log\n!keep.log\n/out\nbuild/**\n!build/x/\n**/tmp/*.txt\n", "a.log": "", "keep.log": "", "out/a": "",
		"sub/out": "", "build/x/y": "", "build/z": "",
		"sub/tmp/a.txt": "", "sub/tmp/b.md": "", "sub/.gitignore": "*.md\n!README.md\ndeep/\n", "sub/README.md": "",
		"sub/deep/f": "", "sub/a b": "", "sub/é.log": "", ".hidden": "", "sub/keep.log/f": "",
	})
	git := func(args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir = r.dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return string(out)
	}
	git("init", "-q")
	r.put(".git/info/exclude", "sub/a*\n")
	want := []any{}
	for f := range strings.SplitSeq(strings.TrimSuffix(git("ls-files", "-co", "--exclude-standard", "-z"), "\x00"), "\x00") {
		want = append(want, f)
	}
	if diff := cmp.Diff(want, r.ok("list_files", `{}`)["files"]); diff != "" {
		t.Errorf("(-git +list_files):\n%s", diff)
	}
}

func TestSearchCode(t *testing.T) {
	r := newRoom(t, map[string]string{"a.go": "x\nfunc Hit() {}\ny\n", ".env": "hit", "id_rsa": "hit", "b.md": "hit"})
	got := r.ok("search_code", `{"query": "hit", "include": ["*.go"], "context_lines": 1}`)
	want := []any{
		map[string]any{"path": "a.go", "line": 2.0, "column": 6.0, "text": "func Hit() {}", "before": []any{"x"}, "after": []any{"y"}},
	}
	if diff := cmp.Diff(want, got["matches"]); diff != "" || got["files"] != 1.0 {
		t.Error(diff)
	}
	if got := r.ok("grep", `{"query": "h.t", "regex": true}`); len(got["matches"].([]any)) != 2 {
		t.Errorf("secrets are shown: %v", got)
	}
	if got := r.ok("search_code", `{"query": "hit", "case_sensitive": true}`); len(got["matches"].([]any)) != 1 {
		t.Errorf("got %v", got)
	}
	r.fails("search_code", `{"query": "(", "regex": true}`, tools.ValidationError, "regex")
}
