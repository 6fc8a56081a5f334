package index

import (
	"bufio"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ptk-lsp/workspace/search"
)

// question is one of testdata/questions.txt.
type question struct {
	base, text string
	answers    []string // FILE#NAME
}

// bases are the code bases that the questions are about, by the paths of their modules.
func bases() map[string]string {
	return map[string]string{"sh": "mvdan.cc/sh/v3", "tools": "golang.org/x/tools"}
}

func questions(t testing.TB) []question {
	f, err := os.Open("testdata/questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []question
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); !strings.HasPrefix(line, "#") {
			parts := strings.SplitN(line, " | ", 3)
			out = append(out, question{parts[0], parts[2], strings.Split(parts[1], ",")})
		}
	}
	return out
}

// where gives the lines of the declarations that the answer means, with their comments.
func where(t testing.TB, root, answer string) (out []Hit) {
	file, name, _ := strings.Cut(answer, "#")
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

// opened indexes the code bases; the test is skipped where the module cache does not hold them.
func opened(t testing.TB) map[string]*Index {
	out := map[string]*Index{}
	for name, module := range bases() {
		dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
		root := strings.TrimSpace(string(dir))
		if err != nil || root == "" {
			t.Skipf("%s is not in the module cache: run go mod download %s", module, module)
		}
		hide := func(rel string, dir bool) bool {
			return strings.HasSuffix(rel, "_test.go") || dir && filepath.Base(rel) == "testdata"
		}
		x, err := Open(t.TempDir(), Options{Search: search.Options{Root: root, Skip: hide}})
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

// TestQuality asks the questions and holds recall@5 and MRR above what docs/retrieval.md tells; -v prints the table and
// with PTK_QUALITY=misses the questions that are not answered.
func TestQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	qs, indexes := questions(t), opened(t)
	if len(qs) < 100 {
		t.Errorf("only %d questions", len(qs))
	}
	for _, r := range []struct {
		name        string
		rank        ranker
		recall, mrr float64 // at least
	}{
		{"grep", plainGrep, 0, 0}, {"bm25", wordsOnly, 0, 0}, {"vectors", vectorsOnly, 0, 0}, {"hybrid", hybrid, 0.55, 0.4},
	} {
		sums := map[string][3]float64{}
		for _, q := range qs {
			x := indexes[q.base]
			var answers []Hit
			for _, a := range q.answers {
				answers = append(answers, where(t, x.o.Search.Root, a)...)
			}
			hits := r.rank(t, x, q.text)
			at := rank(hits, answers)
			if os.Getenv("PTK_QUALITY") == "misses" && r.name == "hybrid" && (at == 0 || at > 5) {
				fmt.Printf("%d %s\n   want %s\n   got %v\n", at, q.text, q.answers[0], hits[:min(3, len(hits))])
			}
			for _, name := range []string{q.base, "all"} {
				s := sums[name]
				s[0]++
				if at > 0 {
					s[2] += 1 / float64(at)
					if at <= 5 {
						s[1]++
					}
				}
				sums[name] = s
			}
		}
		for _, name := range []string{"sh", "tools", "all"} {
			s := sums[name]
			t.Logf("%-8s %-6s %3.0f questions   recall@5 %.3f   MRR %.3f", r.name, name, s[0], s[1]/s[0], s[2]/s[0])
		}
		if s := sums["all"]; s[1]/s[0] < r.recall || s[2]/s[0] < r.mrr {
			t.Errorf("%s fell to recall@5 %.3f, MRR %.3f", r.name, s[1]/s[0], s[2]/s[0])
		}
	}
}
