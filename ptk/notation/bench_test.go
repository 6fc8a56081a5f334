package notation

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"strings"
	"testing"
)

// benchMessage returns prose that contains 2,700 < and five calls of 2 KiB: 64 KiB for each unit of size.
func benchMessage(units int) string {
	var b strings.Builder
	rnd := rand.New(rand.NewSource(1))
	words := []string{
		"the ", "value ", "of ", "x<y ", "is ", "less ", "than ", "if a < b ", "and ", "Vec<T> ", "so ", "we ",
		"return ", "early. ",
	}
	for range 5 * units {
		from := b.Len()
		for less := 0; b.Len()-from < 11050 || less < 540; {
			w := words[rnd.Intn(len(words))]
			if strings.Contains(w, "<") && less >= 540 {
				continue
			}
			less += strings.Count(w, "<")
			b.WriteString(w)
			if rnd.Intn(12) == 0 {
				b.WriteByte('\n')
			}
		}
		b.WriteString("\n" + benchCall() + "\n")
	}
	return b.String()
}

// benchCall returns a call of 2 KiB whose argument is source code.
func benchCall() string {
	code := strings.Repeat("func f(a, b int) int {\n\tif a < b {\n\t\treturn \"x\"\n\t}\n}\n", 28)
	args, err := json.Marshal(map[string]string{"path": "src/main.go", "content": code})
	if err != nil {
		panic(err)
	}
	return "<PTK_CALL>\n{\"tool\": \"write_file\", \"args\": " + string(args) + "}\n</PTK_CALL>"
}

type benchWire struct {
	Tool string
	Args json.RawMessage
}

// floorWhole does the minimum that any parser must do: find the tags and decode the JSON between them.
func floorWhole(text []byte) int {
	n := 0
	for {
		i := bytes.Index(text, []byte("<PTK_CALL>"))
		if i < 0 {
			return n
		}
		j := bytes.Index(text, []byte("</PTK_CALL>"))
		var w benchWire
		if json.Unmarshal(text[i+10:j], &w) == nil {
			n++
		}
		text = text[j+11:]
	}
}

// floorStream does the same byte by byte, holding back partial tags and returning the prose.
type floorStream struct {
	held, body []byte
	inside     bool
	calls      int
	prose      []byte
}

func (f *floorStream) write(c byte) {
	tag := "<PTK_CALL>"
	if f.inside {
		tag = "</PTK_CALL>"
	}
	if c == tag[len(f.held)] {
		if f.held = append(f.held, c); len(f.held) == len(tag) {
			f.held = f.held[:0]
			f.toggle()
		}
		return
	}
	if len(f.held) > 0 {
		f.take(f.held)
		f.held = f.held[:0]
		if c == '<' {
			f.held = append(f.held, c)
			return
		}
	}
	if f.inside {
		f.body = append(f.body, c)
		return
	}
	f.prose = append(f.prose, c)
}

func (f *floorStream) take(p []byte) {
	if f.inside {
		f.body = append(f.body, p...)
		return
	}
	f.prose = append(f.prose, p...)
}

func (f *floorStream) toggle() {
	if f.inside {
		var w benchWire
		if json.Unmarshal(f.body, &w) == nil {
			f.calls++
		}
		f.body = f.body[:0]
	}
	f.inside = !f.inside
}

func benchParse(b *testing.B, text string, piece int) float64 {
	o := Options{Tools: sampleTools()}
	calls := 0
	for b.Loop() {
		p := NewParser(o)
		calls = 0
		for s := text; s != ""; {
			n := min(piece, len(s))
			calls += len(p.Write(s[:n]).Calls)
			s = s[n:]
		}
		calls += len(p.Close(Complete).Calls)
	}
	if want := strings.Count(text, "</PTK_CALL>"); calls != want {
		b.Fatalf("%d calls, want %d", calls, want)
	}
	return float64(b.Elapsed().Nanoseconds()) / float64(b.N)
}

// BenchmarkAgainstFloors compares the parser with the minimum of work that any parser does, in the same run.
func BenchmarkAgainstFloors(b *testing.B) {
	text := benchMessage(1)
	var floor1, floor1s float64
	b.Run("floor=whole", func(b *testing.B) {
		data := []byte(text)
		for b.Loop() {
			if floorWhole(data) != 5 {
				b.Fatal("the floor missed a call")
			}
		}
		floor1 = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	})
	b.Run("floor=stream", func(b *testing.B) {
		for b.Loop() {
			f := &floorStream{prose: make([]byte, 0, len(text))}
			for i := range len(text) {
				f.write(text[i])
			}
			if f.calls != 5 {
				b.Fatal("the floor missed a call")
			}
		}
		floor1s = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	})
	b.Run("whole", func(b *testing.B) {
		b.ReportMetric(benchParse(b, text, len(text))/floor1, "x_floor_whole")
	})
	b.Run("pieces=4", func(b *testing.B) {
		t := benchParse(b, text, 4)
		b.ReportMetric(t/floor1s, "x_floor_stream")
		b.ReportMetric(t/floor1, "x_floor_whole")
	})
	b.Run("pieces=1", func(b *testing.B) {
		b.ReportMetric(benchParse(b, text, 1)/floor1s, "x_floor_stream")
	})
}

// BenchmarkGrowth measures whether four times the message takes four times the time.
func BenchmarkGrowth(b *testing.B) {
	var small float64
	b.Run("256KiB", func(b *testing.B) { small = benchParse(b, benchMessage(4), 4) })
	b.Run("1MiB", func(b *testing.B) { b.ReportMetric(benchParse(b, benchMessage(16), 4)/small, "x_256KiB") })
}

// BenchmarkRepair measures repairs, in nanoseconds per byte.
func BenchmarkRepair(b *testing.B) {
	code := strings.ReplaceAll(strings.Repeat("func f(a, b int) int {\n\tif a < b {\n\t\treturn it's\n\t}\n}\n", 1000), "'", "\\'")
	body := "{tool: 'write_file', 'args': {path: src/main.go, 'content': '" + code + "', list: [" +
		strings.Repeat("{k: True, 'v': None, w: x y,}, // no\n", 400) + "],}"
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if body := readBody(body, nil, false); len(body.list) != 1 || body.fault != nil {
			b.Fatal(body.fault)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(body)), "ns/byte")
}
