package notation

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// anyJSON draws a JSON value.
func anyJSON(t *rapid.T, depth int) any {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return anyText().Draw(t, "string")
	case 1:
		return rapid.Float64Range(-1e9, 1e9).Draw(t, "number")
	case 2:
		return rapid.Bool().Draw(t, "boolean")
	case 3:
		return nil
	case 4:
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			list = append(list, anyJSON(t, depth-1))
		}
		return list
	}
	return anyObject(t, depth-1)
}

func anyObject(t *rapid.T, depth int) map[string]any {
	object := map[string]any{}
	for range rapid.IntRange(0, 4).Draw(t, "members") {
		object[anyText().Draw(t, "name")] = anyJSON(t, depth)
	}
	return object
}

// anyText draws text that is difficult for parsers.
func anyText() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", " ", "'", `"`, `\`, "\n", "<", ">", "{", "}", "[", "]", ",", ":", "//", "#", "```", "`",
		"</PTK_CALL>", "<PTK_CALL>", "PTK_RESULT: x", "é", "漢", "\u2028", "\x01", "True", "_", "(", ")", ";",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), "")
	})
}

func TestParserReadsFormattedCalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want []Call
		for range rapid.IntRange(1, 3).Draw(t, "calls") {
			args, err := json.Marshal(anyObject(t, 2))
			if err != nil {
				t.Fatal(err)
			}
			c := Call{Tool: "tool_" + rapid.StringMatching("[a-z]{1,6}").Draw(t, "tool"), Args: args, Reasoning: anyText().Draw(t, "reasoning")}
			text.WriteString("Some prose.\n")
			want = append(want, Call{Tool: c.Tool, Args: c.Args, Reasoning: c.Reasoning, Dialect: "ptk", Offset: text.Len()})
			text.WriteString(FormatCalls([]Call{c}) + "\n")
		}
		sizes := rapid.SliceOfN(rapid.IntRange(1, 40), 1, 5).Draw(t, "pieces")
		out := inPieces(text.String(), Options{}, Complete, sizes...)
		if diff := cmp.Diff(want, out.Calls); diff != "" {
			t.Fatalf("%s\n(-want +got)\n%s\nerrors: %v", text.String(), diff, out.Errors)
		}
	})
}

func TestRepairsDoNotChangeWellFormedStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := anyText().Draw(t, "value")
		quoted := string(quoteJSON(value))
		body := rapid.SampledFrom([]string{
			`{"tool": "t", "args": {"v": VALUE,},}`, `{tool: "t", args: {v: VALUE}}`, `{'tool': 't', 'args': {'v': VALUE}}`,
			`{"tool": "t", "args": {"v": VALUE}`, `{"tool": "t", "args": {"v": VALUE}}}`, `{"tool": "t", /* " */ "args": {"v": VALUE}} // '`,
			"```json\n{\"tool\": \"t\", \"args\": {\"v\": VALUE}}\n```", `t(v=VALUE)`, `{"tool": "t", "x": True, "args": {"v": VALUE}}`,
		}).Draw(t, "body")
		text := "<PTK_CALL>\n" + strings.Replace(body, "VALUE", quoted, 1) + "\n</PTK_CALL>"
		out := Parse(text, Options{})
		if len(out.Calls) != 1 || len(out.Calls[0].Repaired) == 0 && !strings.HasPrefix(body, "t(") {
			t.Fatalf("%s was read as %+v", text, out)
		}
		var args map[string]any
		if err := json.Unmarshal(out.Calls[0].Args, &args); err != nil || args["v"] != value {
			t.Fatalf("%s gave %s", text, out.Calls[0].Args)
		}
	})
}

// allocated returns how many bytes a function allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestWorkIsLinear(t *testing.T) {
	feed := func(text string) *Parser {
		p := NewParser(Options{Tools: sampleTools()})
		for s := text; s != ""; {
			n := min(64, len(s))
			p.Write(s[:n])
			s = s[n:]
		}
		p.Close(Complete)
		return p
	}
	small, large := hostile(1<<15), hostile(1<<17)
	for name := range small {
		a := allocated(func() { feed(small[name]) })
		var p *Parser
		b := allocated(func() { p = feed(large[name]) })
		if b > 6*a+1<<20 {
			t.Errorf("%s: four times the message allocates %d bytes instead of %d", name, b, a)
		}
		if most := 4*len(large[name]) + 1<<16; p.reread > most {
			t.Errorf("%s: %d bytes were read again, want at most %d", name, p.reread, most)
		}
	}
}

func TestMemoryIsBounded(t *testing.T) {
	const limit = 1 << 18
	for name, text := range hostile(1 << 20) {
		head, rest := text[:1<<10], text[1<<10:]
		p := NewParser(Options{Tools: sampleTools(), Limit: limit})
		p.Write(head)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for range 8 {
			for s := rest; s != ""; {
				n := min(1<<12, len(s))
				p.Write(s[:n])
				s = s[n:]
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8*limit {
			t.Errorf("%s: 8 MiB grew the heap by %d bytes for a limit of %d", name, grown, limit)
		}
		runtime.KeepAlive(p)
	}
}

func TestProseDoesNotAllocate(t *testing.T) {
	p := NewParser(Options{Tools: sampleTools()})
	p.Write("So we begin ")
	if n := testing.AllocsPerRun(1000, func() {
		p.Write("some more of it, ")
		p.Write("if a < b or c ")
		p.Write("x")
	}); n != 0 {
		t.Errorf("three pieces of prose take %v allocations, want 0", n)
	}
}
