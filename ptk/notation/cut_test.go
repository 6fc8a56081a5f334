package notation

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// bodies are results of about 30 KB of several kinds, with what must survive.
func bodies(t *testing.T) map[string]struct {
	body any
	keep Keep
	want []string
} {
	t.Helper()
	lines := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format+"\n", i)
		}
		return b.String()
	}
	var matches []map[string]any
	for i := range 400 {
		matches = append(matches, map[string]any{"path": fmt.Sprintf("pkg/%03d/file.go", i), "line": i, "text": "func wombat() { return 42 }"})
	}
	type result = struct {
		body any
		keep Keep
		want []string
	}
	return map[string]result{
		"a log": {
			map[string]any{"exitCode": 1, "output": lines("ok  example.com/pkg/%d 0.1s", 1000) + "FAIL: TestLast"},
			KeepEnd,
			[]string{"FAIL: TestLast", "pkg/0 ", `"exitCode":1`},
		},
		"a file": {
			map[string]any{"path": "a.go", "content": lines("%d\tfunc wombat() error { return nil }", 800)},
			KeepStart,
			[]string{"0\\tfunc", "a.go"},
		},
		"matches":      {map[string]any{"matches": matches, "total": 400}, KeepEach, []string{"pkg/000/", "pkg/3", `"total":400`}},
		"rows":         {map[string]any{"rows": lines("%d;17.25;2026-11-22;0.0001", 1200)}, KeepEnds, []string{"0;17.25", "1199;17.25"}},
		"Chinese":      {map[string]any{"text": lines("第%d行：袋熊是一种有袋动物。", 800)}, KeepEnds, []string{"第0行", "第799行"}},
		"one line":     {map[string]any{"text": strings.Repeat("one line ", 2800) + "last"}, KeepEnds, []string{"one line", "last"}},
		"plain prose":  {lines("line %d of an answer that is a string", 800), KeepEnds, []string{"line 0 ", "line 799 "}},
		"many numbers": {map[string]any{"list": make([]int, 9000)}, KeepEnds, []string{"more cut"}},
	}
}

// A shortened result uses what it may use, and no more; what matters most survives.
func TestShortenedResultsUseTheirBudget(t *testing.T) {
	for name, c := range bodies(t) {
		body, err := json.Marshal(c.body)
		if err != nil {
			t.Fatal(err)
		}
		for _, window := range []int{2048, 4096, 8192, 12288, 16384, 32768} {
			budget := window / 4
			out := Formatter{}.Results([]Result{{Tool: "x", OK: true, JSON: body, Keep: c.keep}}, budget)
			got := EstimateTokens(out)
			if whole := EstimateTokens(string(body)); whole > budget && (got < budget*9/10 || got > budget*21/20+4) {
				t.Errorf("%s in a window of %d: %d tokens of %d", name, window, got, budget)
			}
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("%s in a window of %d: %q is missing:\n%.300s", name, window, want, out)
				}
			}
			if text, _, _ := strings.Cut(strings.TrimPrefix(out, "PTK_RESULT: "), " [cut: "); !json.Valid([]byte(text)) {
				t.Errorf("%s in a window of %d is not JSON: %.300s", name, window, text)
			}
		}
	}
}

func BenchmarkShortenedResult(b *testing.B) {
	body, err := json.Marshal(map[string]any{"output": strings.Repeat("ok  example.com/pkg/wombat 0.123s\n", 1000)})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		Formatter{}.Results([]Result{{Tool: "bash", OK: true, JSON: body, Keep: KeepEnd}}, 1024)
	}
}
