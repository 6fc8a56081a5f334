package index

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ptk-lsp/workspace/search"
)

// question is one of testdata/questions.txt or held_out.txt.
type question struct {
	base, text string
	answers    []string // FILE#NAME
	set        string   // that it belongs to
}

// bases returns the code bases of the questions: paths of modules, and a folder of an npm package with which the VS Code extension
// is built.
func bases() map[string]string {
	return map[string]string{
		"sh": "mvdan.cc/sh/v3", "tools": "golang.org/x/tools", "toml": "github.com/pelletier/go-toml/v2", "cdp": "github.com/chromedp/chromedp",
		"ajv": "../../editors/vscode/node_modules/ajv/lib",
	}
}

// The sets of questions: the weights were chosen by the first; the second was used to choose earlier weights; the last was written
// after the weights were chosen.
const (
	tuning  = "tuning"
	earlier = "earlier"
	heldOut = "held out"
)

func questions(t testing.TB) []question {
	var out []question
	for _, name := range []string{"questions.txt", "held_out.txt"} {
		f, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for s := bufio.NewScanner(f); s.Scan(); {
			if line := s.Text(); !strings.HasPrefix(line, "#") {
				parts := strings.SplitN(line, " | ", 3)
				set := heldOut
				if name == "questions.txt" {
					set = []string{tuning, earlier}[n%2]
				}
				n++
				out = append(out, question{parts[0], parts[2], strings.Split(parts[1], ","), set})
			}
		}
	}
	return out
}

// where returns the lines of the declarations of an answer, with their comments.
func where(t testing.TB, root, answer string) (out []Hit) {
	file, name, _ := strings.Cut(answer, "#")
	if strings.HasSuffix(file, ".ts") {
		return whereInTypeScript(t, root, file, name)
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, filepath.Join(root, file), nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("%s: %v", answer, err)
		return nil
	}
	add := func(id *ast.Ident, n ast.Node) {
		if id.Name == name {
			out = append(out, Hit{Rel: file, Start: fset.Position(n.Pos()).Line, End: fset.Position(n.End()).Line})
		}
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name, d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					add(ts.Name, ts)
				}
			}
		}
	}
	if len(out) == 0 {
		t.Errorf("there is no %s", answer)
	}
	return out
}

// whereInTypeScript returns the lines of a function, class or method: up to the closing brace with the same indentation.
func whereInTypeScript(t testing.TB, root, file, name string) []Hit {
	data, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	begins := regexp.MustCompile(`^( *)(?:export )?(?:default )?(?:async )?(?:(?:function|class) )?` + regexp.QuoteMeta(name) + `\b[^;]*[{(]$`)
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		m := begins.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		for j := i + 1; j < len(lines); j++ {
			if strings.HasPrefix(lines[j], m[1]+"}") {
				return []Hit{{Rel: file, Start: i + 1, End: j + 1}}
			}
		}
	}
	t.Errorf("%s is not in %s", name, file)
	return nil
}

// rootOf returns the folder of a code base; the test is skipped if it is not on this machine.
func rootOf(t testing.TB, base string) string {
	if strings.HasPrefix(base, ".") {
		root, err := filepath.Abs(base)
		if _, missing := os.Stat(root); err != nil || missing != nil {
			t.Skipf("%s is missing: run npm ci in editors/vscode", base)
		}
		return root
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", base).Output()
	root := strings.TrimSpace(string(dir))
	if err != nil || root == "" {
		t.Skipf("%s is not in the module cache: run go mod download %s", base, base)
	}
	return root
}

// opened indexes the code bases without tests and their data.
func opened(t testing.TB) map[string]*Index {
	out := map[string]*Index{}
	for name, base := range bases() {
		hide := func(rel string, dir bool) bool {
			return strings.HasSuffix(rel, "_test.go") || dir && filepath.Base(rel) == "testdata"
		}
		x, err := Open(t.TempDir(), Options{Search: search.Options{Root: rootOf(t, base), Skip: hide}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { x.Close() })
		if err := x.Refresh(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		out[name] = x
	}
	return out
}

// results are the ranks of the first right answer to each question of a set, 0 if there was none in the first ten.
type results []int

func (r results) recall() float64 {
	return r.mean(func(at int) float64 {
		if at > 0 && at <= 5 {
			return 1
		}
		return 0
	})
}

func (r results) mrr() float64 {
	return r.mean(func(at int) float64 {
		if at == 0 {
			return 0
		}
		return 1 / float64(at)
	})
}

func (r results) mean(f func(int) float64) float64 {
	sum := 0.0
	for _, at := range r {
		sum += f(at)
	}
	return sum / float64(max(1, len(r)))
}

// between returns the bounds of a figure in 95 of 100 samples drawn from the questions.
func between(n int, figure func(sample []int) float64) (low, high float64) {
	r := rand.New(rand.NewPCG(1, 2))
	var figures []float64
	for range 2000 {
		sample := make([]int, n)
		for i := range sample {
			sample[i] = r.IntN(n)
		}
		figures = append(figures, figure(sample))
	}
	slices.Sort(figures)
	return figures[len(figures)*25/1000], figures[len(figures)*975/1000]
}

func (r results) drawn(sample []int) (out results) {
	for _, i := range sample {
		out = append(out, r[i])
	}
	return out
}

// TestQuality asks the questions and checks that recall@5 and MRR don't fall; -v prints the table of docs/retrieval.md, and
// PTK_QUALITY=misses the questions of the tuning set that are not answered.
func TestQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	qs, indexes := questions(t), opened(t)
	rankers := []struct {
		name string
		rank ranker
	}{{"grep", plainGrep}, {"BM25", byBM25}, {"index", whole}}
	all := map[string]map[string]results{}
	for _, q := range qs {
		x := indexes[q.base]
		var answers []Hit
		for _, a := range q.answers {
			answers = append(answers, where(t, x.o.Search.Root, a)...)
		}
		for _, r := range rankers {
			hits := r.rank(t, x, q.text)
			at := rank(hits, answers)
			if os.Getenv("PTK_QUALITY") == "misses" && r.name == "index" && q.set == tuning && (at == 0 || at > 5) {
				fmt.Printf("%d %s\n   want %s\n   got %v\n", at, q.text, q.answers[0], hits[:min(3, len(hits))])
			}
			for _, set := range []string{q.set, q.base} {
				if all[set] == nil {
					all[set] = map[string]results{}
				}
				all[set][r.name] = append(all[set][r.name], at)
			}
		}
	}
	for _, set := range []string{tuning, earlier, heldOut, "sh", "tools", "toml", "cdp", "ajv"} {
		for _, r := range rankers {
			got := all[set][r.name]
			low, high := between(len(got), func(sample []int) float64 { return got.drawn(sample).recall() })
			mlow, mhigh := between(len(got), func(sample []int) float64 { return got.drawn(sample).mrr() })
			t.Logf("%-8s %-8s %3d questions   recall@5 %.3f (%.2f to %.2f)   MRR %.3f (%.2f to %.2f)", set, r.name, len(got), got.recall(), low,
				high, got.mrr(), mlow, mhigh)
		}
		a, b := all[set]["index"], all[set]["BM25"]
		low, high := between(len(a), func(sample []int) float64 { return a.drawn(sample).recall() - b.drawn(sample).recall() })
		mlow, mhigh := between(len(a), func(sample []int) float64 { return a.drawn(sample).mrr() - b.drawn(sample).mrr() })
		t.Logf("%-8s index over BM25: recall@5 %+.3f (%+.2f to %+.2f)   MRR %+.3f (%+.2f to %+.2f)", set, a.recall()-b.recall(), low, high,
			a.mrr()-b.mrr(), mlow, mhigh)
	}
	held := all[heldOut]["index"]
	if len(held) < 100 {
		t.Errorf("only %d questions are held out", len(held))
	}
	if got := all[tuning]["index"]; got.recall() < 0.62 || got.mrr() < 0.42 {
		t.Errorf("the tuning set fell to recall@5 %.3f, MRR %.3f", got.recall(), got.mrr())
	}
}
