package trigram

import (
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func parse(t *testing.T, expr string) *syntax.Regexp {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		t.Skip(err)
	}
	return re.Simplify()
}

func TestQueryOf(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{`Hello`, "Hel ell llo"},
		{`ab`, "all"},
		{`a.*b`, "all"},
		{`abc.*xyz`, "abc xyz"},
		{`[A-Z]+_SUSPEND`, "_SU SUS USP SPE PEN END"},
		{`(ERR|SYS)_OK`, "(ERR RR_ R_O _OK)|(SYS YS_ S_O _OK)"},
		{`(?i)to do`, "~t~o  ~o ~d  ~d~o"},
		{`(?i)sky`, "~s~k~y|\x00\x00\x00"},
		{`foo|bar|x`, "all"},
		{`foo|bar`, "bar|foo"},
		{`fo+bar`, "bar oba"},
		{`(abc){2,}`, "abc bca cab"},
		{`abc?d`, "abd|(abc bcd)"},
		{`^\s*func$`, "fun unc"},
		{`x\n`, "all"},
		{`foo\nbar`, "foo oo\n o\nb \nba bar"},
		{`[^a]`, "all"},
		{`é—x`, "(\x03\t\x02 \t\x02\x00 \x02\x00\x14 \x00\x14x)"},
		{`[ab]cd`, "acd|bcd"},
		{`(a|b|c|d|e)(a|b|c|d|e)(a|b|c|d|e)`, "all"},
	} {
		q := queryOf(parse(t, c.expr))
		if got := q.String(); strings.Trim(got, "()") != strings.Trim(c.want, "()") {
			t.Errorf("%q: got %q, want %q", c.expr, got, c.want)
		}
	}
}

// has reports whether the query selects a file with the keys.
func (q query) has(keys map[uint32]bool) bool {
	if q.op == all || q.op == none {
		return q.op == all
	}
	var parts []bool
	for _, g := range q.grams {
		parts = append(parts, slices.ContainsFunc(g.keys(), func(k uint32) bool { return keys[k] }))
	}
	for _, s := range q.subs {
		parts = append(parts, s.has(keys))
	}
	if q.op == or {
		return slices.Contains(parts, true)
	}
	return !slices.Contains(parts, false)
}

// FuzzQuery checks that the query of an expression selects every text with a matching line.
func FuzzQuery(f *testing.F) {
	for _, expr := range []string{
		`foo`, `(?i)risk|TODO`, `a+bcd`, `(ab){2,3}c?`, `x*abc`, `[a-c]de[fg]`, `(?i:K)elvin`, `(foo|ba(r|z))qux`, `\bbar\w+$`, `^\s*xyz`,
		`é|(?i)ÉTÉ`, `a\x{fffd}bc`,
		`abc\r`, `(?i)straſse`, `(a|b|c|d|e)(f|g|h|i|j)(k|l|m)`, `(abc|)def`, `(?i)[sk]it`, `(x|yz)+abc`, `[^a]bcd`, `(?s).abc.`, `()abc`,
		`a{0}bcd`,
	} {
		f.Add(expr, "foo\nTODO riſK \u212a\nababc abcdef\nbdebd KELVIN \u212aelvin\nbarqux ÉtÉ\r\nxyz bcd a\xffbc STRASSE abc\r\r\n")
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		tree := parse(t, expr)
		re, err := regexp.Compile(expr)
		if err != nil || len(text) > 1<<16 {
			t.Skip()
		}
		q := queryOf(tree)
		b := newTestBuilder(t)
		defer b.temp.Close()
		b.collect([]byte(text))
		keys := map[uint32]bool{}
		for _, k := range b.keys {
			keys[k] = true
		}
		for line := range strings.SplitSeq(text, "\n") {
			if re.MatchString(strings.TrimSuffix(line, "\r")) && !q.has(keys) {
				t.Errorf("%q matches %q, but the query is %v", expr, line, q)
			}
		}
	})
}

func newTestBuilder(t testing.TB) *builder {
	temp, err := os.Create(filepath.Join(t.TempDir(), "runs"))
	if err != nil {
		t.Fatal(err)
	}
	return newBuilder(temp)
}

// FuzzList checks that a coded list is decoded again, and that junk does no harm.
func FuzzList(f *testing.F) {
	f.Add([]byte{1, 2, 3, 200, 255, 0}, []byte{3, 7}, 5)
	f.Fuzz(func(t *testing.T, gaps, junk []byte, scale int) {
		ids, next := []uint32(nil), uint32(0)
		for _, g := range gaps {
			next += uint32(g) * uint32(scale&1023)
			ids = append(ids, next)
			next++
		}
		files := int(next) + 1
		got, want := newSet(files), newSet(files)
		for _, id := range ids {
			want.add(int(id))
		}
		if list := appendList(nil, ids); len(ids) > 0 && !got.addList(list, len(ids), files) || !slices.Equal(got, want) {
			t.Errorf("%v is not read back: %s", ids, cmp.Diff(want, got))
		}
		got.addList(junk, len(gaps), files)
	})
}
