package offer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/clip"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

const (
	// mcpShare is the part of the window above which the tools of MCP servers are described in a line each.
	mcpShare = 10
	// defaultWindow is assumed if a model's window is unknown, in tokens.
	defaultWindow = 32_000
	// maxNative is the number of functions that all providers accept.
	maxNative = 128
	// maxLine is how long the line about a tool may be, in bytes.
	maxLine = 100
)

// limit drops the last tools of MCP servers if there are more tools than providers accept, and returns a warning about it.
func limit(specs []tools.Spec, route chat.Route) (kept []tools.Spec, warning string) {
	if !route.Native || len(specs) <= maxNative {
		return specs, ""
	}
	kept = slices.Clone(specs)
	for i := len(kept) - 1; i >= 0 && len(kept) > maxNative; i-- {
		if kept[i].Source == tools.SourceMCP && kept[i].Name != tools.DescribeTool {
			kept = slices.Delete(kept, i, i+1)
		}
	}
	return kept, fmt.Sprintf("%s accepts %d tools, and there are %d: the last tools of MCP servers are left out. "+
		"Leave servers out of the settings (disabled), or set toolCalling = \"ptk\" for its provider.", route.Name, maxNative, len(specs))
}

// split splits tools into those that are described in full, and those of MCP servers, if they take more than their share of the
// window. The tool describe_tool, which describes the latter in full, is dropped if it isn't needed.
func split(specs []tools.Spec, route chat.Route) (offered, full, brief []tools.Spec) {
	isDescriber := func(s tools.Spec) bool { return s.Name == tools.DescribeTool }
	isMCP := func(s tools.Spec) bool { return s.Source == tools.SourceMCP }
	others := slices.DeleteFunc(slices.Clone(specs), isDescriber)
	brief = slices.DeleteFunc(slices.Clone(others), func(s tools.Spec) bool { return !isMCP(s) })
	i := slices.IndexFunc(specs, isDescriber)
	if i < 0 || tokens(brief, route) <= cmp.Or(route.Window, defaultWindow)/mcpShare {
		return others, others, nil
	}
	return specs, append(slices.DeleteFunc(others, isMCP), specs[i]), brief
}

// tokens estimates what describing the tools in full takes of a prompt.
func tokens(specs []tools.Spec, route chat.Route) int {
	if !route.Native {
		return notation.EstimateTokens(notation.Formatter{}.Definitions(Described(specs)))
	}
	n := 0
	for _, s := range specs {
		n += notation.EstimateTokens(s.Name+s.Description+string(s.Parameters)) + 10
	}
	return n
}

// Described returns the tools in the notation's form.
func Described(specs []tools.Spec) []notation.Tool {
	ts := make([]notation.Tool, len(specs))
	for i, s := range specs {
		ts[i] = notation.Tool{Name: s.Name, Aliases: s.Aliases, Description: s.Description, Parameters: s.Parameters}
	}
	return ts
}

// toLines returns the tools with the first line of their descriptions and without their parameters. If even the lines take
// too much of the window, only the names are left.
func toLines(specs []tools.Spec, window int) []notation.Tool {
	out := Described(specs)
	for i := range out {
		out[i].Description, out[i].Parameters, out[i].Aliases = firstLine(out[i].Description), nil, nil
	}
	text := strings.Builder{}
	for _, t := range out {
		text.WriteString(t.Name + t.Description)
	}
	if notation.EstimateTokens(text.String()) > cmp.Or(window, defaultWindow)/mcpShare {
		for i := range out {
			out[i].Description = ""
		}
	}
	return out
}

// firstLine returns the first sentence of a description, cut at the end of a line.
func firstLine(s string) string {
	s = clip.OneLine(s)
	if first, _, found := strings.Cut(s, ". "); found {
		s = first + "."
	}
	if len(s) <= maxLine {
		return s
	}
	cut := strings.LastIndexByte(s[:maxLine], ' ')
	if cut < maxLine/2 {
		cut = maxLine
	}
	return strings.ToValidUTF8(s[:cut], "") + "…"
}
