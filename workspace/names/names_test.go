package names

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMatch(t *testing.T) {
	l := Parse("# a comment\nreason one\n" +
		"\tplain *.end pre* pre*end *mid* folder/ a/b a/c/ !plain.end\nreason␣two stays\n\twith␣blank x/*.y !folder/free\n")
	for path, want := range map[string]string{
		"plain": "reason one", "sub/plain": "reason one", "plain/sub": "", "plainer": "", "x.end": "reason one", "x.end.no": "",
		"a.end.end": "reason one",
		"prefix":    "reason one", "p": "", "xmidx": "reason one", "folder": "reason one", "folder/x/y": "reason one", "x/folder/y": "reason one",
		"folders/y": "",
		"a/b":       "reason one", "x/a/b": "reason one", "a/b/x": "", "a/c/x": "reason one", "a/c": "reason one", "a/x/b": "", "plain.end": "",
		"with blank": "reason␣two stays", "x/a.y": "reason␣two stays", "x/z/a.y": "", "folder/free": "", "": "", "/": "", "//plain": "reason one",
	} {
		if got := l.Match(path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for path, want := range map[string]string{
		"a/b.go": "a/b.go", ".ENV": ".env", ".env.": ".env", ".env . ": ".env", ".env::$DATA": ".env", "A. /B": "a/b", "...": "...", ".": ".",
		"": "", ".g\u200cit": ".git", "id_r\u017fa": "id_rsa",
		"\u212aey": "key", ".\ufb06x": ".stx", "e\u0301.pem": "e.pem", ".env\ufeff": ".env", ".\u00dfh": ".ssh",
	} {
		if got := Fold(path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func TestOriginals(t *testing.T) {
	for path, want := range map[string]string{
		"a/.env.bak": "a/.env", ".env.bak.old~": ".env.bak.old .env.bak .env", "#.env#": ".env", ".#.env": ".env", ".env.swp": ".env env",
		"..env.swp": "..env .env", "x.json.~2~": "x.json",
		"x copy 2.json": "x copy.json x.json", "x (1).json": "x.json", "copy of x": "x", "x-2024-01-31.key": "x-2024-01.key x-2024.key x.key",
		"x.20240131t120000z": "x", "main.go": "", "a/b_test.go": "", ".env": "", "x.tar.gz": "x.tar x", "": "", "~": "", "##": "",
	} {
		if got := strings.Join(Originals(path), " "); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	var got []string
	for _, name := range []string{
		"env~1", "secret~1.yml", "a/github~1/x", "id~12", "~1", "x.~1~", "long-name~1", "a~b", "a~1.html",
		"main.go",
	} {
		if Short(name) {
			got = append(got, name)
		}
	}
	if d := cmp.Diff([]string{"env~1", "secret~1.yml", "a/github~1/x", "id~12"}, got); d != "" {
		t.Error(d)
	}
}

// FuzzParse checks that any list can be parsed and used.
func FuzzParse(f *testing.F) {
	f.Add("a\n\tb *c d* e/ f/g !h * ** / // ! !/ /x x/*\n", "f/g")
	f.Fuzz(func(_ *testing.T, list, path string) { Parse(list).Match(Fold(path)) })
}

// FuzzNames checks that no path does harm, and that folding twice is the same as once.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{".ENV.bak", "a/b:c/D. ", "#x#", "x (1).json", "\u212a/\u017f", "~1", "a//b/"} {
		f.Add(seed)
	}
	l := Parse("why\n\t*.a b* c/ d/e *f*\n")
	f.Fuzz(func(t *testing.T, path string) {
		once := Fold(path)
		if again := Fold(once); again != once {
			t.Errorf("%q is folded to %q and then to %q", path, once, again)
		}
		l.Match(once)
		Short(once)
		for _, o := range Originals(once) {
			if len(o) >= len(once) {
				t.Errorf("%q is a copy of %q", once, o)
			}
		}
	})
}
