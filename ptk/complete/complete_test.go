package complete_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/complete"
	"ptk-lsp/ptk/symbol"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// inserts returns what could be inserted for a text with the cursor at its end.
func inserts(ctx context.Context, c *complete.Completer, text string) string {
	var out []string
	for _, i := range c.Complete(ctx, text, len(text)).Items {
		out = append(out, i.Insert)
	}
	return strings.Join(out, " ")
}

// newCompleter returns a Completer over folders; look returns the options for searching one of them.
func newCompleter(t testing.TB, ed workspace.Editor, look func(string) search.Options, folders ...workspace.Folder) *complete.Completer {
	ws, err := workspace.New(folders, ed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	return complete.New(complete.Config{
		Workspace: ws, Options: look, Symbols: symbol.NewFinder(ws, look), Tools: tools.NewManager(nil, ws, tools.Options{}),
		Commands: command.NewLibrary(command.Config{Workspace: ws, LeftOut: func(string, error) {}}),
	})
}

// everything searches all of a folder.
func everything(root string) search.Options { return search.Options{Root: root} }

// folder returns a new folder with files.
func folder(t testing.TB, files map[string]string) workspace.Folder {
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return workspace.Folder{Path: dir}
}

// With several folders a file's name begins with its folder. Files that may hold secrets are listed, but not searched for
// symbols; files that the user's own settings ignore are not listed.
func TestCompletionLooksAsTheToolsDo(t *testing.T) {
	one := folder(t, map[string]string{
		"Big.go": "package a\n\nfunc Wombat() {}\n", "prod.env": "class WombatKey\n", "old.bak": "class WombatOld\n",
	})
	two := folder(t, map[string]string{"big.txt": "class WombatNot\n"})
	one.Name, two.Name = "one", "two"
	ignore := filepath.Join(t.TempDir(), "ignore")
	if err := os.WriteFile(ignore, []byte("*.bak\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	look := func(root string) search.Options {
		return search.Options{Root: root, Global: ignore, Skip: func(rel string, _ bool) bool { return rel == "prod.env" }}
	}
	m := newCompleter(t, workspace.Disk{}, look, one, two)
	for text, want := range map[string]string{
		"@big": "@one/Big.go @two/big.txt", "@ENV": "@one/prod.env", "@one/b": "@one/Big.go", "@old": "",
		"@symbol:wom": "@symbol:Wombat", "@wom": "@symbol:Wombat",
	} {
		if diff := cmp.Diff(want, inserts(t.Context(), m, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// editing is an editor with open files.
type editing struct {
	workspace.Disk
	context workspace.Context
}

func (e editing) Context(context.Context) (*workspace.Context, error) { return &e.context, nil }

// What is open in the editor comes first, and only once; folders have a slash at their end.
func TestCompletionBeginsWithOpenFiles(t *testing.T) {
	f := folder(t, map[string]string{"a.go": "", "b.go": "", "c.txt": ""})
	if err := os.MkdirAll(filepath.Join(f.Path, "src", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.Path, "src", "deep", "d.go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(f.Path, name) }
	ed := editing{context: workspace.Context{Visible: []string{at("b.go")}, Open: []string{at("src/deep/d.go"), at("b.go"), "/etc/hosts"}}}
	m := newCompleter(t, ed, everything, f)
	for text, want := range map[string]string{
		"@":      "@diagnostics @selection @diff @symbol: @tool: @b.go @src/deep/d.go @a.go @c.txt @src/ @src/deep/",
		"@go":    "@b.go @src/deep/d.go @a.go",
		"@src":   "@src/deep/d.go @src/ @src/deep/",
		"@deep":  "@src/deep/d.go @src/deep/",
		"@sy":    "@symbol:",
		"@tool:": "",
	} {
		if diff := cmp.Diff(want, inserts(t.Context(), m, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// A list that was cut short by a cancelled call is not cached.
func TestCompletionAfterACancelledOne(t *testing.T) {
	m := newCompleter(t, workspace.Disk{}, everything, folder(t, map[string]string{"a.go": "", "b.go": ""}))
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if got := inserts(gone, m, "@go"); got != "" {
		t.Errorf("got %q", got)
	}
	if got := inserts(t.Context(), m, "@go"); got != "@a.go @b.go" {
		t.Errorf("got %q", got)
	}
}

// slowServers are language servers that answer one query, and others not before the query is cancelled.
type slowServers struct {
	workspace.Disk
	workspace.Languages // not called
	dir                 string
	asked, ended        chan error
}

func (s slowServers) FindSymbols(ctx context.Context, query string) ([]workspace.Symbol, error) {
	if query == "quick" {
		return []workspace.Symbol{{Name: "quickly", Place: workspace.Place{Path: filepath.Join(s.dir, "a.go")}}}, nil
	}
	s.asked <- nil
	<-ctx.Done()
	s.ended <- ctx.Err()
	return nil, ctx.Err()
}

// A completion cancels the search of the one before.
func TestCompletionCancelsTheOneBefore(t *testing.T) {
	f := folder(t, nil)
	s := slowServers{dir: f.Path, asked: make(chan error), ended: make(chan error, 1)}
	m := newCompleter(t, s, everything, f)
	for range 20 { // on a busy machine the search may have ended by its time limit
		first := make(chan string)
		go func() { first <- inserts(t.Context(), m, "@symbol:slow") }()
		<-s.asked
		if got := inserts(t.Context(), m, "@symbol:quick"); got != "@symbol:quickly" {
			t.Errorf("got %q", got)
		}
		err := <-s.ended
		<-first
		if err == context.Canceled {
			return
		}
	}
	t.Error("no search was cancelled")
}

// BenchmarkComplete measures a key press after an @ in each tree of the folder PTK_BENCH_TREES: the first, with the memory of
// earlier searches, and the next. It also measures listing the tree once. Symbols are not searched.
func BenchmarkComplete(b *testing.B) {
	trees, err := filepath.Glob(filepath.Join(os.Getenv("PTK_BENCH_TREES"), "*"))
	if err != nil || os.Getenv("PTK_BENCH_TREES") == "" {
		b.Skip("PTK_BENCH_TREES names no folder of trees")
	}
	for _, tree := range trees {
		b.Run(filepath.Base(tree), func(b *testing.B) {
			memory := search.NewMemory()
			defer memory.Close()
			look := func(root string) search.Options { return search.Options{Root: root, Memory: memory} }
			press := func(m *complete.Completer, text string) time.Duration {
				start := time.Now()
				if len(m.Complete(b.Context(), text, len(text)).Items) == 0 {
					b.Fatal("nothing is found")
				}
				return time.Since(start)
			}
			press(newCompleter(b, workspace.Disk{}, look, workspace.Folder{Path: tree}), "@")
			walk, first, next := time.Hour, time.Hour, time.Hour
			for b.Loop() {
				start := time.Now()
				if _, err := search.List(b.Context(), search.Options{Root: tree}, nil, nil); err != nil {
					b.Fatal(err)
				}
				walk = min(walk, time.Since(start))
				m := newCompleter(b, workspace.Disk{}, look, workspace.Folder{Path: tree})
				first = min(first, press(m, "@"))
				next = min(next, press(m, "@k"))
			}
			b.ReportMetric(float64(walk.Microseconds())/1000, "walk-ms")
			b.ReportMetric(float64(first.Microseconds())/1000, "first-ms")
			b.ReportMetric(float64(next.Microseconds())/1000, "next-ms")
			b.ReportMetric(float64(first)/float64(walk), "first/walk")
			b.ReportMetric(float64(next)/float64(walk), "next/walk")
		})
	}
}
