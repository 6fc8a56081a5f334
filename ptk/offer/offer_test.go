package offer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
)

// specs returns a tool that reads, one that writes, describe_tool, and a number of tools of MCP servers.
func specs(mcp int) []tools.Spec {
	all := []tools.Spec{
		{Name: "read_file", Kind: tools.KindRead}, {Name: "write_file", Kind: tools.KindEdit}, {Name: tools.DescribeTool, Kind: tools.KindRead},
	}
	for i := range mcp {
		all = append(all, tools.Spec{
			Name: fmt.Sprintf("mcp_%03d", i), Kind: tools.KindRead, Confirm: true, Source: tools.SourceMCP,
			Description: "Does it. " + strings.Repeat("With care. ", 20), Parameters: json.RawMessage(`{"type":"object"}`),
		})
	}
	return all
}

func TestSelect(t *testing.T) {
	for _, c := range []struct {
		choice Choice
		want   string
	}{
		{Choice{}, "read_file write_file describe_tool mcp_000"},
		{Choice{Mode: chat.ModeAgent}, "read_file write_file describe_tool mcp_000"},
		{Choice{Mode: chat.ModeAsk}, "read_file describe_tool mcp_000"},
		{Choice{Mode: chat.ModePlan, Request: []string{"read_file", "write_file"}}, "read_file"},
		{Choice{Command: []string{"write_file", "nosuch"}}, "write_file"},
		{Choice{Request: []string{}}, ""},
		{
			Choice{Request: []string{"nosuch"}},
			`bad request: tools: there is no tool "nosuch"; there are read_file, write_file, describe_tool, mcp_000`,
		},
		{Choice{Mode: "yolo"}, `bad request: mode: "yolo" is not one of ask, plan, agent`},
	} {
		selected, err := Select(specs(1), c.choice)
		got := strings.Join(names(selected), " ")
		if err != nil {
			got = err.Error()
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%+v (-want +got):\n%s", c.choice, d)
		}
	}
}

func TestFor(t *testing.T) {
	for _, c := range []struct {
		mcp                 int
		route               chat.Route
		known, full, native int
		warned              bool
	}{
		{0, chat.Route{}, 2, 2, 0, false},
		{5, chat.Route{Window: 100_000}, 7, 7, 0, false},
		{60, chat.Route{Window: 16_000}, 63, 3, 0, false},
		{60, chat.Route{Window: 16_000, Native: true}, 63, 3, 63, false},
		{200, chat.Route{Window: 16_000}, 203, 3, 0, false},
		{200, chat.Route{Window: 1_000_000, Native: true}, 127, 127, 127, true}, // describe_tool is not needed
	} {
		s, warning := For(c.route, specs(c.mcp))
		known, full, native := len(s.Known), len(s.Full), len(s.Native)
		if known != c.known || len(s.Specs) != c.known || full != c.full || native != c.native || (warning != "") != c.warned {
			t.Errorf("%d tools, %+v: %d known, %d in full, %d native, warning %q", c.mcp, c.route, known, full, native, warning)
		}
		if !s.Has("write_file") || s.Has("nosuch") {
			t.Errorf("%d tools: %v", c.mcp, s.Names())
		}
	}
}

func TestFirstLine(t *testing.T) {
	for s, want := range map[string]string{
		"Does it. And more.":        "Does it.",
		" Does\n it ":               "Does it",
		strings.Repeat("word ", 30): strings.TrimSpace(strings.Repeat("word ", 20)) + "…",
		strings.Repeat("x", 120):    strings.Repeat("x", maxLine) + "…",
	} {
		if got := firstLine(s); got != want {
			t.Errorf("%q: got %q", s, got)
		}
	}
}
