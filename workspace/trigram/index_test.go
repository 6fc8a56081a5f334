package trigram

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp/syntax"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
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
		put(t, filepath.Join(dir, fmt.Sprintf("d%d/f%03d.go", i%9, i)), fmt.Sprintf("package d\n\nvar Number%03d = %q\n", i, strings.Repeat("x", i%50)))
	}
	return dir
}

var words = []string{"foo", "Foo", "FOO", "bar", "bazQux", "risk", "RISK", "\u212aelvin", "stra\u017fe", "été", "x", " ", "\t", "()", "a\xffb", "\r", "_", "needle", "Needle", "日本語"}

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
	"foo", "(?i)foo", "Foo|bar", "b.zQ[ua]x", "(?i)risk", "(?i)kelvin", "(?i)strasse", "é", "(?i)ÉTÉ", "needle", "foo.*bar", "^x", "foo$", `\bNeedle\b`, "日本", `\w+Qux`,
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
		q := search.Query{Text: expr, Regex: true, MaxResults: []int{0, 0, 5}[r.IntN(3)], Texts: map[string]string{"a/p1": "needle", "new": "foo bar"}}
		want, got := grep(t, without, q), grep(t, o, q)
		if diff := cmp.Diff(want.Matches, got.Matches); diff != "" || want.Truncated != got.Truncated {
			t.Fatalf("%q (-without +with the index):\n%s", expr, diff)
		}
	}
}

func TestSearchesFindTheSame(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 7))
		dir := randomTree(t, r)
		o := search.Options{Root: dir}
		x := settled(Open(filepath.Join(t.TempDir(), "x"), o))
		defer x.Close()
		for round := range 9 {
			if round%3 == 0 {
				refresh(t, x.Index)
			}
			for range r.IntN(60) {
				edit(t, r, dir, 7)
			}
			findsTheSame(t, r, o, x)
		}
	}
}

func TestIndexSparesReading(t *testing.T) {
	dir := many(t, 600)
	o := search.Options{Root: dir}
	x := settled(Open(filepath.Join(t.TempDir(), "x"), o))
	defer x.Close()
	refresh(t, x.Index)
	spared := func(expr string) (n int) {
		t.Helper()
		narrow := x.Narrow(parse(t, expr))
		if narrow == nil {
			return 0
		}
		lacks, r := narrow(), search.NewReader(dir)
		defer r.Close()
		for _, rel := range x.open()[0].rels {
			if lacks(rel, r.Stamp) {
				n++
			}
		}
		return n
	}
	for expr, want := range map[string]int{"Number123": 599, "number123": 600, "(?i)number123": 599, "Number(12|13)3": 598, "package": 0, "nowhere": 600} {
		if got := spared(expr); got != want {
			t.Errorf("%q saves reading %d files, not %d", expr, got, want)
		}
	}
	put(t, filepath.Join(dir, "d1/f001.go"), "changed")
	if got := spared("nowhere"); got != 599 || x.unknown.Load() != 1 {
		t.Errorf("after a change %d are skipped and %d unknown", got, x.unknown.Load())
	}
	refresh(t, x.Index)
	if got := spared("nowhere"); got != 600 || len(x.open()) != 2 || x.open()[1].rels[0] != "d1/f001.go" {
		t.Errorf("the delta is not used: %d are skipped", got)
	}
}

// TestFreshFilesAreNotTrusted checks that each search reads a file that may change again without another stamp.
func TestFreshFilesAreNotTrusted(t *testing.T) {
	dir := many(t, 300)
	x := Open(filepath.Join(t.TempDir(), "x"), search.Options{Root: dir})
	defer x.Close()
	if err := x.Refresh(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if st := x.Status(); st.Files != 0 {
		t.Errorf("%d files are trusted that were written a moment ago", st.Files)
	}
}

func TestSecretsAndIgnoredFilesNeverEnter(t *testing.T) {
	dir := many(t, 300)
	for rel, text := range map[string]string{".env": "hunter2_secret", ".gitignore": "private/\n", "private/x": "hunter2_private"} {
		put(t, filepath.Join(dir, rel), text)
	}
	place := filepath.Join(t.TempDir(), "x")
	x := settled(Open(place, search.Options{Root: dir, Skip: func(rel string, _ bool) bool { return rel == ".env" }}))
	defer x.Close()
	refresh(t, x.Index)
	if rels := x.open()[0].rels; slices.Contains(rels, ".env") || slices.Contains(rels, "private/x") || !slices.Contains(rels, ".gitignore") {
		t.Errorf("the index holds %v", rels)
	}
	found, err := x.open()[0].files(queryOf(parse(t, "hunter2_")))
	if err != nil || found.count() != 0 {
		t.Errorf("the index contains the secret: %v, %v", found, err)
	}
}

// TestDamageIsDetected changes bytes of a segment one by one: searches find the same as without an index.
func TestDamageIsDetected(t *testing.T) {
	dir := many(t, 300)
	o := search.Options{Root: dir}
	place := filepath.Join(t.TempDir(), "x")
	x := settled(Open(place, o))
	refresh(t, x.Index)
	x.Close()
	names, err := filepath.Glob(filepath.Join(place, "base-*"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	expr := parse(t, "Number123")
	for i := range 400 {
		broken := slices.Clone(whole)
		if i%4 == 0 {
			broken = broken[:r.IntN(len(broken))]
		} else {
			broken[r.IntN(len(broken))] ^= 1 << r.IntN(8)
		}
		put(t, names[0], string(broken))
		x := &inUse{Index: Open(place, o)}
		narrow, err := x.narrow(expr, &x.unknown)
		if err == nil && narrow != nil {
			lacks, r := narrow(), search.NewReader(dir)
			if lacks("d6/f123.go", r.Stamp) {
				t.Fatalf("change %d: the file is not found", i)
			}
			r.Close()
		}
		x.Close()
	}
}

func TestRefreshGivesUp(t *testing.T) {
	dir := many(t, 300)
	place := filepath.Join(t.TempDir(), "x")
	x := settled(Open(place, search.Options{Root: dir}))
	defer x.Close()
	ctx, cancel := context.WithCancel(t.Context())
	if err := x.Refresh(ctx, func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(place, "[bdn]*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

func TestTwoProcesses(t *testing.T) {
	dir := many(t, 300)
	o := search.Options{Root: dir}
	place := filepath.Join(t.TempDir(), "x")
	one, two := settled(Open(place, o)), settled(Open(place, o))
	defer one.Close()
	defer two.Close()
	refresh(t, one.Index)
	lock := flock.New(filepath.Join(place, "lock"))
	if ok, err := lock.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if err := two.Refresh(t.Context(), nil); !errors.Is(err, segment.ErrLocked) || two.Status().Files != 300 {
		t.Errorf("the second has %d files: %v", two.Status().Files, err)
	}
	lock.Unlock()
	for i := range 200 {
		put(t, filepath.Join(dir, fmt.Sprintf("new%d", i)), "text")
	}
	refresh(t, two.Index)
	if narrow := one.Narrow(parse(t, "Number123")); narrow == nil {
		t.Error("the first can't go on with what it has open")
	}
}

func TestSetBuildsAndVerifiesAfterASearch(t *testing.T) {
	t.Parallel()
	dir := many(t, 300)
	o := search.Options{Root: dir, Memory: search.NewMemory()}
	defer o.Memory.Close()
	place := filepath.Join(t.TempDir(), "x")
	s := NewSet(SetOptions{
		Place:   func(string) string { return place },
		Options: func(string) search.Options { return o },
		Failed:  func(_ string, err error) { t.Error(err) },
	})
	defer s.Close()
	with := o
	with.Index = s.Of(dir)
	m := with.Index.(*member)
	until(t, "an index is built", func() bool { // by the first search
		if r := grep(t, with, search.Query{Text: "Number123"}); len(r.Matches) != 1 {
			t.Fatalf("found %v", r.Matches)
		}
		return m.index.Status().Files == 300
	})
	if o.Memory.Follow(t.Context(), o) != nil {
		until(t, "what is written is told", m.index.trusted)
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
