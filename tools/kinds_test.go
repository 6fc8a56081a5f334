package tools_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// patient is a room whose editor shows lines with "bug" as problems, and whose language server knows a.py.
func patient(t *testing.T, language ...string) (*room, *server) {
	r := newRoom(t, map[string]string{"a.py": "def add():\n"})
	ed := &server{path: filepath.Join(r.dir, "a.py"), text: "def add():\n"}
	ed.Find = func(path, text string) (out []workspace.Diagnostic) {
		for line := range strings.Lines(text) {
			if strings.Contains(line, "bug") {
				out = append(out, workspace.Diagnostic{Path: path, Line: 1, Column: 1, Message: strings.TrimSpace(line)})
			}
		}
		return out
	}
	ws, err := workspace.New([]workspace.Folder{{Path: r.dir}}, ed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	r.m = tools.NewManager(tools.Builtin(tools.Can{Diagnostics: true, Language: language}), ws, tools.Options{})
	r.ok("read_file", `{"path": "a.py"}`)
	return r, ed
}

// writes writes a file several times with different texts, with a pause before each, and returns how long each took.
func (r *room) writes(name string, n int, pause time.Duration) (took []time.Duration) {
	for i := range n {
		time.Sleep(pause)
		start := time.Now()
		r.ok("write_file", map[string]string{"path": name, "content": fmt.Sprintf("%d at %v\n", i, start)})
		took = append(took, time.Since(start))
	}
	return took
}

const (
	wait  = 600 * time.Millisecond
	pause = 15 * time.Second // long enough for a language server to start
)

// A write waits for problems as long as the editor may check the file.
func TestWritesWaitWhereSomebodyLooks(t *testing.T) {
	for name, c := range map[string]struct {
		file     string
		language []string
		pause    time.Duration
		last     time.Duration // what the fifth write waits
	}{
		"no one":                        {"x.txt", []string{"document_symbols"}, pause, 0},
		"a server may yet start":        {"x.txt", []string{"document_symbols"}, time.Second, wait},
		"a language server":             {"a.py", []string{"document_symbols"}, pause, wait},
		"the editor can't be asked":     {"x.txt", nil, pause, wait},
		"no one, in files of no ending": {"Makefile", []string{"document_symbols"}, pause, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, _ := patient(t, c.language...)
				took := r.writes(c.file, 5, c.pause)
				if took[0] != wait || took[1] != wait || took[4] != c.last {
					t.Errorf("waited %v", took)
				}
			})
		})
	}
}

// All problems in a kind of file without any before are reported, and from then on writes wait for them.
func TestWritesLearnThatSomebodyLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, ed := patient(t, "document_symbols")
		r.writes("x.txt", 5, pause)
		ed.Open(filepath.Join(r.dir, "x.txt"), "an old bug\n")
		r.ok("read_file", `{"path": "x.txt"}`)
		got := r.ok("write_file", `{"path": "x.txt", "content": "an old bug\nand more\n"}`)
		if found, ok := got["diagnostics"].([]any); !ok || len(found) != 1 || found[0].(map[string]any)["message"] != "an old bug" {
			t.Errorf("got %v", got)
		}
		if took := r.writes("y.txt", 1, 0); took[0] != wait {
			t.Errorf("waited %v", took)
		}
	})
}

func TestGetDiagnosticsTeachesWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, ed := patient(t, "document_symbols")
		r.writes("x.txt", 5, pause)
		ed.Open(filepath.Join(r.dir, "y.txt"), "a bug\n")
		if got := r.ok("get_diagnostics", `{}`); got["count"] != 1.0 {
			t.Errorf("got %v", got)
		}
		if took := r.writes("x.txt", 1, 0); took[0] != wait {
			t.Errorf("waited %v", took)
		}
	})
}
