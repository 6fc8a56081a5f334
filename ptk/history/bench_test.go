package history_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/ptk/history"
)

// BenchmarkTenThousand measures what a user waits for where there are 10,000 conversations.
func BenchmarkTenThousand(b *testing.B) {
	path := filepath.Join(b.TempDir(), "w.db")
	s := history.New(path)
	for i := range 10_000 {
		say(b, s, "", fmt.Sprint(i), fmt.Sprintf("How does module%d work with part%d?", i, i%97), strings.Repeat("It reads the file and answers. ", 20)+fmt.Sprint(i))
	}
	b.Run("open and list", func(b *testing.B) {
		for b.Loop() {
			must(b, s.Close())
			titles(b, s, history.Page{})
		}
	})
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			titles(b, s, history.Page{})
		}
	})
	b.Run("search a rare word", func(b *testing.B) {
		for b.Loop() {
			titles(b, s, history.Page{Query: "module4711"})
		}
	})
	b.Run("search a common word", func(b *testing.B) {
		for b.Loop() {
			titles(b, s, history.Page{Query: "answers"})
		}
	})
	b.Run("one turn", func(b *testing.B) {
		i := 0
		for b.Loop() {
			say(b, s, "", fmt.Sprint("new", i), "another", "one")
			i++
		}
	})
	must(b, s.Close())
}
