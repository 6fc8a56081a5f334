package notation

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Profile is how much a prompt may ask of the model that reads it.
type Profile int

// The profiles.
const (
	// Full describes everything, with three worked examples.
	Full Profile = iota
	// Small is for small models: first sentences, one example, one call at a time.
	Small
)

// Formatter writes what the model is told. The same input always gives the same bytes, so that providers' prompt caches hit.
type Formatter struct {
	// Profile is Full unless set.
	Profile Profile
}

// PromptInput is what a system prompt is made from.
type PromptInput struct {
	// Tools are the tools offered, in any order.
	Tools []Tool
	// Brief are tools offered beside them of which no more is told than a line; describe_tool must be one of Tools.
	Brief []Tool
	// Rules is the text of the workspace's AGENTS.md; may be empty.
	Rules string
	// Root is the workspace's folder; may be empty.
	Root string
	// Extra is more to tell the model, such as the mode it works in; may be empty. It is trusted.
	Extra string
}

// Result is what a call came to.
type Result struct {
	// Tool is the name of the tool.
	Tool string
	// OK says that the call worked.
	OK bool
	// JSON is the tool's own result; may be set for a failure too.
	JSON json.RawMessage
	// Err is the message for the model where OK is false.
	Err string
}

// Message is one message of a conversation, its content as the formatter or the model wrote it.
type Message struct {
	// Role is "system", "user", "assistant" or "tool".
	Role string
	// Content is the text.
	Content string
}

// SystemPrompt says who the assistant is, which tools it has, how it calls them, and the workspace's own rules.
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

// Definitions lists the tools in name order: name, description, and each parameter's type, whether it is required, what it
// is, its values and its default.
func (f Formatter) Definitions(tools []Tool) string {
	sorted := slices.Clone(tools)
	slices.SortStableFunc(sorted, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	var b strings.Builder
	for _, t := range sorted {
		f.define(&b, t)
	}
	return b.String()
}

// lines lists tools in name order: the name and what it does.
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

// details is a parameter's description and default.
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

// oneLine keeps what a schema says from writing lines of its own, or a tag.
func oneLine(text string) string {
	return Neutralize(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text))
}

// describe is a description on one line; its first sentence for a small model.
func (f Formatter) describe(text string) string {
	text = Neutralize(strings.Join(strings.Fields(text), " "))
	if first, _, found := strings.Cut(text, ". "); found && f.Profile == Small {
		return first + "."
	}
	return text
}

// Snippet is the format in which code stands in results and attachments: the absolute path, the first and last line
// counted from 1, and the code.
func (f Formatter) Snippet(path string, start, end int, code string) string {
	path = strings.ReplaceAll(path, `"`, "%22")
	return fmt.Sprintf("<code=\"%s\" #%d:%d>%s</code>", path, start, end, code)
}

// roleLine is what begins a message in a flattened conversation.
var roleLine = regexp.MustCompile(`(?m)^### (?:SYSTEM|USER|ASSISTANT|TOOL)[ \t]*$`)

// Flatten writes a whole conversation as one text, for providers that take no more than that. It ends where the assistant
// goes on. A line in a message that looks like the head of another one gets a backslash.
func (f Formatter) Flatten(messages []Message) string {
	var b strings.Builder
	for _, m := range messages {
		content := roleLine.ReplaceAllString(strings.TrimSpace(m.Content), `\$0`)
		fmt.Fprintf(&b, "### %s\n\n%s\n\n", strings.ToUpper(m.Role), content)
	}
	b.WriteString("### ASSISTANT\n\n")
	return b.String()
}
