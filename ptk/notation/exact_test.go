package notation

import (
	"strings"
	"testing"
)

// Only calls between exact tags at the start of a line are exact.
func TestExactCalls(t *testing.T) {
	places := map[string]struct {
		around string
		exact  bool // a call of an exact form is exact there
	}{
		"alone":                      {"@@", true},
		"behind prose":               {"I look.\n\n@@", true},
		"right behind prose":         {"I look:\n@@\n", true},
		"behind blank lines":         {"\n\n  @@", true},
		"behind a list":              {"1. First I look.\n2. Then I write.\n\n@@", true},
		"behind a closed quotation":  {"He said \"go\", and it's his file's name.\n@@", true},
		"behind code":                {"```go\nx := `\"`\n```\n@@", true},
		"behind another call":        {"<PTK_CALL>{\"tool\": \"bash\", \"args\": {\"command\": \"y\"}}</PTK_CALL>\n  @@", true},
		"right behind a block quote": {"> He said so.\n@@", false},
		"in curly quotes, far":       {"He said “so.\n\n@@", false},
		"in a line":                  {"I look: @@", false},
		"at the end of a sentence":   {"I look.@@", false},
		"indented":                   {"I look:\n\n  @@", false},
		"behind a stray mark":        {"Not `so.\n@@", false},
		"behind an open element":     {"An <li> is an item.\n\n@@", false},
		"in a fence":                 {"I look.\n```\n@@\n```", false},
		"in a fence of JSON":         {"```json\n@@\n```", false},
	}
	for _, d := range dialectSamples() {
		for name, place := range places {
			if d.isLoose() && strings.Contains(name, "in a line") || d.Kind == "lines" && strings.HasPrefix(name, "at the") ||
				d.isLoose() && strings.HasPrefix(name, "behind another") {
				continue
			}
			out := Parse(strings.Replace(place.around, "@@", d.Text, 1), Options{Tools: sampleTools()})
			if len(out.Calls) == 0 {
				if !d.isLoose() {
					t.Errorf("%s, %s: no call, but %+v", d.Name, name, out)
				}
				continue
			}
			last := out.Calls[len(out.Calls)-1]
			if want := d.isExact() && place.exact; last.Loose == want {
				t.Errorf("%s, %s: exact is %v, want %v: %+v", d.Name, name, !last.Loose, want, last)
			}
		}
	}
}

// Repaired calls are exact if the beginning and end of each value is unchanged.
func TestExactRepairs(t *testing.T) {
	for body, exact := range map[string]bool{
		`{"tool": "bash", "args": {"command": "x",},}`:                       true,
		`{'tool': 'bash', 'args': {'command': 'x'}}`:                         true,
		`{tool: "bash", args: {command: "x"}} // it runs`:                    true,
		`{"tool": "bash", "args": {"command": "x", "background": True}}`:     true,
		"```json\n{\"tool\": \"bash\", \"args\": {\"command\": \"x\"}}\n```": true,
		`bash(command="x")`:                                      true,
		`{"tool": "bash", "args": {"command": "x"}`:              false,
		`{"tool": "bash", "args": {"command": "x"}}}`:            false,
		`{"tool": "bash", "args": {"command": x y}}`:             false,
		"{\"tool\": \"bash\"\n\"args\": {\"command\": \"x\"}}":   false,
		`The call: {"tool": "bash", "args": {"command": "x"}}`:   false,
		`"{\"tool\": \"bash\", \"args\": {\"command\": \"x\"}}"`: false,
	} {
		out := Parse("<PTK_CALL>\n"+body+"\n</PTK_CALL>", Options{Tools: sampleTools()})
		if len(out.Calls) != 1 || out.Calls[0].Loose == exact {
			t.Errorf("%s: want exact %v, got %+v", body, exact, out)
		}
	}
}

// Misspelled tags are read, but are not exact.
func TestInexactTags(t *testing.T) {
	const body = `{"tool": "bash", "args": {"command": "x"}}`
	for _, tags := range [][2]string{
		{"<ptk_call>", "</ptk_call>"},
		{"< PTK_CALL >", "</PTK_CALL>"},
		{`<PTK_CALL id="1">`, "</PTK_CALL>"},
		{"[PTK_CALL]", "[/PTK_CALL]"},
		{"<PTK-CALL>", "</PTK_CAL>"},
		{"<PTK_CALL>", "</PTK_CAL>"},
		{"<PTK_CALL>", ""},
		{"<PTK_CALL>", "<PTK_CALL>"},
		{"<PTK_CALL", "</PTK_CALL>"},
		{"<PTK_CALL>", "</tool_call>"},
		{"<PTK_CALL>", "</ PTK_CALL >"},
		{"<PTK_TOOL_CALL>", "</PTK_TOOL_CALL>"},
		{"<Tool_Call>", "</Tool_Call>"},
		{"<tool-call>", "</tool-call>"},
		{"<function.call>", "</function.call>"},
		{"<PTK_CALL>", "</PTK_CALL"},
		{"<|tool_call_begin|>", "</tool_call>"},
	} {
		out := Parse(tags[0]+body+tags[1], Options{Tools: sampleTools()})
		if len(out.Calls) != 1 || !out.Calls[0].Loose {
			t.Errorf("%s…%s: want one loose call, got %+v", tags[0], tags[1], out)
		}
	}
}

// With native calling only exact tags at the start of a line and the model's control tokens are calls.
func TestNativeCalling(t *testing.T) {
	o := Options{Tools: sampleTools(), Native: true}
	for _, d := range dialectSamples() {
		exact := d.isExact() || d.Kind == "opening"
		for around, read := range map[string]bool{
			"@@": exact, "I look.\n\n@@\n": exact, "I look:\n```json\n@@\n```": false, "```\n@@\n```\n": false,
			"I will NOT run this:\n```\n@@\n```": false,
			"I look: @@": exact && (strings.Contains(d.Text[:4], "|") || strings.Contains(d.Text[:4], "｜") ||
				d.Text[0] == '['),
		} {
			text := strings.Replace(around, "@@", d.Text, 1)
			out := Parse(text, o)
			if (len(out.Calls) > 0) != read {
				t.Errorf("%s in %q: want a call %v, got %+v", d.Name, around, read, out)
			}
			if !read && out.Text != text {
				t.Errorf("%s in %q: text was lost: %q", d.Name, around, out.Text)
			}
		}
	}
}
