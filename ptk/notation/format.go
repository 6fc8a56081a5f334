package notation

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Profile is the size of model that a prompt is written for.
type Profile int

// The profiles.
const (
	// Full describes everything, with three worked examples.
	Full Profile = iota
	// Small is for small models: first sentences, one example, one call at a time.
	Small
)

// Formatter writes prompts. The same input always produces the same bytes, so that providers can cache prompts.
type Formatter struct {
	// Profile is Full unless set.
	Profile Profile
}

// PromptInput is the input of a system prompt.
type PromptInput struct {
	// Tools are the tools offered, in any order.
	Tools []Tool
	// Brief are more tools, which are described in one line each; describe_tool must be one of Tools.
	Brief []Tool
	// Rules is the text of the workspace's AGENTS.md; may be empty.
	Rules string
	// Root is the workspace's folder; may be empty.
	Root string
	// Extra is more text for the model, such as its mode; may be empty. It is trusted.
	Extra string
}

// Result is the result of a call.
type Result struct {
	// Tool is the name of the tool.
	Tool string
	// OK is set if the call succeeded.
	OK bool
	// JSON is the result of the tool; may be set for a failure too.
	JSON json.RawMessage
	// Err is the message for the model if OK is false.
	Err string
	// Keep is what of it matters most if it is shortened.
	Keep Keep
}

// SystemPrompt returns a prompt that describes the assistant, its tools, how to call them, and the rules of the workspace.
func (f Formatter) SystemPrompt(in PromptInput) string {
	var b strings.Builder
	b.WriteString(identity)
	if in.Root != "" {
		fmt.Fprintf(&b, "\nThe workspace is %s.\n", Neutralize(in.Root))
	}
	if in.Extra != "" {
		b.WriteString("\n" + strings.TrimSpace(in.Extra) + "\n")
	}
	if len(in.Tools) > 0 {
		f.writeTools(&b, in.Tools, in.Brief)
	}
	if rules := strings.TrimSpace(in.Rules); rules != "" {
		b.WriteString("\n# The workspace's own rules (AGENTS.md)\n\n" + Neutralize(rules) + "\n")
	}
	return b.String()
}

func (f Formatter) writeTools(b *strings.Builder, tools, brief []Tool) {
	b.WriteString("\n# Tools\n\n")
	b.WriteString(f.Definitions(tools))
	if len(brief) > 0 {
		b.WriteString(moreTools)
		b.WriteString(Formatter{Profile: Small}.lines(brief) + "\n")
	}
	if f.Profile == Small {
		b.WriteString(protocolSmall)
		return
	}
	b.WriteString(protocolFull)
}

// Definitions describes the tools, sorted by name: name, description, and for each parameter its type, whether it is required,
// its description, values and default.
func (f Formatter) Definitions(tools []Tool) string {
	sorted := slices.Clone(tools)
	slices.SortStableFunc(sorted, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	var b strings.Builder
	for _, t := range sorted {
		f.define(&b, t)
	}
	return b.String()
}

// lines describes the tools, sorted by name, in one line each.
func (f Formatter) lines(tools []Tool) string {
	sorted := slices.SortedStableFunc(slices.Values(tools), func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	var b strings.Builder
	for _, t := range sorted {
		b.WriteString(strings.TrimSuffix("- "+oneLine(t.Name)+": "+f.describe(t.Description), ": ") + "\n")
	}
	return b.String()
}

func (f Formatter) define(b *strings.Builder, t Tool) {
	s := readSchema(t.Parameters)
	if f.Profile == Small {
		fmt.Fprintf(b, "- %s: %s\n", oneLine(signature(t.Name, s)), f.describe(t.Description))
		return
	}
	fmt.Fprintf(b, "## %s\n\n%s\n\n", oneLine(t.Name), f.describe(t.Description))
	for _, p := range s.properties {
		need := "optional"
		if s.requires(p.name) {
			need = "required"
		}
		fmt.Fprintf(b, "- %s (%s, %s)%s\n", oneLine(p.name), oneLine(p.shape()), need, f.details(p.schema))
	}
	b.WriteString("\n")
}

// details returns the description and the default of a parameter.
func (f Formatter) details(s *schema) string {
	out := ""
	if s.description != "" {
		out = ": " + f.describe(s.description)
	}
	if len(s.standard) > 0 {
		out += " Default: " + oneLine(string(s.standard)) + "."
	}
	return out
}

// oneLine removes line breaks and neutralizes tags in a text from a schema.
func oneLine(text string) string {
	return Neutralize(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text))
}

// describe returns a description on one line, for a small model its first sentence.
func (f Formatter) describe(text string) string {
	text = Neutralize(strings.Join(strings.Fields(text), " "))
	if first, _, found := strings.Cut(text, ". "); found && f.Profile == Small {
		return first + "."
	}
	return text
}

// Snippet formats code in results and attachments: the absolute path, the first and last line counted from 1, and the code.
func (f Formatter) Snippet(path string, start, end int, code string) string {
	path = strings.ReplaceAll(path, `"`, "%22")
	return fmt.Sprintf("<code=\"%s\" #%d:%d>%s</code>", path, start, end, code)
}
