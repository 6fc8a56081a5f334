package ptk

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// Extra are tools that come and go while the program runs, as those of MCP servers do. They are in the tools' manager as
// long as they are there.
type Extra interface {
	// Ready has them made ready and waits for those that soon are; it returns within seconds. Names are the tools that a
	// turn asks for, nil is all.
	Ready(ctx context.Context, names []string)
	// Notices gives what the user should know of them, each once.
	Notices() []string
}

func (m *Manager) extraReady(ctx context.Context, r chat.Request) {
	if m.cfg.Extra != nil {
		m.cfg.Extra.Ready(ctx, r.Tools)
	}
}

func (m *Manager) extraNotices() (warnings []chat.Event) {
	if m.cfg.Extra == nil {
		return nil
	}
	for _, n := range m.cfg.Extra.Notices() {
		warnings = append(warnings, chat.Warning{Code: "tools", Message: n})
	}
	return warnings
}

const (
	// extraShare is the part of the window above which tools of MCP servers are told in a line each.
	extraShare = 10
	// someWindow stands for one that is not known, in tokens.
	someWindow = 32_000
	// mostNative is how many functions all providers take.
	mostNative = 128
	// extraLine is how long such a line may be, in bytes.
	extraLine = 100
)

// fewEnough leaves out the last tools of MCP servers where there are more than providers take, and tells of it.
func fewEnough(specs []tools.Spec, route chat.Route) ([]tools.Spec, []chat.Event) {
	over := len(specs) - mostNative
	if !route.Native || over <= 0 {
		return specs, nil
	}
	kept := slices.Clone(specs)
	for i := len(kept) - 1; i >= 0 && len(kept) > mostNative; i-- {
		if kept[i].Source == tools.SourceMCP && kept[i].Name != tools.DescribeTool {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	return kept, []chat.Event{chat.Warning{Code: "tools", Message: fmt.Sprintf(
		"%s can be told of %d tools, and there are %d: the last of those of MCP servers are left out. Leave servers out of the settings (disabled), or set toolCalling = \"ptk\" for its provider.",
		route.Name, mostNative, len(specs))}}
}

// inBrief splits the tools of a turn into those that the model is told of in full and those of which it is told a line:
// those of MCP servers, where they would take more than their share of the window. describe_tool, which tells the rest, is
// then among the first, and else it is dropped.
func inBrief(specs []tools.Spec, route chat.Route) (offered, full, brief []tools.Spec) {
	without := slices.DeleteFunc(slices.Clone(specs), func(s tools.Spec) bool { return s.Name == tools.DescribeTool })
	of := func(mcp bool) []tools.Spec {
		return slices.DeleteFunc(slices.Clone(without), func(s tools.Spec) bool { return (s.Source == tools.SourceMCP) != mcp })
	}
	brief = of(true)
	if len(without) == len(specs) || extraTokens(brief, route) <= cmp.Or(route.Window, someWindow)/extraShare {
		return without, without, nil
	}
	i := slices.IndexFunc(specs, func(s tools.Spec) bool { return s.Name == tools.DescribeTool })
	return specs, append(of(false), specs[i]), brief
}

// extraTokens is what describing the tools in full takes of a prompt.
func extraTokens(specs []tools.Spec, route chat.Route) int {
	if route.Native {
		n := 0
		for _, s := range specs {
			n += notation.EstimateTokens(s.Name+s.Description+string(s.Parameters)) + 10
		}
		return n
	}
	return notation.EstimateTokens(notation.Formatter{}.Definitions(Described(specs)))
}

// briefed gives the tools with the first line of what they do, and without their parameters.
func briefed(specs []tools.Spec, window int) []notation.Tool {
	out := Described(specs)
	for i := range out {
		out[i].Description, out[i].Parameters, out[i].Aliases = firstLine(out[i].Description), nil, nil
	}
	text := strings.Builder{}
	for _, t := range out {
		text.WriteString(t.Name + t.Description)
	}
	if notation.EstimateTokens(text.String()) > cmp.Or(window, someWindow)/extraShare {
		for i := range out { // even the lines are too much
			out[i].Description = ""
		}
	}
	return out
}

// firstLine is the first sentence of a description, as far as it goes on a line.
func firstLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if first, _, found := strings.Cut(s, ". "); found {
		s = first + "."
	}
	if len(s) <= extraLine {
		return s
	}
	cut := strings.LastIndexByte(s[:extraLine], ' ')
	if cut < extraLine/2 {
		cut = extraLine
	}
	return strings.ToValidUTF8(s[:cut], "") + "…"
}

// nativeTools are the tools as a provider with function calling gets them. A call that such a model writes as text counts
// too, so that nothing said of a tool may hold one.
func nativeTools(full, brief []notation.Tool) (out []llm.Tool) {
	for _, k := range full {
		out = append(out, llm.Tool{Name: k.Name, Description: notation.Neutralize(k.Description), Parameters: harmlessSchema(k.Parameters)})
	}
	for _, k := range brief {
		about := strings.TrimSpace(notation.Neutralize(k.Description) + " (" + tools.DescribeTool + " tells its arguments)")
		out = append(out, llm.Tool{Name: k.Name, Description: about, Parameters: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":true}`)})
	}
	slices.SortFunc(out, func(a, b llm.Tool) int { return strings.Compare(a.Name, b.Name) })
	return out
}
