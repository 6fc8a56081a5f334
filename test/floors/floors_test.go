// Package floors checks which folder may import which. It reads the imports from the files, so that a cached test run can't hide a
// violation.
package floors

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "ptk-lsp"

// allowed lists, for each folder, the folders of the project that its files may import. The longest matching name counts; a folder
// may always import itself and those below it.
var allowed = map[string][]string{
	"cmd":                      {"lsp", "ptk", "tools", "workspace", "llm"},
	"cmd/ptk-lsp/tracing":      {"ptk", "tools", "llm", "workspace/visible"},
	"cmd/ptk-lsp/tracing/otlp": {},
	"lsp":                      {"ptk", "workspace"},
	"lsp/wire":                 {"ptk"},
	"ptk":                      {"tools", "workspace", "llm"},
	"ptk/attach":               {"ptk/chat", "ptk/clip", "ptk/notation", "ptk/prompt", "tools", "workspace", "llm"},
	"ptk/chat":                 {"tools", "workspace", "llm"},
	"ptk/clip":                 {},
	"ptk/command":              {"ptk/chat", "ptk/clip", "workspace"},
	"ptk/complete":             {"ptk/command", "ptk/mention", "ptk/symbol", "tools", "workspace"},
	"ptk/instructions":         {"ptk/clip", "ptk/notation", "ptk/prompt", "workspace"},
	"ptk/mention":              {"ptk/chat", "ptk/symbol", "tools", "workspace"},
	"ptk/notation":             {},
	"ptk/offer":                {"ptk/chat", "ptk/clip", "ptk/notation", "tools", "llm"},
	"ptk/preprocess":           {"ptk/chat", "ptk/clip", "ptk/notation", "ptk/prompt", "llm"},
	"ptk/prompt":               {"ptk/chat", "ptk/clip", "ptk/notation", "tools", "llm"},
	"ptk/record":               {},
	"ptk/symbol":               {"workspace"},
	"tools":                    {"workspace"},
	"workspace":                {},
	"llm":                      {},
	"test":                     {"cmd", "lsp", "ptk", "tools", "workspace", "llm"},
}

// testsOnly are packages that only tests may import.
var testsOnly = []string{"llm/llmtest", "tools/shell/shelltest"}

func TestImportsRunDown(t *testing.T) {
	root := moduleRoot(t)
	var broken []string
	files := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && p != root || d.Name() == "node_modules" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(p, ".go") {
			files++
			broken = append(broken, check(t, root, p)...)
		}
		return nil
	})
	if err != nil || files < 20 {
		t.Fatalf("reading the tree: %d files, %v", files, err)
	}
	if d := cmp.Diff([]string(nil), broken); d != "" {
		t.Errorf("imports that the floor plan forbids:\n%s", d)
	}
}

// The top folders are those of the plan; build output and installed tools don't count.
func TestRoomsAreThoseOfThePlan(t *testing.T) {
	entries, err := os.ReadDir(moduleRoot(t))
	if err != nil {
		t.Fatal(err)
	}
	rooms := []string{"bin", "cmd", "docs", "editors", "llm", "lsp", "ptk", "test", "tools", "workspace"}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(rooms, e.Name()) {
			t.Errorf("%s is no room of the plan", e.Name())
		}
	}
}

// check returns the forbidden imports of one file.
func check(t *testing.T, root, file string) (broken []string) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		t.Fatal(err)
	}
	from := path.Dir(filepath.ToSlash(rel))
	isTest := strings.HasSuffix(file, "_test.go")
	for _, imp := range f.Imports {
		to, ours := strings.CutPrefix(strings.Trim(imp.Path.Value, `"`), module+"/")
		if ours && !may(from, to, isTest) {
			broken = append(broken, fmt.Sprintf("%s imports %s", filepath.ToSlash(rel), to))
		}
	}
	return broken
}

// may reports whether a package may import another. Tests may import any other package, to drive the real thing, except those of
// the notation, which depends on nothing.
func may(from, to string, isTest bool) bool {
	room := roomOf(from)
	if !isTest && slices.ContainsFunc(testsOnly, func(p string) bool { return below(to, p) }) {
		return room == "test" || below(from, "llm/llmtest")
	}
	if below(to, room) || room == roomOf(to) && !below(to, "ptk/notation") {
		return true
	}
	if isTest && room != "ptk/notation" {
		return true
	}
	return slices.ContainsFunc(allowed[room], func(r string) bool { return below(to, r) })
}

// roomOf returns the longest folder of the plan that contains the package.
func roomOf(pkg string) (room string) {
	for r := range allowed {
		if below(pkg, r) && len(r) > len(room) {
			room = r
		}
	}
	return room
}

func below(pkg, room string) bool { return pkg == room || strings.HasPrefix(pkg, room+"/") }

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("no go.mod above the test")
	return ""
}

func TestTheCheckSeesWhatIsForbidden(t *testing.T) {
	for _, c := range []struct {
		from, to string
		test, ok bool
	}{
		{"lsp", "ptk", false, true},
		{"lsp", "llm", false, false},
		{"lsp", "tools", false, false},
		{"lsp/wire", "tools", false, false},
		{"ptk", "lsp", false, false},
		{"ptk", "ptk/notation", false, true},
		{"ptk/notation", "ptk", false, false},
		{"ptk/notation", "ptk", true, false},
		{"ptk/notation", "llm", true, false},
		{"ptk/history", "ptk/notation", false, true},
		{"tools", "workspace/search", false, true},
		{"tools", "ptk", false, false},
		{"tools", "ptk", true, true},
		{"workspace", "llm", false, false},
		{"llm/openai", "llm/sse", false, true},
		{"llm/openai", "workspace", false, false},
		{"cmd/ptk-lsp", "llm/llmtest", false, false},
		{"llm/openai", "llm/llmtest", false, false},
		{"llm/openai", "llm/llmtest", true, true},
		{"test/vscode", "llm/llmtest", false, true},
	} {
		if got := may(c.from, c.to, c.test); got != c.ok {
			t.Errorf("%s imports %s (test: %v): allowed %v, want %v", c.from, c.to, c.test, got, c.ok)
		}
	}
}
