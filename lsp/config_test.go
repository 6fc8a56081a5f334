package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
)

// recorder is a session that records the settings and folders that it gets.
type recorder struct {
	mu   sync.Mutex // guards told
	told []string
	came chan struct{}
}

func (r *recorder) tell(s string) {
	r.mu.Lock()
	r.told = append(r.told, s)
	r.mu.Unlock()
	r.came <- struct{}{}
}

func (r *recorder) open(context.Context, Start) (*Session, error) {
	return &Session{
		Chats: fakeModels(func(context.Context) {}),
		Configure: func(raw json.RawMessage) []Problem {
			r.tell(string(raw))
			if strings.Contains(string(raw), "wrong") {
				return []Problem{{"the editor's settings: wrong", "there is no such setting"}}
			}
			return nil
		},
		SetFolders: func(folders []string) error {
			r.tell(strings.Join(folders, " "))
			if len(folders) == 0 {
				return fmt.Errorf("no folder is left")
			}
			return nil
		},
	}, nil
}

func TestChangedSettings(t *testing.T) {
	for _, c := range []struct {
		name, capabilities string
		pulled             any // the answer to workspace/configuration
		settings           []string
		want               []string
	}{
		{"told, in a section or bare", `{}`, nil, []string{`{"ptk":{"model":"a/b"},"other":1}`, `{"model":"c/d"}`}, []string{
			`{"model":"a/b"}`,
			`{"model":"c/d"}`,
		}},
		{
			"asked for", `{"workspace":{"configuration":true}}`,
			[]any{map[string]any{"model": "e/f"}},
			[]string{`null`},
			[]string{`{"model":"e/f"}`},
		},
		{
			"asked for, but only told", `{"workspace":{"configuration":true}}`,
			[]any{nil},
			[]string{`{"ptk":{"model":"a/b"}}`},
			[]string{`{"model":"a/b"}`},
		},
		{"wrong ones are shown", `{}`, nil, []string{`{"wrong":1}`}, []string{`{"wrong":1}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &recorder{came: make(chan struct{}, 10)}
			e := startEditor(t, Options{Open: r.open})
			if c.pulled != nil {
				e.say("workspace/configuration", c.pulled)
			}
			e.initialize(c.capabilities, "")
			e.must(wire.MethodTools, nil, nil)
			for _, s := range c.settings {
				e.notify("workspace/didChangeConfiguration", jsonrpc2.RawMessage(`{"settings":`+s+`}`))
				<-r.came
			}
			if diff := cmp.Diff(c.want, r.told); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if strings.Contains(c.want[0], "wrong") {
				if got := string(e.await("window/showMessage", 1)); !strings.Contains(got,
					"PTK settings: the editor's settings: wrong: there is no such setting") {
					t.Errorf("shown: %s", got)
				}
			}
		})
	}
}

// Settings that come before the session is open are those that it opens with.
func TestSettingsBeforeOpening(t *testing.T) {
	release, got := make(chan struct{}), make(chan string, 1)
	var last string
	open := func(_ context.Context, s Start) (*Session, error) {
		<-release
		last = string(s.Settings)
		return &Session{
			Chats:     fakeModels(func(context.Context) {}),
			Configure: func(raw json.RawMessage) []Problem { got <- string(raw); return nil },
		}, nil
	}
	e := startEditor(t, Options{Open: open})
	e.initialize("{}", "")
	e.notify("workspace/didChangeConfiguration", jsonrpc2.RawMessage(`{"settings":{"ptk":{"model":"a/b"}}}`))
	e.sync()
	close(release)
	if now := <-got; now != `{"model":"a/b"}` {
		t.Errorf("opened with %s, configured with %s", last, now)
	}
}

func TestRegistersForSettings(t *testing.T) {
	r := &recorder{came: make(chan struct{}, 10)}
	e := startEditor(t, Options{Open: r.open})
	e.say("client/registerCapability", nil)
	e.initialize(`{"workspace":{"didChangeConfiguration":{"dynamicRegistration":true}}}`, "")
	want := `{"registrations":[{"id":"ptk","method":"workspace/didChangeConfiguration","registerOptions":{"section":"ptk"}}]}`
	if diff := cmp.Diff(want, string(e.await("client/registerCapability", 1))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestChangedFolders(t *testing.T) {
	r := &recorder{came: make(chan struct{}, 10)}
	e := startEditor(t, Options{Open: r.open})
	e.initialize("{}", "/one")
	e.must(wire.MethodTools, nil, nil)
	for _, event := range []string{
		`{"added":[{"uri":"file:///two%20b","name":"2"},{"uri":"vscode-remote://x/y","name":"r"}],"removed":[]}`,
		`{"added":[{"uri":"file:///two%20b","name":"2"}],"removed":[{"uri":"file:///one","name":"1"}]}`,
		`{"added":[],"removed":[{"uri":"file:///two%20b","name":"2"}]}`,
	} {
		e.notify("workspace/didChangeWorkspaceFolders", jsonrpc2.RawMessage(`{"event":`+event+`}`))
		<-r.came
	}
	if diff := cmp.Diff([]string{"/one /two b", "/two b", ""}, r.told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := string(e.await("window/showMessage", 1)); !strings.Contains(got, "no folder is left") {
		t.Errorf("shown: %s", got)
	}
}

func TestFoldersOfOlderClients(t *testing.T) {
	for params, want := range map[string][]string{
		`{"processId":null,"rootUri":"file:///a%20b","capabilities":{}}`:                                 {"/a b"},
		`{"processId":null,"rootUri":null,"rootPath":"/c","capabilities":{}}`:                            {"/c"},
		`{"processId":null,"rootUri":null,"capabilities":{}}`:                                            nil,
		`{"processId":null,"rootUri":"file:///a","workspaceFolders":null,"capabilities":{}}`:             {"/a"},
		`{"processId":null,"rootUri":"vscode-remote://x/y","capabilities":{}}`:                           nil,
		`{"processId":null,"rootUri":"file:///a","workspaceFolders":[],"capabilities":{},"trace":"off"}`: nil,
	} {
		e := startEditor(t, Options{Open: noSession})
		e.must("initialize", jsonrpc2.RawMessage(params), nil)
		if got, _ := e.server.workspace.config.get(); !cmp.Equal(want, got) && len(want)+len(got) > 0 {
			t.Errorf("%s: the folders are %q, want %q", params, got, want)
		}
	}
}
