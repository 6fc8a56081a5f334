package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ptk-lsp/llm/llmtest"
)

// hostile is what steers terminals: clipboard, link, title, cursor, screen, 8-bit controls, DCS, overwriting.
const hostile = "\x1b]52;c;cm0gLXJmIH4=\x07\x1b]8;;http://127.0.0.1/\x1b\\link\x1b]8;;\x1b\\\x1b]0;title\x07\x1b[2J\x1b[1;1H\u009b2J" +
	"\u0090q\u009c\x1bP+q\x1b\\over\bwritten\rrm\u202egnp.exe\x00\x7f"

// unsteered fails where something on the screen steers it.
func (p *person) unsteered(what string) {
	p.t.Helper()
	p.mu.Lock()
	seen := p.seen
	p.mu.Unlock()
	colours := regexp.MustCompile(`\x1b\[[0-7;]*m`) // the hostile text has another
	clean := strings.ReplaceAll(colours.ReplaceAllString(seen, ""), "\r\n", "\n")
	steering := regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{202a}-\x{202e}]`)
	if at := steering.FindStringIndex(clean); at != nil {
		p.t.Errorf("%s: %q steers the terminal in %q", what, clean[at[0]:at[1]], clean[max(0, at[0]-60):min(len(clean), at[1]+60)])
	}
	if !utf8.ValidString(seen) {
		p.t.Errorf("%s: there are bytes that are no characters", what)
	}
}

// ends waits until the program has ended by itself.
func (p *person) ends() {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(30 * time.Second):
		p.t.Fatal("the program does not exit")
	}
}

func quotedJSON(s string) string {
	data, _ := json.Marshal(s)
	return string(data)
}

// No text of a model, a file or a provider steers the terminal, wherever it is shown.
func TestHostileTextDoesNotSteerTheTerminal(t *testing.T) {
	bad := quotedJSON("\x1b[8m" + hostile + "\nsecond")
	p := sitDown(t, nil,
		llmtest.Say("Look. \x1b[8m"+hostile+"<PTK_CALL>\n{\"tool\": \"read_file\", \"args\": {\"path\": \"evil.txt\"}}\n</PTK_CALL>"),
		llmtest.Say("<PTK_CALL>\n{\"tool\": \"bash\", \"reasoning\": "+bad+
			", \"args\": {\"command\": "+quotedJSON("touch made #"+hostile)+", \"description\": "+bad+"}}\n</PTK_CALL>"),
		llmtest.Say("<PTK_CALL>\n{\"tool\": \"write_file\", \"args\": {\"path\": "+
			quotedJSON("a\x1b[2Jb\u202e.txt")+", \"content\": "+bad+"}}\n</PTK_CALL>"),
		llmtest.Say("<PTK_CALL>\n{\"tool\": \"no\x1b[2Jtool\", \"args\": {}}\n</PTK_CALL>"),
		llmtest.Say("Done. "+hostile),
		llmtest.Fail(400, "bad request "+hostile),
	)
	if err := os.WriteFile(filepath.Join(p.dir, "evil.txt"), []byte(hostile+"\n\x9b2J\xff\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.says("look " + "at it")
	p.sees("Allow? [y]es")
	p.types("n\n")
	p.sees("Allow? [y]es")
	p.types("n\n")
	p.sees("Done. ")
	p.says("again")
	p.sees("bad request")
	p.sees("> ")
	p.unsteered("chat")
	p.leaves(ctrlD)
	for _, args := range [][]string{
		{"history", "-C", p.dir, "list"},
		{"history", "-C", p.dir, "list", "--json"},
		{"history", "-C", p.dir, "show", "last"},
		{"history", "-C", p.dir, "export", "last"},
		{"history", "-C", p.dir, "export", "--json", "last"},
		{"trace", "-C", p.dir, "--full"},
		{"trace", "-C", p.dir, "--json"},
		{"tool", "-C", p.dir, "read_file", `{"path": "evil.txt"}`},
		{"tool", "-C", p.dir, "\x1b[2Jx", `{}`},
		{"tool", "-C", p.dir, "--yes", "bash", `{"command": "cat evil.txt; echo"}`},
		{"models", "-C", p.dir},
		{"permissions", "-C", p.dir},
		{"doctor", "-C", p.dir},
		{"index", "-C", p.dir},
		{"\x1b[2Jx"},
		{"chat", "--\x1b[2Jx"},
		{"history", "-C", p.dir, "show", "\x1b[2Jxxx"},
	} {
		p.starts(args...)
		p.ends()
		p.unsteered(strings.Join(args, " "))
	}
}

// JSON on a terminal has the same values as elsewhere; control characters are escaped.
func TestJSONOnATerminalIsExact(t *testing.T) {
	p := sitDown(t, []string{"--json", "hi"}, llmtest.Say("Done. "+hostile))
	p.ends()
	p.unsteered("chat --json")
	var said strings.Builder
	for line := range strings.Lines(p.seen) {
		var e struct{ Kind, Text string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		if e.Kind == "text" {
			said.WriteString(e.Text)
		}
	}
	if said.String() != "Done. "+hostile {
		t.Errorf("%q", said.String())
	}
}
