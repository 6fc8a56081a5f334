//go:build unix

package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ptk-lsp/test/beds"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/workspacetest"
)

// TestMain is also the small server of server_test.go, which the tests start as a program.
func TestMain(m *testing.M) {
	if how := os.Getenv(behaviourVariable); how != "" {
		behave(how)
		return
	}
	goleak.VerifyTestMain(m)
}

// bed is a set of servers whose tools are run like in a turn.
type bed struct {
	t       *testing.T
	dir     string
	servers *Servers
	manager *tools.Manager
	log     *beds.Log

	mu        sync.Mutex // guards questions
	questions []workspace.Question
	decision  workspace.Decision // AllowOnce if it is empty
}

func newBed(t *testing.T, configs map[string]Config, more ...func(*Options)) *bed {
	b := &bed{t: t, dir: t.TempDir(), log: &beds.Log{}}
	ed := &workspacetest.Editor{Ask: func(_ context.Context, q workspace.Question) (workspace.Answer, error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.questions = append(b.questions, q)
		return workspace.Answer{Decision: cmp.Or(b.decision, workspace.AllowOnce)}, nil
	}}
	ws, err := workspace.New([]workspace.Folder{{Path: b.dir}}, ed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	b.manager = tools.NewManager(nil, ws, tools.Options{})
	o := Options{
		Environ: os.Environ(), Folders: func() []string { return []string{b.dir} }, Version: "test", Log: slog.New(
			slog.NewTextHandler(b.log, nil),
		),
		Changed: func() { b.manager.SetTools(b.servers.Tools()) },
	}
	for _, f := range more {
		f(&o)
	}
	b.servers = New(o)
	t.Cleanup(b.servers.Close)
	b.servers.Set(configs)
	return b
}

// ready starts the servers and waits for them.
func (b *bed) ready() *bed {
	b.t.Helper()
	b.servers.Start()
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	b.servers.Wait(ctx)
	if ctx.Err() != nil {
		b.t.Fatalf("the servers are not ready: %+v\n%s", b.servers.Status(), b.log)
	}
	return b
}

// names returns the names of the tools.
func (b *bed) names() []string {
	var names []string
	for _, s := range b.manager.Specs() {
		names = append(names, s.Name)
	}
	return names
}

// call runs a tool.
func (b *bed) call(name, args string) *tools.Result {
	b.t.Helper()
	r, _ := b.watched(b.t.Context(), name, args)
	return r
}

// watched runs a tool and also returns its output.
func (b *bed) watched(ctx context.Context, name, args string) (*tools.Result, string) {
	b.t.Helper()
	var out beds.Log
	r := b.manager.Run(
		ctx, tools.Invocation{ID: "1", Tool: name, Args: json.RawMessage(args)},
		tools.Observer{Output: func(s string) { fmt.Fprint(&out, s) }},
	)
	return r, out.String()
}

// eventually waits for something that happens in the background.
func (b *bed) eventually(what string, ok func() bool) {
	b.t.Helper()
	deadline := time.Now().Add(time.Minute)
	for !ok() {
		if time.Now().After(deadline) {
			b.t.Fatalf("not so in time: %s\n%+v\n%s", what, b.servers.Status(), b.log)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (b *bed) status(name string) Status {
	for _, s := range b.servers.Status() {
		if s.Name == name {
			return s
		}
	}
	b.t.Fatalf("no server %s", name)
	return Status{}
}

// asked returns the questions so far.
func (b *bed) asked() []workspace.Question {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]workspace.Question{}, b.questions...)
}

func has(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q is not in %s", p, text)
		}
	}
}
