package history_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"flag"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"ptk-lsp/llm/llmtest"
)

var (
	program = flag.String("program", "", "the ptk-lsp that writes the history; without it one is built")
	to      = flag.String("to", "", "the file to write")
	dump    = flag.String("dump", "", "a file for all rows as text, to compare two histories")
)

const easelEnv = "PTK_TEST_EASEL"

func TestMain(m *testing.M) {
	if os.Getenv(easelEnv) != "" {
		easel()
		return
	}
	os.Exit(m.Run())
}

// easel is an MCP server whose one tool answers with a picture.
func easel() {
	data, err := base64.StdEncoding.DecodeString(png)
	if err != nil {
		panic(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "easel", Version: "1"}, nil)
	type input struct {
		What string `json:"what"`
	}
	draw := func(context.Context, *mcp.CallToolRequest, input) (*mcp.CallToolResult, any, error) {
		shown := []mcp.Content{&mcp.TextContent{Text: "Here <it> is."}, &mcp.ImageContent{MIMEType: "image/png", Data: data}}
		return &mcp.CallToolResult{Content: shown}, nil, nil
	}
	mcp.AddTool(s, &mcp.Tool{Name: "draw", Description: "Draws a picture."}, draw)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		os.Exit(1)
	}
}

// model is a scripted model server.
type model struct {
	*llmtest.Server
	t *testing.T
}

// await waits until n requests have come.
func (m model) await(n int) {
	m.t.Helper()
	for end := time.Now().Add(patience); len(m.Requests()) < n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			m.t.Fatal("the model is not asked")
		}
	}
}

// stage is a folder, the models and the program that runs.
type stage struct {
	t                    *testing.T
	program              string
	home, folder         string
	plain, native, small model
	editor               *editor
}

// oldHistory is what an earlier program wrote.
const oldHistory = "../../ptk/testdata/history/history.db"

// TestWrite writes a history that has everything in it that a history can hold.
func TestWrite(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("it builds a program and runs commands with bash")
	}
	s := newStage(t)
	for _, run := range []struct {
		settings object
		scenes   []func(*stage)
	}{
		{nil, []func(*stage){shop, gallery, winter, door, killed}},
		{nil, []func(*stage){speechless}},
		{object{"preprocess": "small/m"}, []func(*stage){unheard}},
		{object{"preprocess": "small/m", "fallback": []string{"native/m"}}, []func(*stage){helped}},
	} {
		s.start(run.settings)
		for _, scene := range run.scenes {
			scene(s)
		}
		s.stop()
	}
	found, err := filepath.Glob(filepath.Join(s.home, "state", "ptk", "history", "*.db"))
	if err != nil || len(found) != 1 {
		t.Fatal("the program has written ", found, err)
	}
	written := cmp.Or(*to, filepath.Join(t.TempDir(), "history.db"))
	settle(t, found[0], s.folder, written)
	if *dump != "" {
		check(t, os.WriteFile(*dump, []byte(rows(t, written)), 0o600))
	}
	if d := gocmp.Diff(kinds(t, oldHistory), kinds(t, written)); d != "" {
		t.Errorf("the kinds of rows (-before +now):\n%s", d)
	}
}

// newStage makes the folder and builds the program. The path of the folder is the same each time a file is asked for, since
// prompts are measured.
func newStage(t *testing.T) *stage {
	s := &stage{
		t: t, home: t.TempDir(), folder: filepath.Join(t.TempDir(), "shop"), plain: model{Server: llmtest.New(t), t: t},
		native: model{Server: llmtest.New(t), t: t}, small: model{Server: llmtest.New(t), t: t},
	}
	if *to != "" {
		s.folder = "/tmp/ptk-history-shop"
	}
	check(t, os.Mkdir(s.folder, 0o700)) // fails if another run is under way
	t.Cleanup(func() { check(t, os.RemoveAll(s.folder)) })
	for name, text := range files() {
		path := filepath.Join(s.folder, name)
		check(t, os.MkdirAll(filepath.Dir(path), 0o755))
		check(t, os.WriteFile(path, []byte(text), 0o644))
	}
	if s.program = *program; s.program == "" {
		s.program = filepath.Join(s.home, "ptk-lsp")
		if out, err := exec.Command("go", "build", "-o", s.program, "ptk-lsp/cmd/ptk-lsp").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return s
}

func (s *stage) uri(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.Join(s.folder, name)}).String()
}

// start starts the program with settings beside those that it always has.
func (s *stage) start(more object) {
	s.t.Helper()
	me, err := os.Executable()
	check(s.t, err)
	settings := object{
		"model": "plain/m",
		"providers": object{
			"plain": object{
				"kind": "openai", "baseUrl": s.plain.URL, "models": []string{"m"}, "toolCalling": "ptk",
				"contextWindow": 64_000, "images": false, "prices": object{"*": object{"input": 2, "output": 8, "cached": 0.5}},
			},
			"native": object{
				"kind": "anthropic", "apiKeyEnv": "TEST_KEY", "baseUrl": s.native.URL, "models": []string{"m"},
				"toolCalling": "native", "contextWindow": 64_000, "images": true, "prices": object{"*": object{"input": 3, "output": 15}},
			},
			"small": object{"kind": "openai", "baseUrl": s.small.URL, "models": []string{"m"}, "contextWindow": 16_000},
		},
		"chat":       object{"maxRetries": 1},
		"context":    object{"mapTokens": 0},
		"mcpServers": object{"easel": object{"command": me, "env": object{easelEnv: "1"}}},
	}
	for k, v := range more {
		settings[k] = v
	}
	var environ []string
	for name, value := range map[string]string{
		"PATH": os.Getenv("PATH"), "TEST_KEY": "sk-test", "OLLAMA_HOST": "127.0.0.1:1", "LANG": "C.UTF-8", "TMPDIR": s.home,
		"HOME":            filepath.Join(s.home, "home"),
		"XDG_CONFIG_HOME": filepath.Join(s.home, "config"), "XDG_STATE_HOME": filepath.Join(s.home, "state"),
		"XDG_CACHE_HOME": filepath.Join(s.home, "cache"), "XDG_DATA_HOME": filepath.Join(s.home, "data"),
	} {
		environ = append(environ, name+"="+value)
	}
	s.editor = newEditor(s.t, s.program, s.folder, environ, settings)
	s.ready()
}

// ready waits until the MCP server's tool is there.
func (s *stage) ready() {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		tools := string(s.editor.call("ptk/tools", object{}))
		if strings.Contains(tools, `"easel__draw"`) {
			return
		}
		if time.Now().After(end) {
			s.t.Fatal("the MCP server is not there: " + tools)
		}
	}
}

// stop ends the program, unless a scene has killed it.
func (s *stage) stop() {
	s.t.Helper()
	select {
	case <-s.editor.done:
	default:
		s.editor.end()
	}
}
