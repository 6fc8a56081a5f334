package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkStart measures the start of the server in each tree of the folder that PTK_BENCH_TREES names, its indexes built,
// beside the start in an empty folder, until initialize is answered; and the memory that it has once it has come to rest.
func BenchmarkStart(b *testing.B) {
	trees, err := filepath.Glob(filepath.Join(cmp.Or(os.Getenv("PTK_BENCH_TREES"), "/nowhere"), "*", ".git"))
	if err != nil || len(trees) == 0 {
		b.Skip("no trees to start in: name a folder of repositories in PTK_BENCH_TREES, or make bench-trees")
	}
	s := starter{program: filepath.Join(b.TempDir(), "ptk-lsp")}
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", s.program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	home := cmp.Or(os.Getenv("PTK_BENCH_HOME"), b.TempDir()) // where indexes may have been built before
	s.env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "XDG_CONFIG_HOME="+home,
		"XDG_STATE_HOME="+filepath.Join(home, "state"))
	empty := b.TempDir()
	for _, tree := range trees {
		tree = filepath.Dir(tree)
		b.Run(filepath.Base(tree), func(b *testing.B) {
			index := exec.Command(s.program, "index", "-C", tree, "build")
			index.Env = s.env
			if out, err := index.CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
			var ours, without []float64
			for b.Loop() {
				without = append(without, s.start(b, empty, 0).took.Seconds())
				ours = append(ours, s.start(b, tree, 0).took.Seconds())
			}
			rest := s.start(b, tree, 10*time.Second)
			b.ReportMetric(median(ours)/median(without), "x-empty")
			b.ReportMetric(median(ours)*1e3, "ms")
			b.ReportMetric(median(without)*1e3, "ms-empty")
			b.ReportMetric(rest.memory, "MB")
			b.ReportMetric(rest.anonymous, "MB-anonymous")
			b.ReportMetric(s.start(b, empty, 2*time.Second).memory, "MB-empty")
		})
	}
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// starter starts servers.
type starter struct {
	program string
	env     []string
}

// started is how a start went: the time until initialize was answered, and the memory at the end in megabytes.
type started struct {
	took              time.Duration
	memory, anonymous float64
}

// start starts a server in a folder, lets it be for a while, and ends it.
func (s starter) start(b *testing.B, dir string, let time.Duration) (st started) {
	cmd := exec.Command(s.program)
	cmd.Env = s.env
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	root := (&url.URL{Scheme: "file", Path: dir}).String()
	frame(b, in, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":%q,"capabilities":{}}}`,
		root))
	answers := bufio.NewReader(out)
	if line, err := answers.ReadString('\n'); err != nil || !strings.HasPrefix(line, "Content-Length") {
		b.Fatal(line, err)
	}
	st.took = time.Since(begun)
	go io.Copy(io.Discard, answers)
	if let > 0 {
		frame(b, in, `{"jsonrpc":"2.0","method":"initialized","params":{}}`)
		time.Sleep(let)
		st.memory, st.anonymous = memory(b, cmd.Process.Pid, "VmRSS"), memory(b, cmd.Process.Pid, "RssAnon")
	}
	_ = in.Close()
	_ = cmd.Wait() // ends with 1, since there was no shutdown request
	return st
}

func frame(b *testing.B, to io.Writer, body string) {
	if _, err := fmt.Fprintf(to, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		b.Fatal(err)
	}
}

// memory returns an amount of memory of a process in megabytes.
func memory(b *testing.B, pid int, name string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			kib, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")))
			if err != nil {
				b.Fatal(err)
			}
			return float64(kib) / 1e3
		}
	}
	b.Fatalf("the status has no %s", name)
	return 0
}
