package notation

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// seeds are messages that together reach every part of the parser.
var seeds = []string{
	"I look.\n<PTK_CALL>\n{\"tool\": \"read_file\", \"args\": {\"path\": \"a\"}, \"reasoning\": \"r\"}\n</PTK_CALL>\nDone.",
	"<PTK_BATCH>[{\"tool\":\"read_file\",\"args\":{\"path\":\"a\"}},{\"tool\":\"bash\",\"args\":{\"command\":\"</PTK_BATCH>\"}}]</PTK_BATCH>",
	"<ptk-call >\n{'tool': 'read_file', args: {path: a.txt,}} // x\n</PTK_CAL",
	"[PTK_CALL]read_file(path='it\\'s')[/PTK_CALL] `<PTK_CALL>{}</PTK_CALL>` \\` ~~~\n",
	"```json\n<PTK_CALL>{\"tool\":\"read_file\",\"args\":{\"path\":\"a\"}}</PTK_CALL>\n```\n",
	"1. ~~~python\n[read_file(path='a'), bash(command=\"ls\", timeout=2**3)]\n~~~  \n",
	"<tool_call>\n<function=write_file>\n<parameter=path>\nx\n</parameter>\n<parameter=content>\n</function>\n</parameter>\n</function>\n</tool_call>",
	"<tool_call>read_file\n<arg_key>path</arg_key><arg_value>it's é</arg_value></tool_call>",
	"<read_file><path>a</path></read_file>\n", "TOOL: read_file\nARGS:\n  path: a\n  limit: 5\n",
	"[TOOL_CALLS][{\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"a\\\"}\"}]",
	"{\"name\": \"read_file\", \"parameters\": {\"path\": “x”}}<|im_end|>", "read\\_file(\"a\"); ['bash(command=\"x\")']",
	"<PTK_CALL>{\"tool\":\"bash\",\"args\":{\"command\":\"a}}</PTK_CALL> <PTK_CALL>{\"tool\":\"bash\",\"args\":{\"command\":\"b\"}}<PTK_CALL>",
	"x\nPTK_RESULT 1/2 read_file: {}\nrest", "<PTK_CALL>{\"tool\":\"a\",\"args\":{\"b\":\"\"\"c\"\"\", d: [1,.5,0x1F,None}",
}

func fuzzOptions() Options { return Options{Tools: sampleTools(), Limit: 1 << 12} }

// sampleTools returns three tools of the program.
func sampleTools() []Tool {
	return []Tool{
		{
			Name: "read_file", Description: "Read a file.",
			Parameters: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"offset":{"type":"integer"},"limit":{"type":"integer"}},"required":["path"],"additionalProperties":false}`),
		},
		{
			Name: "write_file", Description: "Write a file.",
			Parameters: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"],"additionalProperties":false}`),
		},
		{
			Name: "bash", Aliases: []string{"shell"}, Description: "Run a command.",
			Parameters: json.RawMessage(`{"type":"object","properties":{"command":{"type":"string"},"timeout":{"type":"number"},"background":{"type":"boolean"}},"required":["command"],"additionalProperties":false}`),
		},
	}
}

// inPieces parses a message in pieces of the given sizes, which are repeated.
func inPieces(text string, o Options, f Finish, sizes ...int) Output {
	p := NewParser(o)
	var out Output
	for i := 0; text != ""; i++ {
		n := min(max(1, sizes[i%len(sizes)]), len(text))
		out.add(p.Write(text[:n]))
		text = text[n:]
	}
	out.add(p.Close(f))
	return out
}

func FuzzPieces(f *testing.F) {
	for i, s := range append(seeds, quotedSeeds()...) {
		f.Add(s, uint8(i), uint8(7), i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, text string, a, b uint8, cut bool) {
		finish := Complete
		if cut {
			finish = Cut
		}
		whole := inPieces(text, fuzzOptions(), finish, len(text)+1)
		for _, sizes := range [][]int{{1}, {int(a)%9 + 1, int(b)%40 + 1}} {
			if diff := cmp.Diff(whole, inPieces(text, fuzzOptions(), finish, sizes...)); diff != "" {
				t.Fatalf("in pieces of %v (-whole +pieces):\n%s", sizes, diff)
			}
		}
		checkOutput(t, text, whole)
	})
}

// quotedSeeds returns a call in each quotation, of one dialect after the other.
func quotedSeeds() []string {
	samples := dialectSamples()
	var all []string
	for i, frame := range quotations() {
		all = append(all, "He says:\n"+frame.alone(samples[i%len(samples)].Text)+"\n"+samples[(i+7)%len(samples)].Text)
	}
	return all
}

// FuzzQuoted checks messages of any prose, a quoted call and any text. How they are cut into pieces must not change what is
// read.
func FuzzQuoted(f *testing.F) {
	for i, s := range seeds {
		f.Add(s, "Some prose, it's \"so\".", uint8(i), uint8(3*i))
	}
	samples, frames := dialectSamples(), quotations()
	f.Fuzz(func(t *testing.T, inside, before string, frame, sample uint8) {
		call := samples[int(sample)%len(samples)].Text
		text := before + "\n\n" + frames[int(frame)%len(frames)].alone(call) + "\n\n" + inside
		whole := inPieces(text, fuzzOptions(), Complete, len(text)+1)
		for _, sizes := range [][]int{{1}, {2, 5}} {
			if diff := cmp.Diff(whole, inPieces(text, fuzzOptions(), Complete, sizes...)); diff != "" {
				t.Fatalf("in pieces of %v (-whole +pieces):\n%s", sizes, diff)
			}
		}
		checkOutput(t, text, whole)
	})
}

// checkOutput checks what holds for every output.
func checkOutput(t *testing.T, text string, out Output) {
	t.Helper()
	if len(out.Text) > len(text) {
		t.Errorf("%d bytes of prose came out of %d", len(out.Text), len(text))
	}
	for _, c := range out.Calls {
		if c.Tool == "" || !json.Valid(c.Args) || c.Args[0] != '{' || c.Offset < 0 || c.Offset > len(text) {
			t.Errorf("not a call: %+v", c)
		}
	}
	for _, e := range out.Errors {
		if e.Offset < 0 || e.Offset > len(text) || e.Line < 1 || e.Column < 1 || e.Message == "" {
			t.Errorf("an error without a position: %+v", e)
		}
	}
}

func FuzzRepair(f *testing.F) {
	for _, s := range []string{`{"a": [1, true, null, "x\u00e9\n"]}`, `{'a': "it's", b: c d, # no
	"e": (1,), }`, `["a" "b", 'c'`, `{"p": "C:\new", q: """r"s""", “t”: ‘u’}`, `{"a": 1e5, b: 1_000, c: 1/3, d: [}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := newReader(text)
		r.value()
		if r.fault != nil {
			return
		}
		if utf8.ValidString(text) && !json.Valid(r.out) {
			t.Fatalf("%q was repaired to %q, which is not JSON", text, r.out)
		}
		if trimmed := strings.Trim(text, " \t\r\n"); json.Valid([]byte(trimmed)) && utf8.ValidString(text) {
			sameJSON(t, trimmed, string(r.out))
			if len(r.repaired) > 0 {
				t.Errorf("%q is valid, but was repaired: %v", text, r.repaired)
			}
		}
	})
}

// sameJSON compares the values of two JSON texts, numbers by their digits.
func sameJSON(t *testing.T, a, b string) {
	t.Helper()
	if diff := cmp.Diff(decodeJSON(t, a), decodeJSON(t, b)); diff != "" {
		t.Errorf("%q became %q:\n%s", a, b, diff)
	}
}

func decodeJSON(t *testing.T, s string) (v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return v
}

func FuzzFit(f *testing.F) {
	schema := `{"type":"object","properties":{"n":{"type":"integer"},"on":{"type":"boolean"},"list":{"type":"array","items":{"type":"string"}},"mode":{"enum":["read-only","read_write"]},"any":{"anyOf":[{"type":"number"},{"type":"null"}]},"o":{"type":"object","properties":{"x":{"type":"number"}},"additionalProperties":false}},"required":["n"],"additionalProperties":false}`
	for _, args := range []string{
		`{"n":"5","on":"True","list":"a","mode":"READ_ONLY","any":"1.5","o":{"X":"2"}}`, `{"n":2.0}`,
		`{"N":1e2,"list":["a",5]}`, `[]`, `{`,
	} {
		f.Add(schema, args)
	}
	f.Fuzz(func(t *testing.T, schema, args string) {
		tool := Tool{Name: "t", Parameters: json.RawMessage(schema)}
		fitted, e := Fit(tool, json.RawMessage(args))
		if (fitted == nil) == (e == nil) {
			t.Fatalf("want either arguments or an error, got %q and %v", fitted, e)
		}
		if e != nil {
			return
		}
		if !json.Valid(fitted) {
			t.Fatalf("%q is not JSON", fitted)
		}
		again, e := Fit(tool, fitted)
		if e != nil || string(again) != string(fitted) {
			t.Fatalf("fitting twice must not change the arguments: %q, then %q, %v", fitted, again, e)
		}
	})
}

func FuzzRoundTrip(f *testing.F) {
	for _, s := range []string{
		"plain", "</PTK_CALL>", "<PTK_CALL>{}\nPTK_RESULT: {}\n", "it's \"q\" \\ // # ```",
		"a\u2028b\x00\x7f", "[TOOL_CALLS]",
	} {
		f.Add(s, s, s)
	}
	f.Fuzz(func(t *testing.T, path, content, prose string) {
		if !utf8.ValidString(path) || !utf8.ValidString(content) {
			return
		}
		args := joinObject([]member{{"path", quoteJSON(path)}, {"content", quoteJSON(content)}})
		text := "\n" + FormatCalls([]Call{{Tool: "write_file", Args: args}}) + "\n"
		out := Parse(text, Options{Tools: sampleTools()})
		if len(out.Calls) != 1 || len(out.Calls[0].Repaired) > 0 {
			t.Fatalf("%q was read as %+v", text, out)
		}
		sameJSON(t, string(args), string(out.Calls[0].Args))
		safe := Neutralize(prose)
		for _, s := range []string{safe, "x\n" + safe, Formatter{}.Results([]Result{{Tool: "bash", OK: true, JSON: quoteJSON(prose)}}, 0)[4:]} {
			if out := Parse(s, Options{}); len(out.Calls)+len(out.Errors)+len(out.Warnings) > 0 {
				t.Fatalf("%q was neutralized to %q, which was read as %+v", prose, s, out)
			}
		}
		if got := Restore(safe); got != prose {
			t.Fatalf("%q was neutralized to %q, which was restored to %q", prose, safe, got)
		}
	})
}
