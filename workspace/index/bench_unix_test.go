//go:build unix

package index

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"ptk-lsp/workspace/search"

	"ptk-lsp/workspace/index/vector"
)

// eachTree runs a benchmark on the repositories in the folder that PTK_BENCH_TREES names.
func eachTree(b *testing.B, run func(b *testing.B, root string)) {
	trees, err := filepath.Glob(filepath.Join(cmp.Or(os.Getenv("PTK_BENCH_TREES"), "/nowhere"), "*", ".git"))
	if err != nil || len(trees) == 0 {
		b.Skip("no trees to index: name a folder of repositories in PTK_BENCH_TREES, or make bench-trees")
	}
	for _, t := range trees {
		root := filepath.Dir(t)
		b.Run(filepath.Base(root), func(b *testing.B) { run(b, root) })
	}
}

func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkBuild builds the index, changes a file and searches.
func BenchmarkBuild(b *testing.B) { eachTree(b, build) }

func build(b *testing.B, root string) {
	for b.Loop() {
		x, err := Open(b.TempDir(), Options{Search: search.Options{Root: root}})
		if err != nil {
			b.Fatal(err)
		}
		before := cpuTime(b)
		if err := x.Refresh(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric((cpuTime(b) - before).Seconds(), "cpu-s")
		st := x.Status()
		b.ReportMetric(float64(st.Chunks), "chunks")
		b.ReportMetric(float64(st.Bytes)/1e6, "MB")
		b.ReportMetric(float64(textBytes(x))/1e6, "MB-text")
		b.ReportMetric(peak(b), "MB-peak")
		queries(b, x)
		updates(b, x)
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func textBytes(x *Index) (n int64) {
	for _, f := range x.files {
		if f.entry().Size <= maxFile {
			n += f.entry().Size
		}
	}
	return n
}

func peak(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Maxrss) / 1024
}

func queries(b *testing.B, x *Index) {
	var times []float64
	for _, q := range []string{
		"how are pods evicted when memory runs low", "suspend and resume of a usb device", "parse the command line flags",
		"allocate memory", "return error if context is done", "read file", "where is the lock released after a timeout", "init",
	} {
		for range 5 {
			start := time.Now()
			if _, err := x.Search(b.Context(), q, 20); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(start).Seconds()*1e3)
		}
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2], "ms-p50")
	b.ReportMetric(times[len(times)*95/100], "ms-p95")
}

func updates(b *testing.B, x *Index) {
	var rels []string
	for rel, f := range x.files {
		if size := f.entry().Size; size > 5000 && size < 20000 && filepath.Ext(rel) != "" {
			rels = append(rels, rel)
		}
	}
	slices.Sort(rels)
	var work, times []float64
	for _, rel := range rels[:min(9, len(rels))] {
		x.files[rel].entry().Modified = 0 // as if it were older
		start, cpu := time.Now(), cpuTime(b)
		if err := x.Changed(b.Context(), []string{rel}); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start).Seconds()*1e3)
		work = append(work, (cpuTime(b)-cpu).Seconds()*1e3)
	}
	slices.Sort(times)
	slices.Sort(work)
	b.ReportMetric(times[len(times)/2], "ms-update")
	b.ReportMetric(work[len(work)/2], "ms-update-cpu")
	runtime.KeepAlive(x)
}

func BenchmarkVectors(b *testing.B) {
	const n, dim = 100_000, 256
	all, q := make([]int8, n*dim), make([]int8, dim)
	for i := range all {
		all[i] = int8(i * 7)
	}
	for b.Loop() {
		best := &top{limit: 10}
		for i := range n {
			if s := float32(vector.Dot(q, all[i*dim:(i+1)*dim])); s > best.least {
				best.add(place{0, i, s})
			}
		}
		best.sorted()
	}
}
