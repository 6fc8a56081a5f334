package history_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/ptk/history"
)

// BenchmarkTenThousand measures what a user waits for with 10,000 conversations, and with 100 for comparison.
func BenchmarkTenThousand(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchConversations(b, n) })
	}
}

func benchConversations(b *testing.B, conversations int) {
	s := history.New(filepath.Join(b.TempDir(), "w.db"))
	for i := range conversations {
		question := fmt.Sprintf("How does module%d work with part%d?", i, i%97)
		say(b, s, "", fmt.Sprint(i), question, strings.Repeat("It reads the file and answers. ", 20)+fmt.Sprint(i))
	}
	b.Run("open and list", func(b *testing.B) {
		for b.Loop() {
			must(b, s.Close())
			titles(b, s, history.Page{})
		}
	})
	for name, page := range map[string]history.Page{
		"list": {}, "search a rare word": {Query: "module47"}, "search a common word": {Query: "answers"},
		"search two words": {Query: "reads part5"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				titles(b, s, page)
			}
		})
	}
	b.Run("one turn", func(b *testing.B) {
		i := 0
		for b.Loop() {
			say(b, s, "", fmt.Sprint("new", i), "another", "one")
			i++
		}
	})
	must(b, s.Close())
}

// BenchmarkLongConversation measures what the first request of a turn waits for, in a conversation of 500 turns of 100 events.
func BenchmarkLongConversation(b *testing.B) {
	s := history.New(filepath.Join(b.TempDir(), "w.db"))
	id := ""
	for i := range 500 {
		h := take(b, s, id)
		id = h.ID()
		must(b, h.Begin(history.Start{TurnID: fmt.Sprint(i), Request: "{}"}))
		for k := range 100 {
			h.Later(history.Entry{Kind: "event", Data: fmt.Sprintf(`{"k":%d,"text":%q}`, k, strings.Repeat("x", 200))})
		}
		must(b, h.Add(history.Entry{Class: history.Message, Ordinal: i + 1, Kind: "message", Data: strings.Repeat("m", 500)}))
		if i == 490 {
			must(b, h.Add(history.Entry{Class: history.Mark, Ordinal: 480, Kind: "mark", Data: "{}"}))
		}
		must(b, h.End("{}", ""))
		must(b, h.Release())
	}
	for b.Loop() {
		entries, err := s.Prompt(b.Context(), id)
		if err != nil || len(entries) != 22 {
			b.Fatal(len(entries), err)
		}
		if _, _, err := s.Loose(b.Context(), id); err != nil {
			b.Fatal(err)
		}
	}
	must(b, s.Close())
}
