package peers

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestMain also runs the MCP servers, which the tests start as separate programs.
func TestMain(m *testing.M) {
	if harm := os.Getenv(behaviourVariable); harm != "" {
		serveMCP(harm)
		return
	}
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	buildDir.path = dir
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil || code == 0 && goleak.Find() != nil {
		fmt.Fprintln(os.Stderr, err, goleak.Find())
		code = 1
	}
	os.Exit(code)
}

var buildDir struct {
	path string
	once sync.Once
	err  error
}

// program returns the path of the program: that of PTK_PEERS_PROGRAM, or one that is built here.
func program(t *testing.T) string {
	t.Helper()
	if p := os.Getenv("PTK_PEERS_PROGRAM"); p != "" {
		return p
	}
	path := filepath.Join(buildDir.path, "ptk-lsp")
	buildDir.once.Do(func() {
		out, err := exec.Command("go", "build", "-o", path, "ptk-lsp/cmd/ptk-lsp").CombinedOutput()
		if err != nil {
			buildDir.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if buildDir.err != nil {
		t.Fatal(buildDir.err)
	}
	return path
}

// command runs the program with a home and a workspace of its own, and a config file.
func command(t *testing.T, config string, args ...string) *exec.Cmd {
	t.Helper()
	home := t.TempDir()
	work := filepath.Join(home, "work")
	for path, text := range map[string]string{"work/a.txt": "a\n", "ptk/config.toml": config} {
		path = filepath.Join(home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), program(t), args...)
	cmd.Dir = work
	cmd.Env = []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home + "/state",
		"XDG_DATA_HOME=" + home + "/data", "XDG_CACHE_HOME=" + home + "/cache",
	}
	return cmd
}

func modelConfig(url string) string {
	return fmt.Sprintf("model = \"box/m\"\n[providers.box]\nkind = \"openai\"\nbaseUrl = %q\ncontextWindow = 100000\n", url)
}

// peak follows the largest resident set of a process, in MiB.
type peak struct {
	stop chan struct{}
	done chan struct{}
	most int
}

func watchPeak(pid int) *peak {
	p := &peak{stop: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(p.done)
		for {
			p.most = max(p.most, highWater(pid))
			select {
			case <-p.stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return p
}

// end returns the peak.
func (p *peak) end() int {
	close(p.stop)
	<-p.done
	return p.most
}

// highWater returns the kernel's own peak of a running process, so that no peak between two samples is missed.
func highWater(pid int) int {
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			kib, _ := strconv.Atoi(strings.Fields(rest)[0])
			return kib >> 10
		}
	}
	return 0
}
