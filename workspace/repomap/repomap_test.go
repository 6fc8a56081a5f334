package repomap

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestGolden reads trees from testdata: the file "tree" has a line per file, with the names it defines and how often each is
// referred to; a file named by a number of tokens is the map in so many tokens. PTK_GOLDEN=write writes them again.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files, symbols := tree(t, string(a.Files[0].Data))
		m := New(files, symbols)
		for i, want := range a.Files[1:] {
			var tokens int
			if _, err := fmt.Sscan(want.Name, &tokens); err != nil {
				t.Fatal(want.Name, err)
			}
			got := m.Text(tokens)
			if len(got) > tokens*bytesPerToken {
				t.Errorf("%s: %d bytes for %d tokens", name, len(got), tokens)
			}
			if d := cmp.Diff(strings.TrimSuffix(string(want.Data), "\n"), got); d != "" && os.Getenv("PTK_GOLDEN") != "write" {
				t.Errorf("%s, %d tokens: (-want +got)\n%s", name, tokens, d)
			}
			a.Files[i+1].Data = []byte(got + "\n")
		}
		if os.Getenv("PTK_GOLDEN") == "write" {
			if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func tree(t *testing.T, text string) (files []string, symbols []Symbol) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		files = append(files, fields[0])
		for _, f := range fields[1:] {
			name, refs, _ := strings.Cut(f, "=")
			s := Symbol{File: fields[0], Name: name}
			if _, err := fmt.Sscan(refs, &s.Refs); err != nil {
				t.Fatal(line, err)
			}
			symbols = append(symbols, s)
		}
	}
	return files, symbols
}

// The order of files and names makes no difference to the bytes.
func TestTheSameTreeGivesTheSameBytes(t *testing.T) {
	var files []string
	var symbols []Symbol
	for i := range 300 {
		f := fmt.Sprintf("d%d/e%d/f%d.go", i%7, i%31, i)
		files = append(files, f)
		symbols = append(symbols, Symbol{f, fmt.Sprintf("nameOf%d", i%200), 3 + i%5}, Symbol{f, "String", 90})
	}
	want := New(files, symbols).Text(400)
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		r.Shuffle(len(symbols), func(i, j int) { symbols[i], symbols[j] = symbols[j], symbols[i] })
		if d := cmp.Diff(want, New(files, symbols).Text(400)); d != "" {
			t.Fatal(d)
		}
	}
	if strings.Contains(want, "String") {
		t.Error("a name that every file defines is in the map")
	}
}

func TestEmptyMap(t *testing.T) {
	var none *Map
	for _, got := range []string{none.Text(1000), New(nil, nil).Text(1000), New([]string{"a/b.go"}, nil).Text(2)} {
		if got != "" {
			t.Errorf("got %q", got)
		}
	}
}
