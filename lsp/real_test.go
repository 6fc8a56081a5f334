package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/openai"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// bench is a fake editor on a server with the real conversations and tools, whose model is a scripted server.
type bench struct {
	*fakeEditor
	dir   string
	model *llmtest.Server
}

// oneModel is a catalogue of the scripted server's one model.
type oneModel struct{ route chat.Route }

func (o oneModel) Resolve(_ context.Context, name string) (chat.Route, error) {
	if name != "" && name != o.route.Name {
		return chat.Route{}, fmt.Errorf("%w: %s", chat.ErrUnknownModel, name)
	}
	return o.route, nil
}

func (oneModel) Preprocess(context.Context) (chat.Route, bool, error) {
	return chat.Route{}, false, nil
}

func (o oneModel) List(context.Context) ([]chat.ModelInfo, string) {
	return []chat.ModelInfo{{ID: o.route.Name, Provider: "test", Available: true}}, o.route.Name
}

// openReal returns the Open of a server with real conversations and tools, whose model is a scripted server.
func openReal(t *testing.T, script ...llmtest.Reply) (*llmtest.Server, func(context.Context, Start) (*Session, error)) {
	t.Helper()
	server := llmtest.New(t, script...)
	provider, err := openai.New(openai.Options{Name: "test", BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(provider.Close)
	state := t.TempDir()
	kept, err := journal.Open(filepath.Join(state, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	models := oneModel{chat.Route{Provider: provider, Name: "test/test-model", Model: "test-model", Window: 32000}}
	return server, func(_ context.Context, s Start) (*Session, error) {
		var folders []workspace.Folder
		for _, f := range s.Folders {
			folders = append(folders, workspace.Folder{Path: f})
		}
		ws, err := workspace.New(folders, s.Editor)
		if err != nil {
			return nil, err
		}
		var folder string
		if len(s.Folders) > 0 {
			folder = s.Folders[0]
		}
		rules := tools.OpenPermissions(tools.PermissionsFile(state, folder), nil)
		can := tools.Can{Diagnostics: s.Diagnostics, Language: s.Language, EditorCommands: s.EditorCommands, Journal: kept}
		offered := tools.NewManager(tools.Builtin(can), ws, tools.Options{Permissions: rules})
		manager := ptk.NewManager(ptk.Config{Models: models, Workspace: ws, Tools: offered, Journal: kept, Permissions: rules})
		return &Session{Chats: manager, Past: manager}, nil
	}
}

// newBench writes the files ("name", "text", …) into a folder and opens it in an editor with these capabilities.
func newBench(t *testing.T, capabilities string, files []string, script ...llmtest.Reply) *bench {
	t.Helper()
	b := &bench{dir: t.TempDir()}
	for i := 0; i+1 < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(b.dir, files[i]), []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var open func(context.Context, Start) (*Session, error)
	b.model, open = openReal(t, script...)
	b.fakeEditor = startEditor(t, Options{Open: open})
	b.initialize(capabilities, b.dir)
	return b
}

func (b *bench) uri(name string) string { return string(toURI(filepath.Join(b.dir, name))) }

func (b *bench) disk(name string) string {
	b.t.Helper()
	data, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		b.t.Fatal(err)
	}
	return string(data)
}

// chat runs a turn and returns its result.
func (b *bench) chat(params string) (r wire.ChatResult) {
	b.t.Helper()
	b.must(wire.MethodChat, jsonrpc2.RawMessage(params), &r)
	return r
}

// values returns the values that were sent to a progress token so far.
func (e *fakeEditor) values(token string) []map[string]any {
	var values []map[string]any
	for _, raw := range e.taken("$/progress") {
		var p struct {
			Token any
			Value map[string]any
		}
		if err := json.Unmarshal(raw, &p); err != nil {
			e.t.Fatal(err)
		}
		if p.Token == token {
			values = append(values, p.Value)
		}
	}
	return values
}

// shape writes events in short, pieces of text joined.
func shape(events []map[string]any) string {
	var out []string
	for _, e := range events {
		line := fmt.Sprint(e["kind"])
		switch line {
		case "usage":
			continue
		case "text":
			line += " " + fmt.Sprint(e["text"])
			if n := len(out); n > 0 && strings.HasPrefix(out[n-1], "text ") {
				out[n-1] += fmt.Sprint(e["text"])
				continue
			}
		case "tool_call":
			line += fmt.Sprintf(" %s %s", e["tool"], e["toolKind"])
		case "tool_result":
			line += fmt.Sprintf(" %s %v", e["tool"], e["success"])
		case "iteration":
			line += fmt.Sprintf(" %v %s %v", e["iteration"], e["type"], e["toolCallsSoFar"])
		case "begin", "report", "end":
			line += fmt.Sprintf(" %v", e["message"])
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func call1(tool, args string) string {
	return fmt.Sprintf("<PTK_CALL>\n{\"tool\": %q, \"args\": %s}\n</PTK_CALL>", tool, args)
}
