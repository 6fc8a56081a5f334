package providers

import (
	"context"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/test/beds"
	"ptk-lsp/tools"
	"ptk-lsp/tools/mcp"
	"ptk-lsp/workspace"
)

const tinyImage = "everything__get-tiny-image"

// newPictureBench has the tools of the official server-everything, and a model that calls the one whose result is a picture.
func newPictureBench(t *testing.T, way string) *bench {
	t.Helper()
	allow := func(context.Context, workspace.Question) (workspace.Answer, error) {
		return workspace.Answer{Decision: workspace.AllowOnce}, nil
	}
	ws, err := workspace.New([]workspace.Folder{{Path: t.TempDir()}}, workspace.Disk{Ask: allow})
	if err != nil {
		t.Fatal(err)
	}
	manager := tools.NewManager(nil, ws, tools.Options{})
	var servers *mcp.Servers
	servers = mcp.New(mcp.Options{
		Environ: os.Environ(), Neutral: func() (string, error) { return t.TempDir(), nil },
		Changed: func() { manager.SetTools(servers.Tools()) },
	})
	t.Cleanup(servers.Close)
	servers.Set(map[string]mcp.Config{"everything": {Command: "node", Args: []string{beds.MCP(t, "server-everything"), "stdio"}}})
	servers.Ready(t.Context(), nil) // starts them
	servers.Wait(t.Context())
	call := llmtest.Call("c1", tinyImage, `{}`)
	if way == "text" {
		call = llmtest.Say("<PTK_CALL>\n{\"tool\": \"" + tinyImage + "\", \"args\": {}}\n</PTK_CALL>")
	}
	return newBenchOf(t, ws, manager, call, llmtest.Always(llmtest.Say("a logo")))
}

// The picture of a result is sent to a model that accepts pictures, with every provider and both ways of calling, and again with
// the next turn; any other model gets a note.
func TestPicturesOfResults(t *testing.T) {
	for _, k := range kinds() {
		kind := k.Name
		for _, way := range []string{"text", "native"} {
			t.Run(kind+"/"+way, func(t *testing.T) {
				b := newPictureBench(t, way)
				r, _ := b.ask(t, "", kind+"/"+way+"/sees")
				if !r.Success || len(r.ToolCalls) != 1 || !r.ToolCalls[0].Success {
					t.Fatalf("%+v, error %+v", r, r.Error)
				}
				b.ask(t, r.ConversationID, kind+"/"+way+"/sees")
				blind, _ := b.ask(t, r.ConversationID, kind+"/"+way)
				if !blind.Success {
					t.Fatalf("%+v", blind.Error)
				}
				requests := b.server.Requests()
				for i, want := range [][]string{nil, {"image/png"}, {"image/png"}, nil} {
					if d := cmp.Diff(want, seen(t, requests[i])); d != "" {
						t.Errorf("request %d (-want +got):\n%s", i, d)
					}
				}
				if text := said(requests[1]); !strings.Contains(text, ": picture 1]") || strings.Contains(text, "can't be shown") {
					t.Errorf("the model that accepts pictures gets %s", text)
				}
				if text := said(requests[3]); !strings.Contains(text, ": picture 1]") || !strings.Contains(text, "You can't be shown the picture.") {
					t.Errorf("the model that does not accept pictures gets %s", text)
				}
			})
		}
	}
}

// seen returns the types of the pictures of a request, by content and by declaration.
func seen(t *testing.T, r llmtest.Request) (kinds []string) {
	t.Helper()
	for _, m := range r.Messages {
		for _, i := range m.Images {
			if kind := http.DetectContentType(i.Data); kind != i.MIME || len(i.Data) < 1000 {
				t.Errorf("a picture of %d bytes is %s and is said to be %s", len(i.Data), kind, i.MIME)
			}
			if m.Role == llm.Assistant {
				t.Error("the model is made to say a picture")
			}
			kinds = append(kinds, i.MIME)
		}
	}
	return kinds
}

func said(r llmtest.Request) string {
	var all strings.Builder
	for _, m := range r.Messages {
		all.WriteString(m.Content + "\n")
	}
	return all.String()
}
