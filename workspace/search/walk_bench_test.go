package search

import (
	"os"
	"testing"
)

// BenchmarkWalk lists the files of the tree in PTK_BENCH_TREE within this process.
func BenchmarkWalk(b *testing.B) {
	dir := os.Getenv("PTK_BENCH_TREE")
	if dir == "" {
		b.Skip("name a folder in PTK_BENCH_TREE")
	}
	for b.Loop() {
		if err := Walk(b.Context(), Options{Root: dir}, func(Entry) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
