package search

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// grep returns the matches as path:line:column:text.
func grep(t *testing.T, o Options, q Query) (*Result, []string) {
	t.Helper()
	r, err := Grep(t.Context(), o, q)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range r.Matches {
		out = append(out, fmt.Sprintf("%s:%d:%d:%s", m.Rel, m.Line, m.Column, m.Text))
	}
	return r, out
}

func tree(t *testing.T, files map[string]string) Options {
	dir := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	return Options{Root: dir}
}

func TestGrep(t *testing.T) {
	o := tree(t, map[string]string{
		"a.go": "package a\n\nfunc Hello() {}\n", "b/c.go": "// hello there\r\nfunc hello() {}\r\n", "bin": "hello\x00", "d.txt": "😀 hello",
		".gitignore": "ignored\n", "ignored": "hello", "dots": "a.b\naxb\n",
	})
	for name, c := range map[string]struct {
		q    Query
		want []string
	}{
		"literal":      {Query{Text: "hello"}, []string{"b/c.go:1:4:// hello there", "b/c.go:2:6:func hello() {}", "d.txt:1:4:😀 hello"}},
		"smart case":   {Query{Text: "hello()", SmartCase: true}, []string{"a.go:3:6:func Hello() {}", "b/c.go:2:6:func hello() {}"}},
		"smart, caps":  {Query{Text: "Hello", SmartCase: true}, []string{"a.go:3:6:func Hello() {}"}},
		"not a regex":  {Query{Text: "a.b"}, []string{"dots:1:1:a.b"}},
		"regex":        {Query{Text: `^func \w+`, Regex: true}, []string{"a.go:3:1:func Hello() {}", "b/c.go:2:1:func hello() {}"}},
		"end of line":  {Query{Text: `\{\}$`, Regex: true}, []string{"a.go:3:14:func Hello() {}", "b/c.go:2:14:func hello() {}"}},
		"include name": {Query{Text: "hello", Include: []string{"*.txt"}}, []string{"d.txt:1:4:😀 hello"}},
		"include path": {
			Query{Text: "hello", Include: []string{"b/**"}, Exclude: []string{"*.md"}},
			[]string{"b/c.go:1:4:// hello there", "b/c.go:2:6:func hello() {}"},
		},
		"exclude": {Query{Text: "hello", Exclude: []string{"b/"}}, []string{"d.txt:1:4:😀 hello"}},
		"unsaved": {
			Query{Text: "fresh", Texts: map[string]string{"a.go": "fresh\n", "new": "x\nfresh"}},
			[]string{"a.go:1:1:fresh", "new:2:1:fresh"},
		},
		"nothing": {Query{Text: "absent"}, nil},
	} {
		if _, got := grep(t, o, c.q); cmp.Diff(c.want, got) != "" {
			t.Errorf("%s: %s", name, cmp.Diff(c.want, got))
		}
	}
}

func TestGrepContext(t *testing.T) {
	o := tree(t, map[string]string{"f": "1\n2\nhit\n4\n5\n"})
	r, _ := grep(t, o, Query{Text: "hit", Context: 3})
	if diff := cmp.Diff([]Match{{Rel: "f", Line: 3, Column: 1, Text: "hit", Before: []string{"1", "2"}, After: []string{"4", "5"}}},
		r.Matches); diff != "" {
		t.Error(diff)
	}
}

func TestGrepLimit(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("f%02d", i)] = "hit\nhit\nhit\n"
	}
	r, got := grep(t, tree(t, files), Query{Text: "hit", MaxResults: 7})
	if len(got) != 7 || !r.Truncated || r.Files != 3 || got[6] != "f02:1:1:hit" {
		t.Errorf("got %d in %d files, truncated %v: %v", len(got), r.Files, r.Truncated, got)
	}
	if r, got := grep(t, tree(t, map[string]string{"f": "hit\nhit\n"}), Query{Text: "hit", MaxResults: 2}); len(got) != 2 || r.Truncated {
		t.Errorf("a result at the limit is reported as truncated: %v", got)
	}
}

func TestGrepLongLine(t *testing.T) {
	o := tree(t, map[string]string{"min.js": strings.Repeat("ä", 100_000) + "needle" + strings.Repeat("ö", 100_000)})
	_, got := grep(t, o, Query{Text: "needle"})
	if len(got) != 1 || len(got[0]) > 500 || !strings.Contains(got[0], "needle") {
		t.Errorf("got %q", got)
	}
}

func TestGrepSkips(t *testing.T) {
	o := tree(t, map[string]string{".env": "KEY=hit", "a": "hit", "s/b": "hit"})
	o.Skip = func(rel string, dir bool) bool { return rel == ".env" || dir && rel == "s" }
	if _, got := grep(t, o, Query{Text: "hit", Texts: map[string]string{".env": "hit"}}); cmp.Diff([]string{"a:1:1:hit"}, got) != "" {
		t.Errorf("got %v", got)
	}
}

func TestGrepRefuses(t *testing.T) {
	for _, q := range []Query{{Text: ""}, {Text: "(", Regex: true}, {Text: "x", Include: []string{"[a"}}} {
		if _, err := Grep(t.Context(), Options{Root: t.TempDir()}, q); err == nil {
			t.Errorf("%+v was accepted", q)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Grep(ctx, tree(t, map[string]string{"a": "x"}), Query{Text: "x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestGrepReadsUTF16(t *testing.T) {
	o := tree(t, map[string]string{"le": "\xff\xfea\x00\n\x00h\x00i\x00t\x00", "be": "\xfe\xff\x00h\x00i\x00t", "bom": "\ufeffhit"})
	if _, got := grep(t, o, Query{Text: "^hit", Regex: true}); cmp.Diff([]string{"be:1:1:hit", "bom:1:1:hit", "le:2:1:hit"}, got) != "" {
		t.Errorf("got %q", got)
	}
}

// TestGrepGivesUp cancels a search whose only line would take the expression a long time.
func TestGrepGivesUp(t *testing.T) {
	o := tree(t, map[string]string{"one": strings.Repeat("aé", 8<<20)})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Grep(ctx, o, Query{Text: `(a.){40,60}\d`, Regex: true}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// TestGrepOfManyFiles compares with plain reading, in a tree of more files than are in flight.
func TestGrepOfManyFiles(t *testing.T) {
	files, want := map[string]string{}, []string(nil)
	for i := range 3000 {
		name := fmt.Sprintf("d%02d/f%04d", i%60, i)
		files[name] = "nothing\n"
		if i%7 == 0 {
			files[name] += fmt.Sprintf("hit %d", i)
			want = append(want, fmt.Sprintf("%s:2:1:hit %d", name, i))
		}
	}
	slices.Sort(want)
	o := tree(t, files)
	if _, got := grep(t, o, Query{Text: "hit"}); cmp.Diff(want, got) != "" {
		t.Error(cmp.Diff(want, got))
	}
	if r, got := grep(t, o, Query{Text: "hit", MaxResults: 100}); cmp.Diff(want[:100], got) != "" || !r.Truncated || r.Searched == len(files) {
		t.Errorf("with a limit: searched %d, truncated %v, %s", r.Searched, r.Truncated, cmp.Diff(want[:100], got))
	}
}

// FuzzPair compares the processor's instructions with plain Go.
func FuzzPair(f *testing.F) {
	f.Add([]byte(strings.Repeat("x", 90)+"PM_RESUME"), "pm_resume", true, 0)
	f.Add([]byte(strings.Repeat("ab", 50)), "bb", false, 33)
	f.Fuzz(func(t *testing.T, data []byte, text string, fold bool, from int) {
		if text == "" || from < 0 || from > len(data) {
			t.Skip()
		}
		p := newPair(text, fold)
		if len(data) <= p.dist {
			t.Skip()
		}
		if got, want := indexPair(data[from:], &p), indexPairPlain(data[from:], &p); len(data)-from > p.dist && got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}

// FuzzPrefilter compares the literals and the automaton, together and apart, with the plain expression on each line.
func FuzzPrefilter(f *testing.F) {
	for _, p := range []string{
		"foo", "(?i)risk|TODO", "a+b", "(ab){2,3}c?", "x*", "[a-c]d", "(?i:K)elvin", "(foo|ba(r|z))qux", `\bb\w+$`,
		`\Bo|^a.*\z`, `^\s*x`, "^$", "é|(?i)É", "a|b|", `o\x{fffd}`, "ababc|TODO|x", "(bd|BD) |é",
	} {
		f.Add(p, "foo\xff\nTODO risK \u212a\nababc\nbd KELVIN \u212aelvin\n\nbarqux É\r\nx")
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		if _, err := syntax.Parse(expr, syntax.Perl); err != nil || expr == "" {
			t.Skip()
		}
		m, err := newMatcher(Query{Text: expr, Regex: true})
		if err != nil {
			t.Skip()
		}
		var want []string
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			line = strings.TrimSuffix(line, "\r")
			if at := regexp.MustCompile(expr).FindStringIndex(line); text != "" && at != nil {
				want = append(want, fmt.Sprintf("%d:%d", i+1, 1+utf16Len([]byte(line[:at[0]]))))
			}
		}
		for _, alone := range []bool{false, true} {
			if alone {
				m.lits, m.plain = nil, false
			}
			s := newSearcher(t.Context(), m, Options{Root: t.TempDir()})
			var got []string
			for _, m := range s.text("f", []byte(text)) {
				got = append(got, fmt.Sprintf("%d:%d", m.Line, m.Column))
			}
			s.files.close()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q in %q, without literals %v (-plain +ours):\n%s", expr, text, alone, diff)
			}
		}
	})
}
