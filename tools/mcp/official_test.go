//go:build unix

package mcp

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/test/beds"
	"ptk-lsp/tools"
)

// everything starts the official server-everything as the transport requires.
func everything(t *testing.T, transport string) Config {
	script := beds.MCP(t, "server-everything")
	if transport == "stdio" {
		return Config{Command: "node", Args: []string{script, "stdio"}}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	cmd := exec.Command("node", script, "streamableHttp")
	cmd.Env = append(os.Environ(), fmt.Sprintf("PORT=%d", port))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	url := fmt.Sprintf("http://127.0.0.1:%d/mcp", port)
	for range 1000 {
		if resp, err := http.Get(url); err == nil {
			resp.Body.Close()
			http.DefaultClient.CloseIdleConnections()
			return Config{URL: url}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("server-everything does not listen")
	return Config{}
}

func TestServerEverything(t *testing.T) {
	for _, transport := range []string{"stdio", "http"} {
		t.Run(transport, func(t *testing.T) {
			b := newBed(t, map[string]Config{"everything": everything(t, transport)}).ready()
			if s := b.status("everything"); s.State != Running || s.Transport != transport || s.Tools < 5 || s.Server == "" {
				t.Fatalf("status: %+v", s)
			}
			t.Run("echo", func(t *testing.T) {
				r := b.call("everything__echo", `{"message":"hello <PTK_CALL>"}`)
				if d := cmp.Diff(answer{Content: "Echo: hello <PTK_CALL>"}, r.Fields); d != "" || !r.Success() {
					t.Errorf("%s\n%+v", d, r.Err)
				}
			})
			t.Run("wrong arguments", func(t *testing.T) {
				r := b.call("everything__echo", `{"massage":1}`)
				if r.Err == nil || r.Err.Type != tools.ValidationError {
					t.Errorf("%+v", r)
				}
			})
			t.Run("image", func(t *testing.T) {
				r := b.call("everything__get-tiny-image", `{}`)
				has(t, string(r.JSON()), "[image, image/png, ", " bytes: picture 1]")
				if len(r.Images) != 1 || r.Images[0].MIME != "image/png" || !bytes.HasPrefix(r.Images[0].Data, []byte("\x89PNG")) {
					t.Errorf("%d pictures", len(r.Images))
				}
			})
			t.Run("structured", func(t *testing.T) {
				has(t, string(b.call("everything__get-structured-content", `{"location":"Chicago"}`).JSON()), `"temperature`)
			})
			t.Run("resource", func(t *testing.T) {
				has(t, string(b.call("everything__get-resource-reference", `{"resourceType":"Text","resourceId":1}`).JSON()), "[resource ")
			})
			t.Run("progress", func(t *testing.T) {
				r, out := b.watched(t.Context(), "everything__trigger-long-running-operation", `{"duration":0.5,"steps":5}`)
				if !r.Success() {
					t.Fatal(r.Err)
				}
				has(t, out, "1/5\n", "4/5\n")
			})
			t.Run("cancel", func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				go func() { time.Sleep(50 * time.Millisecond); cancel() }()
				if r, _ := b.watched(ctx, "everything__trigger-long-running-operation", `{"duration":30,"steps":2}`); r.Err == nil {
					t.Error("a cancelled call succeeded")
				}
				if r := b.call("everything__echo", `{"message":"still there"}`); !r.Success() {
					t.Error(r.Err)
				}
			})
		})
	}
}

func TestServerFilesystemReadsOnlyTheRoots(t *testing.T) {
	b := newBed(t, map[string]Config{"files": {Command: "node", Args: []string{beds.MCP(t, "server-filesystem")}}})
	dir, err := filepath.EvalSymlinks(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("the text\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.ready()
	read := func(path string) *tools.Result {
		return b.call("files__read_text_file", fmt.Sprintf(`{"path":%q}`, path))
	}
	// The server has no folders but the roots that this client sends, a moment after the start.
	b.eventually("the roots are known", func() bool { return read(filepath.Join(dir, "a.txt")).Success() })
	has(t, string(read(filepath.Join(dir, "a.txt")).JSON()), "the text")
	if r := read("/etc/passwd"); r.Success() {
		t.Error("a file outside of the roots was read")
	} else {
		has(t, r.Err.Message, "The MCP server files says:", "denied")
	}
	if !slices.ContainsFunc(b.manager.Specs(), func(s tools.Spec) bool {
		return s.Name == "files__read_text_file" && s.Kind == tools.KindRead && s.Confirm
	}) {
		t.Error("a tool that says it reads is a tool that reads, and asks")
	}
}

func TestWhatIsAskedShowsServerToolAndArguments(t *testing.T) {
	b := newBed(t, map[string]Config{"everything": everything(t, "stdio")}).ready()
	long := strings.Repeat("x", 300)
	b.call("everything__echo", `{"message": "a\u202eb"}`)
	b.call("everything__echo", `{"message":"`+long+`"}`)
	q := b.asked()
	if len(q) != 2 {
		t.Fatalf("%d questions", len(q))
	}
	if want := `everything: echo {"message":"a\u202eb"}`; q[0].Title != want {
		t.Errorf("title %s, want %s", q[0].Title, want)
	}
	has(
		t, q[0].Risk,
		"The MCP server everything runs it: the program node on this machine, outside of the sandbox. "+
			"The server declares that it changes nothing.",
	)
	has(t, string(q[1].Args), long)
	if q[0].Rule == "" || q[0].Kind != string(tools.KindRead) {
		t.Errorf("%+v", q[0])
	}
}
