package ptk_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// inserts are what could be put in for a text, with the cursor at its end.
func inserts(ctx context.Context, m *ptk.Manager, text string) string {
	var out []string
	for _, i := range m.Complete(ctx, text, len(text)).Items {
		out = append(out, i.Insert)
	}
	return strings.Join(out, " ")
}

// completing makes a manager that knows how folders are looked through, and nothing else.
func completing(t testing.TB, ed workspace.Editor, look func(string) search.Options, folders ...workspace.Folder) *ptk.Manager {
	ws, err := workspace.New(folders, ed)
	if err != nil {
		t.Fatal(err)
	}
	m := ptk.NewManager(ptk.Config{Workspace: ws, Look: look, Tools: tools.NewManager(nil, ws, tools.Options{})})
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// folder makes a folder of files.
func folder(t testing.TB, files map[string]string) workspace.Folder {
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return workspace.Folder{Path: dir}
}

// In several folders a file is called by its folder too; of files that may hold secrets only the name is shown, and what
// the user's own settings ignore is not.
func TestCompletionLooksAsTheToolsDo(t *testing.T) {
	one := folder(t, map[string]string{"Big.go": "package a\n\nfunc Wombat() {}\n", "prod.env": "class WombatKey\n", "old.bak": "class WombatOld\n"})
	two := folder(t, map[string]string{"big.txt": "class WombatNot\n"})
	one.Name, two.Name = "one", "two"
	ignore := filepath.Join(t.TempDir(), "ignore")
	if err := os.WriteFile(ignore, []byte("*.bak\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	look := func(root string) search.Options {
		return search.Options{Root: root, Global: ignore, Skip: func(rel string, _ bool) bool { return rel == "prod.env" }}
	}
	m := completing(t, workspace.Disk{}, look, one, two)
	for text, want := range map[string]string{
		"@big": "@one/Big.go @two/big.txt", "@ENV": "@one/prod.env", "@one/b": "@one/Big.go", "@old": "", "@symbol:wom": "@symbol:Wombat", "@wom": "@symbol:Wombat",
	} {
		if diff := cmp.Diff(want, inserts(t.Context(), m, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// What a call that was given up has listed does not stand for the files.
func TestCompletionAfterOneThatWasGivenUp(t *testing.T) {
	m := completing(t, workspace.Disk{}, nil, folder(t, map[string]string{"a.go": "", "b.go": ""}))
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if got := inserts(gone, m, "@go"); got != "" {
		t.Errorf("got %q", got)
	}
	if got := inserts(t.Context(), m, "@go"); got != "@a.go @b.go" {
		t.Errorf("got %q", got)
	}
}

// slowServers are language servers that answer to one word, and to others not before they are told to stop.
type slowServers struct {
	desk
	asked, ended chan error
}

func (s slowServers) FindSymbols(ctx context.Context, query string) ([]workspace.Symbol, error) {
	if query == "quick" {
		return []workspace.Symbol{{Name: "quickly", Place: workspace.Place{Path: s.in("a.go")}}}, nil
	}
	s.asked <- nil
	<-ctx.Done()
	s.ended <- ctx.Err()
	return nil, ctx.Err()
}

// Who types on does not wait for what was typed before.
func TestCompletionsGiveWayToTheNext(t *testing.T) {
	f := folder(t, nil)
	s := slowServers{desk: desk{dir: f.Path}, asked: make(chan error), ended: make(chan error, 1)}
	m := completing(t, s, nil, f)
	for range 20 { // where this process gets no time, the search has ended by itself
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
	t.Error("no search was given up")
}

// BenchmarkComplete is a key press after an @, in the trees in the folder that PTK_BENCH_TREES names: the first, with what
// searches know of the tree, and those that follow. Beside it, listing the tree once. Symbols are not looked for.
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
			press := func(m *ptk.Manager, text string) time.Duration {
				start := time.Now()
				if len(m.Complete(b.Context(), text, len(text)).Items) == 0 {
					b.Fatal("nothing is found")
				}
				return time.Since(start)
			}
			press(completing(b, workspace.Disk{}, look, workspace.Folder{Path: tree}), "@")
			walk, first, next := time.Hour, time.Hour, time.Hour
			for b.Loop() {
				start := time.Now()
				if _, err := search.List(b.Context(), search.Options{Root: tree}, nil, nil); err != nil {
					b.Fatal(err)
				}
				walk = min(walk, time.Since(start))
				m := completing(b, workspace.Disk{}, look, workspace.Folder{Path: tree})
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
