//go:build linux

package llama

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// user is a person with a home and a workspace, who runs the program.
type user struct {
	home string
	env  []string
}

// newUser returns a user whose settings name the server as the provider box, with more settings of it.
func newUser(t *testing.T, s *server, settings string) *user {
	t.Helper()
	u := stranger(t)
	text := fmt.Sprintf("model = \"box/tiny\"\n[providers.box]\nkind = \"openai\"\nbaseUrl = %q\n%s\n", s.url+"/v1", settings)
	u.write(t, "config/ptk/config.toml", text)
	return u
}

// stranger returns a user without settings.
func stranger(t *testing.T) *user {
	t.Helper()
	u := &user{home: t.TempDir()}
	u.write(t, "work/main.txt", "wombat\n")
	for _, kind := range []string{"CONFIG", "STATE", "DATA", "CACHE"} {
		u.env = append(u.env, "XDG_"+kind+"_HOME="+filepath.Join(u.home, strings.ToLower(kind)))
	}
	u.env = append(u.env, "HOME="+u.home, "PATH="+os.Getenv("PATH"), "OLLAMA_HOST=127.0.0.1:1")
	return u
}

func (u *user) write(t *testing.T, path, text string) {
	t.Helper()
	path = filepath.Join(u.home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// command returns a run of the program in the workspace.
func (u *user) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, bed.program, args...)
	cmd.Dir, cmd.Env = filepath.Join(u.home, "work"), u.env
	return cmd
}

// answer is what a turn has brought.
type answer struct {
	text, thoughts string
	calls          []string // the tools that were called
	warnings       []string
	failure        string // the error of the turn
	log            string // all lines, for a failed test
}

// chat sends a message and returns the answer. Flags of the command may come before it.
func (u *user) chat(t *testing.T, args ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := u.command(ctx, append([]string{"chat", "--json"}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // a failed turn is in the answer
	if ctx.Err() != nil {
		t.Fatalf("%v did not end:\n%s%s", args, out.Bytes(), errs.Bytes())
	}
	a := readAnswer(&out)
	a.log = a.log + errs.String()
	return a
}

// event holds the fields of events that the tests look at, and those of the result, which has no kind.
type event struct {
	Kind, Text, Tool, Message, Content string
	Error                              *struct{ Code, Message, Suggestion string }
}

// readAnswer reads lines of events.
func readAnswer(r io.Reader) answer {
	var a answer
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		a.log += lines.Text() + "\n"
		var e event
		if json.Unmarshal(lines.Bytes(), &e) == nil {
			a.add(e)
		}
	}
	return a
}

func (a *answer) add(e event) {
	switch e.Kind {
	case "text":
		a.text += e.Text
	case "reasoning":
		a.thoughts += e.Text
	case "tool_call":
		a.calls = append(a.calls, e.Tool)
	case "warning":
		a.warnings = append(a.warnings, e.Message)
	}
	if e.Kind == "" && e.Error != nil {
		a.failure = strings.TrimSpace(e.Error.Code + ": " + e.Error.Message + " " + e.Error.Suggestion)
	}
}
