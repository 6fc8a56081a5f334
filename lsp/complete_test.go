package lsp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/lsp/wire"
)

func TestCompleteCountsInUTF16(t *testing.T) {
	b := newBench(t, "{}", []string{"größe.txt", ""})
	var got wire.CompleteResult
	b.must(wire.MethodComplete, raw(`{"text":"😀 ü @grö und","offset":9}`), &got)
	want := wire.CompleteResult{
		Items:   []wire.CompletionItem{{Label: "größe.txt", Kind: wire.CompletionFile, InsertText: "@größe.txt"}},
		Replace: wire.OffsetRange{Start: 5, End: 9},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
