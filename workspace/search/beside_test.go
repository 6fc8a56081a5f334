package search

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// The benchmarks in this file compare with ripgrep on the trees in the folder that PTK_BENCH_TREES names, and are skipped if there
// are none. PTK_BENCH_RG names the program; the default is the PATH.

// BenchmarkList lists all files, ignore rules on.
func BenchmarkList(b *testing.B) {
	eachTree(b, func(b *testing.B, rg, tree string) {
		beside(b, tree, []string{rg, "--files", "--hidden", "-g", "!.git"}, "list")
	})
}

// BenchmarkGrep searches for typical queries.
func BenchmarkGrep(b *testing.B) {
	for _, c := range []struct {
		name string
		q    Query
		rg   []string
	}{
		{"rare", Query{Text: "PM_RESUME"}, []string{"-F", "PM_RESUME"}},
		{"missing", Query{Text: "zxqj_nowhere"}, []string{"-F", "zxqj_nowhere"}},
		{"common", Query{Text: "return"}, []string{"-F", "return"}},
		{"first200", Query{Text: "return", MaxResults: 200}, nil},
		{"alternation", Query{Text: "(ERR|SYS|PME|LINK|CFG)_[A-Z]+_SUSPEND", Regex: true}, []string{"(ERR|SYS|PME|LINK|CFG)_[A-Z]+_SUSPEND"}},
		{
			"words",
			Query{Text: "podBackoffQ|kmalloc_array|TODO\\(|usb_submit_urb", Regex: true},
			[]string{"podBackoffQ|kmalloc_array|TODO\\(|usb_submit_urb"},
		},
		{"suffix", Query{Text: "[A-Z]+_SUSPEND", Regex: true}, []string{"[A-Z]+_SUSPEND"}},
		{"fold", Query{Text: "pm_resume_early", IgnoreCase: true}, []string{"-i", "-F", "pm_resume_early"}},
		{
			"noliteral",
			Query{Text: `\b\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\b`, Regex: true},
			[]string{`\b\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\b`},
		},
	} {
		b.Run(c.name, func(b *testing.B) {
			eachTree(b, func(b *testing.B, rg, tree string) {
				spec, err := json.Marshal(c.q)
				if err != nil {
					b.Fatal(err)
				}
				line := append([]string{rg, "--hidden", "-g", "!.git", "-n"}, c.rg...)
				if c.rg == nil {
					line = []string{"sh", "-c", `"$0" --hidden -g '!.git' -n -F return | head -200`, rg}
				}
				beside(b, tree, line, string(spec))
			})
		})
	}
}

func eachTree(b *testing.B, run func(b *testing.B, rg, tree string)) {
	rg, err := exec.LookPath(cmp.Or(os.Getenv("PTK_BENCH_RG"), "rg"))
	if err != nil {
		b.Skip("no ripgrep to compare with: name it in PTK_BENCH_RG, or make bench-trees")
	}
	trees, err := filepath.Glob(filepath.Join(cmp.Or(os.Getenv("PTK_BENCH_TREES"), "/nowhere"), "*", ".git"))
	if err != nil || len(trees) == 0 {
		b.Skip("no trees to search: name a folder of repositories in PTK_BENCH_TREES, or make bench-trees")
	}
	for _, t := range trees {
		t = filepath.Dir(t)
		b.Run(filepath.Base(t), func(b *testing.B) { run(b, rg, t) })
	}
}

// beside runs the two in turn, and reports the medians of the ratios of processor time and wall time.
func beside(b *testing.B, dir string, peer []string, spec string) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	var cpu, wall, ours, theirs []float64
	for b.Loop() {
		pc, pw := process(b, dir, "", peer...)
		c, w := process(b, dir, spec, self)
		cpu, wall = append(cpu, c.Seconds()/pc.Seconds()), append(wall, w.Seconds()/pw.Seconds())
		ours, theirs = append(ours, w.Seconds()*1e3), append(theirs, pw.Seconds()*1e3)
	}
	b.ReportMetric(median(cpu), "x-cpu")
	b.ReportMetric(median(wall), "x-wall")
	b.ReportMetric(median(ours), "ms")
	b.ReportMetric(median(theirs), "ms-rg")
}

// process runs a command and returns its processor time and its wall time.
func process(b *testing.B, dir, spec string, line ...string) (cpu, wall time.Duration) {
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), childEnv+"="+spec), os.Stderr
	cmd.Stdout = discard{} // a pipe: ripgrep detects the null device and stops at the first match
	start := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		b.Fatal(err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), time.Since(start)
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// BenchmarkWarmList lists all files again in a process that has done so before.
func BenchmarkWarmList(b *testing.B) {
	eachTree(b, func(b *testing.B, rg, tree string) {
		o := Options{Root: tree, Global: GlobalIgnore(tree, os.Getenv), Memory: NewMemory()}
		list := func() int {
			files, err := List(b.Context(), o, nil, nil)
			if err != nil {
				b.Fatal(err)
			}
			return len(files)
		}
		list()
		var cpu, wall, ours []float64
		for b.Loop() {
			pc, pw := process(b, tree, "", rg, "--files", "--hidden", "-g", "!.git")
			before, start := used(), time.Now()
			list()
			w := time.Since(start)
			cpu, wall = append(cpu, (used()-before).Seconds()/pc.Seconds()), append(wall, w.Seconds()/pw.Seconds())
			ours = append(ours, w.Seconds()*1e3)
		}
		b.ReportMetric(float64(list()), "files")
		b.ReportMetric(median(cpu), "x-cpu")
		b.ReportMetric(median(wall), "x-wall")
		b.ReportMetric(median(ours), "ms")
	})
}
