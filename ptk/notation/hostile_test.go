package notation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// hostile returns texts that make careless parsers slow.
func hostile(n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)+1)[:n] }
	texts := map[string]string{
		"prose": fill("Some plain words of prose, line by line.\n"), "less": fill("<"), "open tags": fill("<PTK_CALL>"),
		"broken strings": fill("<PTK_CALL>{\"a</PTK_CALL>"), "escaped quotes": fill("</PTK_CALL><PTK_CALL>{\\\"a"),
		"brackets": "<PTK_CALL>" + fill("["), "braces": "<PTK_CALL>" + fill("{a:"), "quotes": "<PTK_CALL>{" + fill("\"") + "</PTK_CALL>",
		"apostrophes": "<PTK_CALL>{'" + fill("a'b'") + "'}</PTK_CALL>", "backslashes": "<PTK_CALL>{\"" + fill("\\") + "\"}</PTK_CALL>",
		"backquotes": fill("`a``b```"), "fences": fill("```\n<PTK_CALL>\n"), "fence": "```\n" + fill("`"), "spans": fill("` <PTK_CALL> `` "),
		"lists": fill("[\n"), "loose": fill("[{\"name\": \"read_file\",\n"), "names": fill("read_file("), "lines": fill("read_file\n"),
		"blanks": "<" + fill(" "), "newlines": fill("\n"), "results": fill("PTK_RESULT\n"), "tags": fill("<read_file><path>"),
		"valid": "<PTK_CALL>" + `{"tool":"bash","args":{"command":"` + fill("x < y \\\" ") + `"}}</PTK_CALL>`,
		"words": "<PTK_CALL>{} " + fill("it is a word ") + "</PTK_CALL>", "commas": "<PTK_CALL>{" + fill(",") + "}</PTK_CALL>",
		"comments": "<PTK_CALL>{" + fill("/* */") + "}</PTK_CALL>", "unicode": fill("é“”漢字 "), "strings": "<PTK_CALL>" + fill("'a' "),
		"xml":   "<tool name=\"bash\">" + fill("<arg name=\"a\">") + "</tool>",
		"gemma": "<PTK_CALL>" + fill("call:a{}") + "</PTK_CALL>", "gemma quotes": "<PTK_CALL>call:a{b:" + fill(`<|"|>x`) + "}</PTK_CALL>",
		"nested quotes": "<PTK_CALL>\"" + fill("\\\"{") + "\"</PTK_CALL>",
	}
	for _, piece := range []string{
		"<PTK_CALL", "<PTK_CALL>{}", "<PTK_CALL></PTK_CALL>", "</PTK_CALL>", "<tool_call>", "<tool_call></tool_call>", "<|tool_call|",
		"<tool name=\"bash\">", "<invoke name=\"bash\"></invoke>", "<function=bash", "<function=bash></function>",
		"[TOOL_CALLS]", "[TOOL_CALLS]bash{", "<read_file></read_file>", "```\n{\"tool\":\"bash\"}\n```\n", "\n```", "\\", "\\\"",
		"\"", "{", "{}",
		"\n{\"tool\":\"bash\"}", "\nbash()", "\n>>>bash\n{}", "\n>>>", "TOOL: bash\n", "TOOL_RESULT ", " ", "\n", "\x00", "<\x00",
		"\xff", "<\xff", "\n\xe2", "[P", "<ptk-",
	} {
		texts[piece] = fill(piece)
		texts["behind a tag: "+piece] = "<PTK_CALL>" + fill(piece)
		texts["behind a tool: "+piece] = "<read_file>" + fill(piece)
		texts["in a call: "+piece] = "<PTK_CALL>{\"tool\":\"bash\",\"args\":{\"a\":" + fill(piece) + "}}</PTK_CALL>"
		texts["in code: "+piece] = "x `<PTK_CALL>" + fill(piece)
	}
	return texts
}

// timed returns how long the parser takes for a text in pieces.
func timed(text string, piece int) time.Duration {
	start := time.Now()
	p := NewParser(Options{Tools: sampleTools()})
	for s := text; s != ""; {
		n := min(piece, len(s))
		p.Write(s[:n])
		s = s[n:]
	}
	p.Close(Complete)
	return time.Since(start)
}

// BenchmarkHostile alternates between 1 MiB of each text and plain prose, and compares the best times.
func BenchmarkHostile(b *testing.B) {
	texts := hostile(1 << 20)
	for _, piece := range []int{1 << 30, 4} {
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			b.Run(fmt.Sprintf("piece=%d/%q", piece, name), func(b *testing.B) {
				prose, best := time.Hour, time.Hour
				for b.Loop() {
					best, prose = min(best, timed(texts[name], piece)), min(prose, timed(texts["prose"], piece))
				}
				b.ReportMetric(float64(best)/float64(prose), "x_prose")
			})
		}
	}
}
