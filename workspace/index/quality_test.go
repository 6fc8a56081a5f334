package index

import (
	"bufio"
	"cmp"
	"encoding/binary"
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
	set        string   // of which it is one
}

// bases are the code bases that the questions are about: paths of modules, and a folder of the npm packages that the VS Code
// extension is built with.
func bases() map[string]string {
	return map[string]string{
		"sh": "mvdan.cc/sh/v3", "tools": "golang.org/x/tools", "toml": "github.com/pelletier/go-toml/v2", "cdp": "github.com/chromedp/chromedp",
		"ajv": "../../editors/vscode/node_modules/ajv/lib",
	}
}

// The sets of questions: by the first the weights were chosen; those of the second were asked when earlier weights were;
// the last were asked once all was chosen.
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

// where gives the lines of the declarations that the answer means, with their comments.
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

// whereInTypeScript gives the lines of a function, class or method: to the closing brace that is indented as it is.
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
	t.Errorf("there is no %s in %s", name, file)
	return nil
}

// ranker gives the pieces that answer a question, the best first.
type ranker func(t testing.TB, x *Index, q string) []Hit

func hybrid(t testing.TB, x *Index, q string) []Hit {
	hits, err := x.Search(t.Context(), q, 10)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func terms(t testing.TB, x *Index, q string) []queryTerm {
	out, err := x.terms(q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// byBM25 is BM25 alone, with the words of the question as they are: what there was before anything was added.
func byBM25(t testing.TB, x *Index, q string) []Hit {
	return x.top(t, func(score func(segment, chunk int, s float32)) {
		chunks, total := x.totals()
		for _, term := range terms(t, x, q) {
			for i, s := range x.segments {
				chunk, list := 0, term.lists[i]
				for len(list) > 0 {
					step, n := binary.Uvarint(list)
					times, m := binary.Uvarint(list[n:])
					list = list[n+m:]
					chunk += int(step)
					tf, k := float64(times), 2*(0.5+0.5*sizeOf(s.sizes[chunk-1])*chunks/total)
					score(i, chunk-1, term.idf(chunks)*float32(tf*3/(tf+k)))
				}
			}
		}
	})
}

// top gives the chunks with the highest sums.
func (x *Index) top(t testing.TB, each func(score func(segment, chunk int, s float32))) []Hit {
	sums := map[[2]int]float32{}
	each(func(segment, chunk int, s float32) { sums[[2]int{segment, chunk}] += s })
	best := &top{limit: 10}
	for at, s := range sums {
		best.places = append(best.places, place{at[0], at[1], s})
	}
	hits, err := x.hits(best.sorted(), 10)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func wordsOnly(t testing.TB, x *Index, q string) []Hit {
	places, err := x.byWords(t.Context(), terms(t, x, q))
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.hits(places, 10)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func vectorsOnly(t testing.TB, x *Index, q string) []Hit {
	places, err := x.byVector(t.Context(), x.vector(terms(t, x, q)), (*segment).hashed)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.hits(places, 10)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// plainGrep ranks lines by how many words of the question they hold, as one does who greps for each.
func plainGrep(t testing.TB, x *Index, q string) []Hit {
	var words []string
	for _, w := range strings.Fields(strings.ToLower(q)) {
		if len(w) > 3 {
			words = append(words, regexp.QuoteMeta(w))
		}
	}
	r, err := search.Grep(t.Context(), x.o.Search, search.Query{Text: strings.Join(words, "|"), Regex: true, IgnoreCase: true})
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int, len(r.Matches))
	order := make([]int, len(r.Matches))
	for i, m := range r.Matches {
		order[i] = i
		for _, w := range words {
			if strings.Contains(strings.ToLower(m.Text), w) {
				counts[i]++
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	var out []Hit
	for _, i := range order[:min(10, len(order))] {
		out = append(out, Hit{Rel: r.Matches[i].Rel, Start: r.Matches[i].Line, End: r.Matches[i].Line})
	}
	return out
}

// rank gives the place of the first hit that overlaps an answer, from 1; 0 where none does.
func rank(hits, answers []Hit) int {
	for i, h := range hits {
		for _, a := range answers {
			if h.Rel == a.Rel && h.Start <= a.End && a.Start <= h.End {
				return i + 1
			}
		}
	}
	return 0
}

// rootOf gives the folder of a code base; the test is skipped where it is not on this machine.
func rootOf(t testing.TB, base string) string {
	if strings.HasPrefix(base, ".") {
		root, err := filepath.Abs(base)
		if _, missing := os.Stat(root); err != nil || missing != nil {
			t.Skipf("%s is not there: run npm ci in editors/vscode", base)
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

// results are the places of the first right answer to each question of a set, 0 where there was none among ten.
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

// between gives the bounds within which a figure lies in 95 of 100 samples drawn from the questions.
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

// TestQuality asks the questions and holds recall@5 and MRR above what docs/retrieval.md tells; -v prints the table and
// with PTK_QUALITY=misses the questions of the tuning set that are not answered.
func TestQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	qs, indexes := questions(t), opened(t)
	rankers := []struct {
		name string
		rank ranker
	}{{"grep", plainGrep}, {"BM25", byBM25}, {"words", wordsOnly}, {"vectors", vectorsOnly}, {"hybrid", hybrid}}
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
			if os.Getenv("PTK_QUALITY") == "misses" && r.name == "hybrid" && q.set == tuning && (at == 0 || at > 5) {
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
			t.Logf("%-8s %-8s %3d questions   recall@5 %.3f (%.2f to %.2f)   MRR %.3f (%.2f to %.2f)", set, r.name, len(got), got.recall(), low, high, got.mrr(), mlow, mhigh)
		}
		a, b := all[set]["hybrid"], all[set]["BM25"]
		low, high := between(len(a), func(sample []int) float64 { return a.drawn(sample).recall() - b.drawn(sample).recall() })
		mlow, mhigh := between(len(a), func(sample []int) float64 { return a.drawn(sample).mrr() - b.drawn(sample).mrr() })
		t.Logf("%-8s hybrid over BM25: recall@5 %+.3f (%+.2f to %+.2f)   MRR %+.3f (%+.2f to %+.2f)", set, a.recall()-b.recall(), low, high, a.mrr()-b.mrr(), mlow, mhigh)
	}
	held := all[heldOut]["hybrid"]
	if len(held) < 100 {
		t.Errorf("only %d questions are held out", len(held))
	}
	if got := all[tuning]["hybrid"]; got.recall() < 0.62 || got.mrr() < 0.42 {
		t.Errorf("the tuning set fell to recall@5 %.3f, MRR %.3f", got.recall(), got.mrr())
	}
}
