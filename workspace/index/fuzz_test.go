package index

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzChunks holds that chunks follow each other without a gap and that no text is lost but of very long lines.
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
		for _, c := range chunks([]string{"a.ts", "a.c", "a.py"}[times%3], []byte(text)) {
			if c.start != next || c.end < c.start {
				t.Fatalf("lines %d to %d come after line %d", c.start, c.end, next-1)
			}
			if len(c.text) > 2*maxChunk {
				t.Errorf("a chunk of %d bytes", len(c.text))
			}
			next = c.end + 1
			all = append(all, c.text...)
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

// FuzzSegment opens what is no segment: it answers, or is refused.
func FuzzSegment(f *testing.F) {
	b := newBuilder()
	b.add(fileEntry{rel: "a/b.go", size: 9}, []byte("package b\n\nfunc readFile() {}\n"))
	b.remove("gone.go")
	path := filepath.Join(f.TempDir(), "segment-00000001")
	if err := b.save(path); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "segment-00000001"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		if _, err := x.Search(t.Context(), "read file", 5); err != nil && !errors.Is(err, ErrCorrupt) {
			t.Error(err)
		}
		if _, err := x.Map(t.Context()); err != nil && !errors.Is(err, ErrCorrupt) {
			t.Error(err)
		}
	})
}

// FuzzDot holds the processor's instructions against plain Go.
func FuzzDot(f *testing.F) {
	f.Add(bytes.Repeat([]byte{0x80, 1, 0x7f}, 70))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, b := asInts(data[:len(data)/2]), asInts(data[len(data)/2:])
		if got, want := dot(a, b), dotPlain(a, b); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}

func FuzzWords(f *testing.F) {
	f.Add("parseHTTPRequest2 snake_case __x é ParsingFILE")
	f.Fuzz(func(t *testing.T, text string) {
		(&splitter{}).words([]byte(text), func(w []byte, _ bool) {
			if len(w) < minWord && len(w) > 0 || len(w) > maxWord || bytes.ContainsAny(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") {
				t.Errorf("%q gives %q", text, w)
			}
		})
	})
}
