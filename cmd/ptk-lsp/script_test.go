package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ptk-lsp/cmd/ptk-lsp/cli"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/test/beds"
)

// everything is the path of the MCP server server-everything.
var (
	everything        string
	everythingMissing error
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ptk-lsp": func() { os.Exit(run(context.Background(), os.Args[1:], cli.Current(version))) },
	})
}

// TestScripts runs testdata/script/*.txtar: the binary as a user runs it. The command "model FILE…" starts a scripted
// model server that answers with each file in turn (where its name ends in .cut the connection is cut behind it), and points
// OPENAI_BASE_URL at it.
func TestScripts(t *testing.T) {
	everything, everythingMissing = beds.FindMCP("server-everything") // here, for scripts run elsewhere
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: clean,
		Cmds:  map[string]func(*testscript.TestScript, bool, []string){"model": model, "embedder": embedder, "needs-mcp": needsMCP},
	})
}

// clean sets up a script's environment without any configuration.
func clean(e *testscript.Env) error {
	for _, v := range []string{
		"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENROUTER_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY",
		"GOOGLE_API_KEY", "GROQ_API_KEY",
	} {
		e.Setenv(v, "")
	}
	e.Setenv("OLLAMA_HOST", "127.0.0.1:1") // nothing listens there
	e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
	e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "config"))
	e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, "state"))
	e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, "cache"))
	e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, "data"))
	return nil
}

// needsMCP has MCP_EVERYTHING name the script of the official server-everything, which test/beds/mcp.sh installs.
func needsMCP(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Check(everythingMissing)
	ts.Setenv("MCP_EVERYTHING", everything)
}

// embedder starts a model server that makes vectors, points OLLAMA_HOST at it, and writes what it is sent into the file.
func embedder(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: embedder FILE")
	}
	sent := ts.MkAbs(args[0])
	server, err := llmtest.Start(llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
		f, err := os.OpenFile(sent, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err == nil {
			_, err = fmt.Fprintf(f, "%s %q\n", r.Path, r.Texts)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return llmtest.Fail(500, err.Error())
		}
		return llmtest.Vectors(func(text string) []float32 { return []float32{float32(len(text)), 1, 2} })
	})))
	ts.Check(err)
	ts.Defer(func() { ts.Check(server.Close()) })
	ts.Setenv("OLLAMA_HOST", server.URL)
}

func model(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: model FILE...")
	}
	var script []llmtest.Reply
	for _, f := range args {
		reply := llmtest.Say(llmtest.Pieces(ts.ReadFile(f), 7)...)
		if strings.HasSuffix(f, ".cut") {
			reply.Steps = append(reply.Steps, llmtest.Cut())
		}
		script = append(script, reply)
	}
	server, err := llmtest.Start(script...)
	ts.Check(err)
	ts.Defer(func() { ts.Check(server.Close()) })
	ts.Setenv("OPENAI_BASE_URL", server.URL)
	ts.Setenv("OPENAI_API_KEY", "sk-test")
}
