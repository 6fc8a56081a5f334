package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"

	"ptk-lsp/lsp/text"
	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

func TestFrames(t *testing.T) {
	const body = `{"jsonrpc":"2.0","method":"x"}`
	long := int64(maxMessage + 1)
	for _, c := range []struct {
		name, in string
		want     string // the body, or
		err      error
	}{
		{"plain", fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body), body, nil},
		{"other fields and case", fmt.Sprintf("content-length:%d\r\nContent-Type: x\r\n\r\n%s", len(body), body), body, nil},
		{"line feeds alone", fmt.Sprintf("Content-Length: %d\n\n%s", len(body), body), body, nil},
		{"the same length twice", "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "{}", nil},
		{"the end", "", "", io.EOF},
		{"cut in the header", "Content-Le", "", io.ErrUnexpectedEOF},
		{"cut in the body", "Content-Length: 20\r\n\r\n{}", "", io.ErrUnexpectedEOF},
		{"a length that never comes", "Content-Length: 60000000\r\n\r\n{}", "", io.ErrUnexpectedEOF},
		{"no length", "Content-Type: x\r\n\r\n{}", "", jsonrpc2.ErrInvalidHeader},
		{"two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ", "", jsonrpc2.ErrInvalidHeader},
		{"no colon", "Content-Length 2\r\n\r\n{}", "", jsonrpc2.ErrInvalidHeader},
		{"negative", "Content-Length: -2\r\n\r\n{}", "", jsonrpc2.ErrInvalidHeader},
		{"nothing", "Content-Length: 0\r\n\r\n", "", jsonrpc2.ErrInvalidHeader},
		{"no number", "Content-Length: 0x10\r\n\r\n{}", "", jsonrpc2.ErrInvalidHeader},
		{"larger than numbers are", "Content-Length: 99999999999999999999999\r\n\r\n{}", "", jsonrpc2.ErrInvalidHeader},
		{"larger than is passed over", "Content-Length: 999999999999\r\n\r\n{}", "", jsonrpc2.ErrInvalidHeader},
		{"a header without end", strings.Repeat("X: y\r\n", 1<<20), "", jsonrpc2.ErrInvalidHeader},
		{"a line without end", "X: " + strings.Repeat("y", 1<<20), "", jsonrpc2.ErrInvalidHeader},
		{"too long, and cut", fmt.Sprintf("Content-Length: %d\r\n\r\n{}", long), "", io.ErrUnexpectedEOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := newFrameReader(strings.NewReader(c.in)).next()
			if string(got) != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %.100q, %v", got, err)
			}
		})
	}
	t.Run("too long, and one behind it", func(t *testing.T) {
		in := io.MultiReader(strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n", long)), io.LimitReader(endless{}, long),
			strings.NewReader("Content-Length: 2\r\n\r\n{}"))
		f := newFrameReader(in)
		_, _, err := f.next()
		if skipped, ok := errors.AsType[*tooLongError](err); !ok || skipped.size != long {
			t.Fatal(err)
		}
		if got, _, err := f.next(); string(got) != "{}" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// What is no message ends nothing but itself, and what is no framing ends the connection in good order; whatever comes, the
// server neither fails nor hangs.
func FuzzFrames(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`, `[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]`,
		`{"jsonrpc":"2.0","id":{},"method":1}`, `{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":[]}}`,
		strings.Repeat("[", 20_000), "\xff\xfe", `{"jsonrpc":"2.0","id":1,"method":"ptk/chat","params":` + strings.Repeat(`{"a":`, 20_000),
	} {
		f.Add([]byte(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(s), s)))
	}
	f.Add([]byte("Content-Length: 5\r\n\r\n{}"))
	f.Fuzz(func(t *testing.T, in []byte) { serveBytes(t, in) })
}

// serveBytes runs a server with an editor that sends bytes and exits.
func serveBytes(t *testing.T, in []byte) string {
	t.Helper()
	serverIn, w := pipe(t)
	var out lockedBuffer
	code := make(chan int, 1)
	s := newServer(Options{Open: noSession})
	go func() { code <- s.serve(context.Background(), serverIn, &out) }()
	_, _ = w.Write(in) // fails if the server has ended
	w.Close()
	select {
	case <-code:
	case <-time.After(patience):
		t.Fatal("the server does not end after its editor")
	}
	return out.String()
}

// lockedBuffer stores the output of the server.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) Close() error { return nil }

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Each method with hostile params gets a response, and none breaks the server.
func FuzzParams(f *testing.F) {
	methods := []string{}
	for m := range newServer(Options{Open: noSession}).routes {
		methods = append(methods, m)
	}
	hostile := []string{
		`null`, `[]`, `1`, `"x"`, `{"textDocument":null}`, `{"textDocument":{"uri":5}}`,
		`{"textDocument":{"uri":"file:///a","version":99999999999999999999}}`,
		`{"textDocument":{"uri":"file:///a"},"contentChanges":[{"range":{"start":{"line":4294967295,"character":4294967295},"end":{"line":0,` +
			`"character":0}},"text":"x"}]}`,
		`{"textDocument":{"uri":"file:///a"},"contentChanges":[{"range":{"start":{"line":-1,"character":-1},"end":{"line":1e99,` +
			`"character":0}},"text":"x"}]}`,
		`{"message":"x","partialResultToken":{"a":1}}`, `{"message":"x","timeoutMs":9223372036854775807}`, `{"message":"` +
			strings.Repeat("\\u0000", 100) + `"}`,
		`{"id":` + strings.Repeat("[", 20_000), `{"a":` + strings.Repeat(`{"a":`, 20_000),
	}
	for i := range methods {
		for _, p := range hostile {
			f.Add(i, []byte(p))
		}
	}
	first := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}`
	open := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","languageId":"x","version":1,` +
		`"text":"a\nb\n"}}}`
	f.Fuzz(func(t *testing.T, method int, params []byte) {
		m := methods[uint(method)%uint(len(methods))]
		last := `{"jsonrpc":"2.0","id":2,"method":"ptk/nosuch"}`
		var in bytes.Buffer
		for _, body := range []string{
			first, open, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, m, params),
			fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, m, params), last,
		} {
			fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(body), body)
		}
		out := serveBytes(t, in.Bytes())
		if strings.Contains(out, "failed inside the server") {
			t.Errorf("%s panicked:\n%s", m, out)
		}
		if m != "exit" && m != "shutdown" && !strings.Contains(out, "ptk/nosuch") {
			t.Errorf("after %s the server answers no more:\n%s", m, out)
		}
	})
}

// Of documents there is no room for, nothing is read, neither from the editor nor from the disk; the others stay.
func TestDocumentsWithoutRoom(t *testing.T) {
	d := newDocuments()
	put := func(name string, size int) bool {
		return d.put(&document{uri: uri.URI("file:///" + name), text: text.New(strings.Repeat("x", size), text.UTF16)})
	}
	third := maxHeld / 3
	if !put("a", third) || !put("b", third) || put("c", third+1<<20) || !put("d", 100) {
		t.Error("the wrong ones are kept")
	}
	if s, open := d.get("file:///c"); !open || !s.omitted || s.text != "" {
		t.Errorf("c: %v %v", open, s.omitted)
	}
	if s, _ := d.get("file:///d"); s.omitted || len(s.text) != 100 {
		t.Errorf("d: %v", s.omitted)
	}
	if !put("a", 10) || !put("c", third) { // the room that a gave up
		t.Error("room is not used again")
	}
	d.omit("")
	if s, _ := d.get("file:///d"); !s.omitted || d.held != 0 {
		t.Errorf("after a skipped message: %v, %d bytes", s.omitted, d.held)
	}
	e := &Editor{docs: d}
	if _, _, err := e.Buffer(t.Context(), "/d"); !errors.Is(err, workspace.ErrTooLarge) {
		t.Errorf("it is read: %v", err)
	}
}

// Calls beyond the bound are refused at once; those that are being answered go on, and afterwards there is room again.
func TestManyCallsAtOnce(t *testing.T) {
	hold := make(chan struct{})
	e := startEditor(t, Options{Open: func(ctx context.Context, s Start) (*Session, error) {
		<-hold
		return nil, errors.New("no session")
	}})
	e.initialize("{}", t.TempDir())
	var answered sync.WaitGroup
	refusals := make(chan error, maxCalls+100)
	for range maxCalls + 100 {
		answered.Go(func() {
			_, err := e.conn.Call(t.Context(), wire.MethodTools, struct{}{}, nil)
			refusals <- err
		})
	}
	refused := 0
	for range 100 {
		if err := <-refusals; strings.Contains(err.Error(), "requests are running") {
			refused++
		}
	}
	close(hold)
	answered.Wait()
	if refused != 100 {
		t.Errorf("%d were refused", refused)
	}
	if _, err := e.conn.Call(t.Context(), wire.MethodTools, struct{}{}, nil); err == nil || strings.Contains(err.Error(),
		"requests are running") {
		t.Errorf("afterwards: %v", err)
	}
}
