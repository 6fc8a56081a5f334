//go:build unix

package tools_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ptk-lsp/tools"
	"ptk-lsp/tools/sandbox"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.Subcommand {
		os.Exit(sandbox.Main(os.Args[2:]))
	}
	goleak.VerifyTestMain(m)
}

// newShell returns a room whose tools run commands, confined with this test program.
func newShell(t *testing.T, files map[string]string) (*room, *tools.Shell) {
	t.Helper()
	r := newRoom(t, files)
	jobs := tools.NewJobs()
	t.Cleanup(jobs.Close)
	temp, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &tools.Shell{
		Jobs: jobs, Self: os.Args[0], Temp: temp, Environ: append(os.Environ(), "OPENAI_API_KEY=k1", "MY_PROVIDER=k2", "PLAIN=p"),
		KeyNames: []string{"MY_PROVIDER"},
	}
	r.m = tools.NewManager(tools.Builtin(tools.Can{Shell: s}), r.ws, tools.Options{})
	return r, s
}

func TestBash(t *testing.T) {
	r, _ := newShell(t, map[string]string{"a.txt": "hello\n", "sub/b.txt": ""})
	got := r.ok("bash", `{"command": "cat a.txt; ls sub", "description": "look around"}`)
	if got["output"] != "hello\nb.txt\n" || got["return_code"] != 0.0 || got["timed_out"] != false || got["truncated"] != false ||
		len(r.asked) != 0 {
		t.Errorf("got %v, asked %v", got, r.asked)
	}
	got = r.ok("bash", `{"command": "echo x > new; exit 3", "working_dir": "sub"}`)
	if got["return_code"] != 3.0 || len(r.asked) != 1 || r.disk("sub/new") != "x\n" ||
		r.asked[0].Rule != "run exactly cd sub && echo x >new; no other command beside it" {
		t.Errorf("got %v, asked %+v", got, r.asked)
	}
	r.fails("bash", `{"command": " "}`, tools.ValidationError, "empty")
	r.fails("bash", `{"command": "ls", "working_dir": "/"}`, tools.SecurityError, "outside")
	r.fails("bash", `{"command": "ls", "working_dir": "a.txt"}`, tools.UserError, "no folder")
	r.fails("bash", `{"command": "echo ok && rm -rf /"}`, tools.SecurityError, "refused")
}

// TestBashEnvironment: commands get no variable that may be a secret, whatever its name.
func TestBashEnvironment(t *testing.T) {
	r, s := newShell(t, nil)
	secrets := []string{
		"MYSQL_PWD=canary", "DB_PASS=canary", "JWT=canary", "SSH_AUTH_SOCK=/canary", "HTTPS_PROXY=http://u:canary@proxy:1",
		"npm_config_registry=https://canary@host/",
		"OPENAI_API_KEY=canary", "MY_PROVIDER=canary", "SOMETHING=canary", "BASH_ENV=/canary", "LD_PRELOAD=/canary",
		"DBUS_SESSION_BUS_ADDRESS=canary",
	}
	s.Environ = append(s.Environ, append(
		secrets, "GOPATH=/my/go", "no_proxy=my.host", "MINE=my own", "TEST_DATABASE_URL=postgres://u:mine@host/", "TZ=My/Zone",
	)...)
	s.Pass = []string{"MINE", "TEST_DATABASE_URL", "MY_PROVIDER"}
	free := strings.Join(tools.FreeEnv(s), "\n")
	if strings.Contains(free, "canary") || strings.Contains(free, "/my/") || strings.Contains(free, "my own") {
		t.Errorf("the environment of free commands is %s", free)
	}
	agreed := r.ok("bash", `{"command": "env; touch x"}`)["output"].(string)
	if strings.Contains(agreed, "canary") {
		t.Errorf("the environment of agreed commands is %s", agreed)
	}
	for _, want := range []string{
		"GOPATH=/my/go", "no_proxy=my.host", "MINE=my own", "TEST_DATABASE_URL=postgres://u:mine@host/",
		"HOME=" + os.Getenv("HOME"),
	} {
		if !strings.Contains(agreed, want+"\n") {
			t.Errorf("%s is missing in %s", want, agreed)
		}
	}
	if got := r.ok(
		"bash", `{"command": "env; touch x", "network": true}`,
	)["output"].(string); !strings.Contains(got, "SSH_AUTH_SOCK=/canary") || strings.Contains(got, "MYSQL_PWD") {
		t.Errorf("with network: %s", got)
	}
}

func TestBashIsConfined(t *testing.T) {
	if ok, words := sandbox.Available(); !ok {
		t.Skip(words)
	}
	r, _ := newShell(t, nil)
	out := filepath.Join(t.TempDir(), "x")
	got := r.ok("bash", map[string]string{"command": "echo x > $TMPDIR/y && echo x > " + out})
	if _, err := os.Stat(out); err == nil || got["return_code"] == 0.0 || !strings.Contains(got["note"].(string), "inside the workspace") {
		t.Errorf("got %v", got)
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	connect := "exec 3<>/dev/tcp/" + strings.Replace(l.Addr().String(), ":", "/", 1)
	if got := r.ok("bash", map[string]string{"command": connect}); got["return_code"] == 0.0 {
		t.Errorf("it connected: %v", got)
	}
	if got := r.ok("bash", map[string]any{"command": connect, "network": true}); got["return_code"] != 0.0 {
		t.Errorf("it may connect: %v", got)
	}
}

func TestBashTimeout(t *testing.T) {
	r, _ := newShell(t, nil)
	got := object(t, r.fails("bash", `{"command": "echo begun; sleep 30", "timeout": 1}`, tools.SystemError, "ended after 1s"))
	if got["timed_out"] != true || !strings.Contains(got["output"].(string), "begun") || got["return_code"] == 0.0 {
		t.Errorf("got %v", got)
	}
}

func TestBashStreamsAndIsCancelled(t *testing.T) {
	r, _ := newShell(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var mu sync.Mutex
	live := ""
	o := tools.Observer{Output: func(chunk string) {
		mu.Lock()
		defer mu.Unlock()
		live += chunk
		cancel() // as soon as there is output
	}}
	began := time.Now()
	res := r.m.Run(ctx, tools.Invocation{Tool: "bash", Args: []byte(`{"command": "echo seen; sleep 60", "timeout": 60}`)}, o)
	mu.Lock()
	defer mu.Unlock()
	if res.Success() || !strings.HasPrefix(live, "seen") || time.Since(began) > 20*time.Second {
		t.Errorf("got %s after %v, saw %q", res.JSON(), time.Since(began), live)
	}
}

func TestBashLongOutput(t *testing.T) {
	r, _ := newShell(t, nil)
	got := r.ok("bash", `{"command": "seq 1 100000"}`)
	text := got["output"].(string)
	if got["truncated"] != true || len(text) > 40_000 || !strings.HasPrefix(text, "1\n2\n") ||
		!strings.HasSuffix(text, "\n100000\n") || !strings.Contains(text, "all of the output is in ") {
		t.Errorf("got %d bytes, truncated %v", len(text), got["truncated"])
	}
}

func TestJobs(t *testing.T) {
	r, s := newShell(t, nil)
	id := r.ok("bash", `{"command": "echo one; sleep 600", "background": true}`)["job_id"].(string)
	arg := map[string]string{"job_id": id}
	seen := ""
	for range 500 {
		got := r.ok("job_output", arg)
		seen += got["output"].(string)
		if got["running"] != true {
			t.Fatalf("it ended: %v", got)
		}
		if seen != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if got := r.ok("job_stop", arg); seen != "one\n" || got["return_code"] == nil {
		t.Errorf("saw %q, got %v", seen, got)
	}
	if got := r.ok("job_output", arg); got["running"] == true {
		t.Errorf("it lives on: %v", got)
	}
	r.fails("job_output", `{"job_id": "job-9"}`, tools.UserError, "no job")
	id = r.ok("bash", `{"command": "sleep 600", "background": true}`)["job_id"].(string)
	res := r.m.Run(
		t.Context(), tools.Invocation{Tool: "job_output", Args: []byte(`{"job_id": "` + id + `"}`), ConversationID: "other"},
		tools.Observer{},
	)
	if res.Success() {
		t.Error("another conversation sees the job")
	}
	s.Jobs.Close()
	r.fails("bash", `{"command": "sleep 600", "background": true}`, tools.UserError, "background")
}
