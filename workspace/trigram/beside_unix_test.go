//go:build unix

package trigram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ptk-lsp/workspace/search"
)

// The benchmarks in this file compare with ripgrep and csearch on the trees in the folder that PTK_BENCH_TREES names, and are
// skipped if there are none. PTK_BENCH_RG and PTK_BENCH_CINDEX name the programs; the default is the PATH.

const childEnv = "PTK_TRIGRAM_CHILD"

// TestMain runs the tests, or as a child of a benchmark builds the index of the working directory.
func TestMain(m *testing.M) {
	if place := os.Getenv(childEnv); place != "" {
		dir, err := os.Getwd()
		if err == nil {
			x := Open(place, search.Options{Root: dir})
			err = x.Refresh(context.Background(), nil)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// BenchmarkBuild builds the index of a tree.
func BenchmarkBuild(b *testing.B) {
	peer, err := exec.LookPath(cmp.Or(os.Getenv("PTK_BENCH_CINDEX"), "cindex"))
	if err != nil {
		b.Skip("no cindex to compare with: name it in PTK_BENCH_CINDEX, or make bench-trees")
	}
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	eachTree(b, func(b *testing.B, tree string) {
		var ratio, ours, theirs []float64
		dir := b.TempDir()
		place, other := filepath.Join(dir, "ours"), filepath.Join(dir, "csearch")
		peak := int64(0)
		for b.Loop() {
			if err := errors.Join(os.RemoveAll(place), os.RemoveAll(other)); err != nil {
				b.Fatal(err)
			}
			pc, _, _ := process(b, tree, []string{"CSEARCHINDEX=" + other}, peer, tree)
			c, _, most := process(b, tree, []string{childEnv + "=" + place}, self)
			ratio, ours, theirs = append(ratio, c.Seconds()/pc.Seconds()), append(ours, c.Seconds()), append(theirs, pc.Seconds())
			peak = max(peak, most)
		}
		x := Open(place, search.Options{Root: tree})
		defer x.Close()
		source := int64(0)
		for _, s := range x.open()[0].stamps {
			source += s.Size
		}
		info, err := os.Stat(other)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(median(ratio), "x-cpu")
		b.ReportMetric(median(ours), "cpu-s")
		b.ReportMetric(median(theirs), "cpu-s-csearch")
		b.ReportMetric(100*float64(x.Status().Bytes)/float64(source), "%-of-source")
		b.ReportMetric(100*float64(info.Size())/float64(source), "%-csearch")
		b.ReportMetric(float64(peak)/1e3, "MB-peak")
	})
}

// BenchmarkAgain searches in a process that has searched the tree before, with its index built.
func BenchmarkAgain(b *testing.B) {
	rg, err := exec.LookPath(cmp.Or(os.Getenv("PTK_BENCH_RG"), "rg"))
	if err != nil {
		b.Skip("no ripgrep to compare with: name it in PTK_BENCH_RG, or make bench-trees")
	}
	eachTree(b, func(b *testing.B, tree string) {
		o := search.Options{Root: tree, Global: search.GlobalIgnore(tree, os.Getenv), Memory: search.NewMemory()}
		defer o.Memory.Close()
		x := &inUse{Index: Open(filepath.Join(b.TempDir(), "x"), o)}
		defer x.Close()
		if err := errors.Join(x.Refresh(b.Context(), nil), x.Verify(b.Context())); err != nil {
			b.Fatal(err)
		}
		if !x.trusted() {
			b.Log("the system can't watch this tree: each search checks the state of all files")
		}
		o.Index = x
		for _, c := range []struct {
			name string
			q    search.Query
			rg   []string
		}{
			{"rare", search.Query{Text: "PM_RESUME"}, []string{"-F", "PM_RESUME"}},
			{"missing", search.Query{Text: "zxqj_nowhere"}, []string{"-F", "zxqj_nowhere"}},
			{
				"alternation",
				search.Query{Text: "(ERR|SYS|PME|LINK|CFG)_[A-Z]+_SUSPEND", Regex: true},
				[]string{"(ERR|SYS|PME|LINK|CFG)_[A-Z]+_SUSPEND"},
			},
			{
				"words",
				search.Query{Text: "podBackoffQ|kmalloc_array|TODO\\(|usb_submit_urb", Regex: true},
				[]string{"podBackoffQ|kmalloc_array|TODO\\(|usb_submit_urb"},
			},
			{"suffix", search.Query{Text: "[A-Z]+_SUSPEND", Regex: true}, []string{"[A-Z]+_SUSPEND"}},
			{"fold", search.Query{Text: "pm_resume_early", IgnoreCase: true}, []string{"-i", "-F", "pm_resume_early"}},
			{"common", search.Query{Text: "return"}, []string{"-F", "return"}},
		} {
			b.Run(c.name, func(b *testing.B) {
				again(b, o, c.q, append([]string{rg, "--hidden", "-g", "!.git", "-n"}, c.rg...))
			})
		}
	})
}

func again(b *testing.B, o search.Options, q search.Query, peer []string) {
	lines := 0
	look := func() {
		lines = 0
		if _, err := search.Stream(b.Context(), o, q, func(found []search.Match) { lines += len(found) }); err != nil {
			b.Fatal(err)
		}
	}
	look()
	var cpu, wall, peerCPU, peerWall []float64
	for b.Loop() {
		pc, pw, _ := process(b, o.Root, nil, peer...)
		before, start := used(b), time.Now()
		look()
		wall, cpu = append(wall, time.Since(start).Seconds()), append(cpu, (used(b)-before).Seconds())
		peerCPU, peerWall = append(peerCPU, pc.Seconds()), append(peerWall, pw.Seconds())
	}
	// The minimum of each: other load on the machine makes all slower, and never faster.
	b.ReportMetric(slices.Min(cpu)/slices.Min(peerCPU), "x-cpu")
	b.ReportMetric(slices.Min(wall)/slices.Min(peerWall), "x-wall")
	b.ReportMetric(slices.Min(wall)*1e3, "ms")
	b.ReportMetric(slices.Min(peerWall)*1e3, "ms-rg")
	b.ReportMetric(float64(lines), "lines")
}

func eachTree(b *testing.B, run func(b *testing.B, tree string)) {
	trees, err := filepath.Glob(filepath.Join(cmp.Or(os.Getenv("PTK_BENCH_TREES"), "/nowhere"), "*", ".git"))
	if err != nil || len(trees) == 0 {
		b.Skip("no trees to search: name a folder of repositories in PTK_BENCH_TREES, or make bench-trees")
	}
	for _, t := range trees {
		t = filepath.Dir(t)
		b.Run(filepath.Base(t), func(b *testing.B) { run(b, t) })
	}
}

// process runs a command and returns its processor time, its wall time, and its peak memory in KiB.
func process(b *testing.B, dir string, env []string, line ...string) (cpu, wall time.Duration, peak int64) {
	cmd := exec.Command(line[0], line[1:]...)
	var said strings.Builder
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), env...), &said
	cmd.Stdout = struct{ io.Writer }{io.Discard} // a pipe: ripgrep detects the null device and stops at the first match
	start := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		b.Fatal(err, said.String())
	}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = u.Maxrss
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), time.Since(start), peak
}

func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
