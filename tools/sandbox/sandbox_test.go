package sandbox_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools/sandbox"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.Subcommand {
		os.Exit(sandbox.Main(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// confined runs a script and gives its output.
func confined(t *testing.T, p sandbox.Policy, script string) (string, error) {
	t.Helper()
	if ok, words := sandbox.Available(); !ok {
		t.Skip(words)
	}
	argv, err := sandbox.Wrap(os.Args[0], p, []string{"bash", "-c", script})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput()
	return string(out), err
}

func TestWrites(t *testing.T) {
	in, out := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(out, "old"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := sandbox.Policy{Write: []string{in, "/no/such/folder"}}
	for name, c := range map[string]struct {
		script string
		fails  bool
	}{
		"inside":              {"echo x > " + in + "/a && mkdir " + in + "/d && mv " + in + "/a " + in + "/d/b && cat " + in + "/d/b", false},
		"reading outside":     {"cat " + out + "/old", false},
		"the null device":     {"echo x > /dev/null", false},
		"a program":           {"ls / > " + in + "/list && test -s " + in + "/list", false},
		"outside":             {"echo x > " + out + "/a", true},
		"overwriting":         {"echo x > " + out + "/old", true},
		"deleting":            {"rm -f " + out + "/old && test ! -e " + out + "/old", true},
		"moving out":          {"echo x > " + in + "/m && mv " + in + "/m " + out + "/m", true},
		"through a link":      {"ln -s " + out + " " + in + "/link && echo x > " + in + "/link/a", true},
		"in a child":          {"sh -c 'setsid sh -c \"echo x > " + out + "/a\"'", true},
		"truncating":          {": > " + out + "/old && test ! -s " + out + "/old", true},
		"the temporary place": {"echo x > /tmp/ptk-sandbox-test", true},
	} {
		if text, err := confined(t, p, c.script); (err != nil) != c.fails {
			t.Errorf("%s: %v: %s", name, err, text)
		}
	}
	if data, err := os.ReadFile(filepath.Join(out, "old")); err != nil || string(data) != "old" {
		t.Errorf("the file outside was changed: %q %v", data, err)
	}
}

func TestConnections(t *testing.T) {
	if _, words := sandbox.Available(); !strings.Contains(words, "no TCP") && !strings.Contains(words, "no connections") {
		t.Skip(words)
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	script := "exec 3<>/dev/tcp/127.0.0.1/" + port
	if out, err := confined(t, sandbox.Policy{}, script); err == nil {
		t.Errorf("it connected: %s", out)
	}
	if out, err := confined(t, sandbox.Policy{Network: true}, script); err != nil {
		t.Errorf("it may connect: %v: %s", err, out)
	}
}

func TestBadCommandLine(t *testing.T) {
	for _, args := range [][]string{nil, {"{}"}, {"{}", "ls"}, {"no json", "--", "ls"}} {
		if code := sandbox.Main(args); code != 126 {
			t.Errorf("%v: code %d", args, code)
		}
	}
}
