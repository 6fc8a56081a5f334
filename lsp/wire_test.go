package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"ptk-lsp/llm/llmtest"
)

// The archives in testdata show the wire itself. In the file "wire" a line that begins with → is sent, one with ← has
// to be the next message; the value "…" matches any. →! is a frame whose body is no message.
// The files "model 1" and so on are what the model answers, where "…" at the end leaves the answer unfinished; all
// others lie in the workspace, $W.
func TestWire(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			runWire(t, archive)
		})
	}
}

func runWire(t *testing.T, archive *txtar.Archive) {
	dir := t.TempDir()
	var script string
	var replies []llmtest.Reply
	for _, f := range archive.Files {
		switch {
		case f.Name == "wire":
			script = strings.ReplaceAll(string(f.Data), "$W", dir)
		case strings.HasPrefix(f.Name, "model "):
			replies = append(replies, reply(strings.TrimSuffix(string(f.Data), "\n")))
		default:
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	serverIn, in := pipe(t)
	out, serverOut := pipe(t)
	code := make(chan int, 1)
	_, open := openReal(t, replies...)
	go func() {
		code <- Serve(context.Background(), serverIn, serverOut, Options{Open: open, Version: "test"})
	}()
	w := &wireEnd{t: t, in: in, out: bufio.NewReader(out)}
	for line := range strings.Lines(script) {
		w.line(strings.TrimSpace(line))
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	if rest, err := io.ReadAll(w.out); err != nil || len(rest) > 0 {
		t.Errorf("at the end came %q, %v", rest, err)
	}
	<-code
}

// reply is the model's response; it never ends if the text ends with "…".
func reply(text string) llmtest.Reply {
	if begun, endless := strings.CutSuffix(text, "…"); endless {
		return llmtest.Stream(llmtest.Text(begun), llmtest.Silence())
	}
	return llmtest.Say(text)
}

// wireEnd is the editor's end of the wire, with no library between.
type wireEnd struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

func (w *wireEnd) line(line string) {
	w.t.Helper()
	switch mark, body, _ := strings.Cut(line, " "); mark {
	case "→":
		var m map[string]any
		if err := json.Unmarshal([]byte(body), &m); err != nil {
			w.t.Fatalf("%v in %s", err, body)
		}
		m["jsonrpc"] = "2.0"
		data, err := json.Marshal(m)
		if err != nil {
			w.t.Fatal(err)
		}
		w.send(string(data))
	case "→!":
		w.send(body)
	case "←":
		w.expect(body)
	}
}

func (w *wireEnd) send(body string) {
	w.t.Helper()
	if _, err := fmt.Fprintf(w.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		w.t.Fatal(err)
	}
}

func (w *wireEnd) expect(body string) {
	w.t.Helper()
	var want any
	if err := json.Unmarshal([]byte(body), &want); err != nil {
		w.t.Fatalf("%v in %s", err, body)
	}
	data := w.receive()
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		w.t.Fatalf("%v in %s", err, data)
	}
	if got["jsonrpc"] != "2.0" {
		w.t.Errorf("no jsonrpc 2.0 in %s", data)
	}
	delete(got, "jsonrpc")
	if diff := cmp.Diff(want, wild(want, got)); diff != "" {
		w.t.Fatalf("came %s\n(-want +got):\n%s", data, diff)
	}
}

func (w *wireEnd) receive() []byte {
	w.t.Helper()
	header, err := textproto.NewReader(w.out).ReadMIMEHeader()
	if err != nil {
		w.t.Fatal(err)
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		w.t.Fatal(err)
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(w.out, data); err != nil {
		w.t.Fatal(err)
	}
	return data
}

// wild puts "…" into got wherever want has it.
func wild(want, got any) any {
	switch want := want.(type) {
	case string:
		if want == "…" {
			return want
		}
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			for k, v := range want {
				if g, ok := got[k]; ok {
					got[k] = wild(v, g)
				}
			}
		}
	case []any:
		if got, ok := got.([]any); ok {
			for i := range min(len(want), len(got)) {
				got[i] = wild(want[i], got[i])
			}
		}
	}
	return got
}
