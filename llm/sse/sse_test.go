package sse

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

type seen struct{ Name, Data string }

// readAll returns the events of a stream and the error at its end, nil for io.EOF.
func readAll(src io.Reader, limit int) ([]seen, error) {
	r := NewReader(src, limit)
	var all []seen
	for {
		ev, err := r.Next()
		if ev.Data != nil {
			all = append(all, seen{string(ev.Name), string(ev.Data)})
		}
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

func TestReader(t *testing.T) {
	tests := []struct {
		name, stream string
		want         []seen
		err          error
	}{
		{name: "nothing"},
		{"one event", "data: a\n\n", []seen{{"", "a"}}, nil},
		{"without the space", "data:a\n\n", []seen{{"", "a"}}, nil},
		{"only one space is taken off", "data:  a\n\n", []seen{{"", " a"}}, nil},
		{"named", "event: ping\ndata: {}\n\n", []seen{{"ping", "{}"}}, nil},
		{"the name is for one event", "event: x\ndata: a\n\ndata: b\n\n", []seen{{"x", "a"}, {"", "b"}}, nil},
		{"a name without data is no event", "event: x\n\ndata: b\n\n", []seen{{"", "b"}}, nil},
		{"several lines", "data: a\ndata: b\nid: 7\ndata\ndata: c\n\n", []seen{{"", "a\nb\n\nc"}}, nil},
		{
			"name between data", "data: a\nevent: long-name\ndata: bbbbbbbbbbbbbbbbbbbbbb\n\n",
			[]seen{{"long-name", "a\nbbbbbbbbbbbbbbbbbbbbbb"}},
			nil,
		},
		{"CRLF", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", []seen{{"", "a\nb"}, {"", "c"}}, nil},
		{"CR", "data: a\r\rdata: b\r\r", []seen{{"", "a"}, {"", "b"}}, nil},
		{"comments keep the line open", ": still here\n\n:\ndata: a\n: in between\n\n", []seen{{"", "a"}}, nil},
		{"byte order mark", "\xef\xbb\xbfdata: a\n\n", []seen{{"", "a"}}, nil},
		{"other fields", "retry: 10\ndatax: no\neventual: no\ndata: a\n\n", []seen{{"", "a"}}, nil},
		{"empty data", "data\n\ndata:\n\n", []seen{{"", ""}, {"", ""}}, nil},
		{"ends without a blank line", "data: a\n\ndata: [DONE]\n", []seen{{"", "a"}, {"", "[DONE]"}}, io.ErrUnexpectedEOF},
		{"ends within a line", "data: a\n\ndata: {\"x", []seen{{"", "a"}, {"", `{"x`}}, io.ErrUnexpectedEOF},
		{"ends within a field's name", "data: a\n\nda", []seen{{"", "a"}}, io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, src := range map[string]io.Reader{
				"whole":          strings.NewReader(tt.stream),
				"byte by byte":   iotest.OneByteReader(strings.NewReader(tt.stream)),
				"error with end": iotest.DataErrReader(strings.NewReader(tt.stream)),
			} {
				got, err := readAll(src, 1<<20)
				if diff := cmp.Diff(tt.want, got); diff != "" || !errors.Is(err, tt.err) {
					t.Errorf("%s: error %v, want %v; events (-want +got):\n%s", name, err, tt.err, diff)
				}
			}
		})
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	got, err := readAll(strings.NewReader("data: "+long+"\n\ndata: b\n\n"), 4<<20)
	if err != nil || len(got) != 2 || got[0].Data != long || got[1].Data != "b" {
		t.Fatalf("%d events, error %v", len(got), err)
	}
	if _, err := readAll(strings.NewReader("data: "+long+"\n\n"), 1<<20); err != ErrTooLong {
		t.Fatalf("over the limit: %v", err)
	}
	comments := strings.Repeat(": keep alive\n\n", 1<<16)
	if got, err := readAll(strings.NewReader(comments+"data: a\n\n"), 100); err != nil || len(got) != 1 {
		t.Fatalf("comments count against the limit: %d events, error %v", len(got), err)
	}
}

func TestReadErrorIsGivenOn(t *testing.T) {
	reset := errors.New("connection reset")
	src := io.MultiReader(strings.NewReader("data: a\n\ndata: b"), iotest.ErrReader(reset))
	got, err := readAll(src, 1<<20)
	if diff := cmp.Diff([]seen{{"", "a"}}, got); diff != "" || err != reset {
		t.Errorf("error %v; events (-want +got):\n%s", err, diff)
	}
}

func TestBuffered(t *testing.T) {
	r := NewReader(strings.NewReader("data: a\n\ndata: b\n\ndata: c"), 1<<20)
	var got []bool
	for range 2 {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Buffered())
	}
	if diff := cmp.Diff([]bool{true, false}, got); diff != "" {
		t.Error(diff)
	}
}

func TestNoAllocationPerEvent(t *testing.T) {
	stream := strings.Repeat("event: delta\ndata: {\"choices\":[]}\ndata: more\n\n", 1000)
	src := strings.NewReader(stream)
	perRun := testing.AllocsPerRun(10, func() {
		src.Reset(stream)
		r := NewReader(src, 1<<20)
		for {
			if _, err := r.Next(); err != nil {
				return
			}
		}
	})
	if perRun > 5 {
		t.Errorf("%v allocations for 1000 events", perRun)
	}
}

// slowEvents is the event stream format read the plain way, line by line.
func slowEvents(stream string) (all []seen, err error) {
	stream = strings.TrimPrefix(stream, "\xef\xbb\xbf")
	stream = strings.ReplaceAll(strings.ReplaceAll(stream, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(stream, "\n")
	var ev seen
	var data []string
	take := func(line string) {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "data":
			data = append(data, value)
		case "event":
			ev.Name = value
		}
	}
	for _, line := range lines[:len(lines)-1] {
		if line != "" {
			take(line)
			continue
		}
		if data != nil {
			all = append(all, seen{ev.Name, strings.Join(data, "\n")})
		}
		ev, data = seen{}, nil
	}
	if last := lines[len(lines)-1]; last != "" {
		take(last)
		err = io.ErrUnexpectedEOF
	}
	if data != nil {
		return append(all, seen{ev.Name, strings.Join(data, "\n")}), io.ErrUnexpectedEOF
	}
	return all, err
}

func FuzzReader(f *testing.F) {
	f.Add("data: a\r\n\r\nevent: x\ndata: b\rdata:c\n\n", byte(3))
	f.Add("\xef\xbb\xbfdata\n\n: c\n\r\ndata: [DONE]", byte(1))
	f.Add("\xef\xbb\xbf", byte(0))
	f.Fuzz(func(t *testing.T, stream string, step byte) {
		want, wantErr := slowEvents(stream)
		got, err := readAll(&steps{bytes.NewReader([]byte(stream)), int(step%7) + 1}, 1<<20)
		if diff := cmp.Diff(want, got); diff != "" || err != wantErr {
			t.Errorf("error %v, want %v; events (-want +got):\n%s", err, wantErr, diff)
		}
	})
}

// steps reads at most n bytes at a time.
type steps struct {
	io.Reader
	n int
}

func (s *steps) Read(p []byte) (int, error) { return s.Reader.Read(p[:min(len(p), s.n)]) }

func BenchmarkReader(b *testing.B) {
	const event = `data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":" word"}}]}` + "\n\n"
	stream := strings.Repeat(event, 1000)
	b.SetBytes(int64(len(stream)))
	for b.Loop() {
		if all, err := count(strings.NewReader(stream)); all != 1000 || err != io.EOF {
			b.Fatal(all, err)
		}
	}
}

func count(src io.Reader) (n int, err error) {
	r := NewReader(src, 1<<20)
	for {
		if _, err := r.Next(); err != nil {
			return n, err
		}
		n++
	}
}

// A line is an event, with either line ending; the last one may have none.
func TestLines(t *testing.T) {
	for _, every := range []int{1, 2, 3, 100} {
		r := NewLines(&slow{text: "\n{\"a\":1}\n\r\n[2]\r\n   x\n\ndata: y", every: every}, 1<<10)
		var got []string
		for {
			ev, err := r.Next()
			if len(ev.Data) > 0 {
				got = append(got, string(ev.Data))
			}
			if err == nil {
				continue
			}
			if err != io.ErrUnexpectedEOF {
				t.Errorf("ended with %v", err)
			}
			break
		}
		if diff := cmp.Diff([]string{`{"a":1}`, "[2]", "   x", "data: y"}, got); diff != "" {
			t.Errorf("in reads of %d (-want +got):\n%s", every, diff)
		}
	}
	r := NewLines(strings.NewReader("{}\n{}\n{"), 1<<10)
	for i, want := range []bool{true, false} {
		if _, err := r.Next(); err != nil || r.Buffered() != want {
			t.Errorf("after line %d: buffered %v, %v", i+1, r.Buffered(), err)
		}
	}
}

// slow returns a text in reads of a fixed size.
type slow struct {
	text  string
	every int
}

func (s *slow) Read(p []byte) (int, error) {
	if s.text == "" {
		return 0, io.EOF
	}
	n := copy(p, s.text[:min(s.every, len(s.text))])
	s.text = s.text[n:]
	return n, nil
}
