package trigram

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp/syntax"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace/search"
)

func put(t testing.TB, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// inUse is an index as a search uses it.
type inUse struct {
	*Index
	unknown atomic.Int64
}

func (x *inUse) Narrow(expr *syntax.Regexp) func() search.Lacks {
	x.unknown.Store(0)
	narrow, err := x.narrow(expr, &x.unknown)
	if err != nil {
		return nil
	}
	return narrow
}

// settled makes the index accept files that have just been written; the clock has moved on since.
func settled(x *Index) *inUse {
	time.Sleep(20 * time.Millisecond)
	x.now = func() time.Time { return time.Now().Add(time.Hour) }
	return &inUse{Index: x}
}

func refresh(t testing.TB, x *Index) {
	t.Helper()
	time.Sleep(20 * time.Millisecond) // files written after this have another stamp
	if err := x.Refresh(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	time.Sleep(20 * time.Millisecond)
}

func grep(t testing.TB, o search.Options, q search.Query) *search.Result {
	t.Helper()
	r, err := search.Grep(t.Context(), o, q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// many makes a folder of n files, each with its own number in it.
func many(t testing.TB, n int) string {
	dir := t.TempDir()
	for i := range n {
		put(t, filepath.Join(dir, fmt.Sprintf("d%d/f%03d.go", i%9, i)),
			fmt.Sprintf("package d\n\nvar Number%03d = %q\n", i, strings.Repeat("x", i%50)))
	}
	return dir
}

var words = []string{
	"foo", "Foo", "FOO", "bar", "bazQux", "risk", "RISK", "\u212aelvin", "stra\u017fe", "été", "x", " ", "\t", "()",
	"a\xffb", "\r", "_", "needle", "Needle", "日本語",
}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(30) {
		b.WriteString(words[r.IntN(len(words))])
		if r.IntN(4) == 0 {
			b.WriteByte('\n')
		}
	}
	switch r.IntN(20) {
	case 0:
		return "\xff\xfe" + strings.Join(strings.Split(strings.ToValidUTF8(b.String(), ""), ""), "\x00") + "\x00"
	case 1:
		return b.String() + "\x00"
	case 2:
		return "\ufeff" + b.String()
	}
	return b.String()
}

func randomPath(r *rand.Rand) string {
	return fmt.Sprintf("%c/%c%d", 'a'+rune(r.IntN(6)), 'p'+rune(r.IntN(4)), r.IntN(40))
}

// edit changes the tree in one of several ways, as people, programs and attackers do; the seventh swaps folders.
func edit(t *testing.T, r *rand.Rand, dir string, ways int) {
	path, other := filepath.Join(dir, randomPath(r)), filepath.Join(dir, randomPath(r))
	switch r.IntN(ways + 1) {
	case 1:
		os.Remove(path)
	case 2:
		os.Rename(path, other)
	case 3: // the same size and time, another text
		info, err := os.Stat(path)
		if err != nil {
			return
		}
		text := strings.Repeat("needle", int(info.Size())/6+1)[:info.Size()]
		put(t, path, text)
		os.Chtimes(path, info.ModTime(), info.ModTime())
	case 4:
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			f.WriteString(randomText(r))
			f.Close()
		}
	case 5: // two files change places
		tmp := path + "~"
		os.Rename(path, tmp)
		os.Rename(other, path)
		os.Rename(tmp, other)
	case 6:
		put(t, filepath.Join(dir, ".gitignore"), []string{"", "a/\n", "p*\n!p1\n", "*1\n"}[r.IntN(4)])
	case 7:
		a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
		os.Rename(a, a+"~")
		os.Rename(b, a)
		os.Rename(a+"~", b)
	default:
		put(t, path, randomText(r))
	}
}

var exprs = []string{
	"foo", "(?i)foo", "Foo|bar", "b.zQ[ua]x", "(?i)risk", "(?i)kelvin", "(?i)strasse", "é", "(?i)ÉTÉ", "needle", "foo.*bar", "^x", "foo$",
	`\bNeedle\b`, "日本", `\w+Qux`,
	`a\x{fffd}b`, "(foo|bar)+", "missing_everywhere", `foo\r`, "[fF]oo[bB]", "n(ee|aa)dle",
}

func randomTree(t *testing.T, r *rand.Rand) string {
	dir := t.TempDir()
	for range 420 {
		put(t, filepath.Join(dir, randomPath(r)), randomText(r))
	}
	for i := range Worthwhile {
		put(t, filepath.Join(dir, fmt.Sprintf("rest/%03d", i)), randomText(r))
	}
	return dir
}

// findsTheSame compares what searches find with the index and without.
func findsTheSame(t *testing.T, r *rand.Rand, o search.Options, x *inUse) {
	t.Helper()
	without := search.Options{Root: o.Root}
	o.Index = x
	for _, expr := range exprs {
		q := search.Query{
			Text: expr, Regex: true, MaxResults: []int{0, 0, 5}[r.IntN(3)],
			Texts: map[string]string{"a/p1": "needle", "new": "foo bar"},
		}
		want, got := grep(t, without, q), grep(t, o, q)
		if diff := cmp.Diff(want.Matches, got.Matches); diff != "" || want.Truncated != got.Truncated {
			t.Fatalf("%q (-without +with the index):\n%s", expr, diff)
		}
	}
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 600 {
		if is() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("timed out waiting until %s", what)
}
