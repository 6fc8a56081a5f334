package chunk

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzChunks checks that chunks follow each other without a gap and that only very long lines are cut.
func FuzzChunks(f *testing.F) {
	f.Add("package a\n\n// F does.\nfunc F() {\n}\n\ntype T struct{}\n", 9)
	f.Add("class A:\n    def b(self):\n        pass\n\n# c\n", 30)
	f.Add("a\r\n\r\nb", 200)
	f.Add("#define A(x) \\\n\tx\n__attribute__((x))\nstatic int\nf(void)\n", 10)
	f.Fuzz(func(t *testing.T, text string, times int) {
		if times < 0 || times > 300 || len(text) > 4000 {
			t.Skip()
		}
		text = strings.Repeat(text, times)
		var all []byte
		next := 1
		for _, c := range Split([]string{"a.ts", "a.c", "a.py"}[times%3], []byte(text)) {
			if c.Start != next || c.End < c.Start {
				t.Fatalf("lines %d to %d come after line %d", c.Start, c.End, next-1)
			}
			if len(c.Text) > 2*maxChunk {
				t.Errorf("a chunk of %d bytes", len(c.Text))
			}
			next = c.End + 1
			all = append(all, c.Text...)
		}
		for line := range strings.Lines(text) {
			if len(line) > maxChunk {
				return
			}
		}
		if rest, ok := bytes.CutPrefix([]byte(text), all); !ok || len(bytes.TrimSpace(rest)) > 0 {
			t.Errorf("%d bytes became %d", len(text), len(all))
		}
	})
}
