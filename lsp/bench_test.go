package lsp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"ptk-lsp/lsp/wire"
)

// From the start of the process to the answer to initialize, beside a process that only starts and ends.
func BenchmarkStart(b *testing.B) {
	b.Run("initialize", func(b *testing.B) {
		for b.Loop() {
			cmd := process(b, "server")
			in, out := pipes(b, cmd)
			sendFrame(b, in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
			if _, err := bufio.NewReader(out).ReadString('}'); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			_ = in.Close()
			_ = cmd.Wait() // ends with 1, since there was no shutdown request
			b.StartTimer()
		}
	})
	b.Run("nothing", func(b *testing.B) {
		for b.Loop() {
			if err := process(b, "none").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func process(tb testing.TB, role string) *exec.Cmd {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	return cmd
}

func pipes(tb testing.TB, cmd *exec.Cmd) (io.WriteCloser, io.Reader) {
	tb.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	return in, out
}

func sendFrame(tb testing.TB, w io.Writer, body string) {
	tb.Helper()
	if _, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		tb.Fatal(err)
	}
}

// One character typed in documents of three sizes, and the reading of its message alone.
func BenchmarkDidChange(b *testing.B) {
	change := jsonrpc2.RawMessage(`{"textDocument":{"uri":"file:///w/a.go","version":2},"contentChanges":[{"range":{"start":{"line":1000,` +
		`"character":5},"end":{"line":1000,"character":5}},"rangeLength":0,"text":"x"}]}`)
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			if err := decode(change, new(changeParams)); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, size := range []int{64 << 10, 1 << 20, 8 << 20} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			notify := withDocument(b, strings.Repeat("\tif err != nil { return err }\n", size/30))
			for b.Loop() {
				if err := notify(protocol.MethodTextDocumentDidChange, change); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A whole document of 1 MiB.
func BenchmarkFullSync(b *testing.B) {
	text := strings.Repeat("\tif err != nil { return err }\n", 1<<20/30)
	change := jsonrpc2.RawMessage(fmt.Sprintf(`{"textDocument":{"uri":"file:///w/a.go","version":2},"contentChanges":[{"text":%q}]}`, text))
	notify := withDocument(b, "")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := notify(protocol.MethodTextDocumentDidChange, change); err != nil {
			b.Fatal(err)
		}
	}
}

// withDocument returns the notification handler of a server with one open document.
func withDocument(tb testing.TB, text string) func(method string, params jsonrpc2.RawMessage) error {
	s := newServer(Options{Open: noSession})
	notify := func(method string, params jsonrpc2.RawMessage) error {
		return s.routes[method].notify(context.Background(), params)
	}
	open := fmt.Sprintf(`{"textDocument":{"uri":"file:///w/a.go","languageId":"go","version":1,"text":%q}}`, text)
	if err := notify(protocol.MethodTextDocumentDidOpen, jsonrpc2.RawMessage(open)); err != nil {
		tb.Fatal(err)
	}
	return notify
}

// One event of a turn, from the conversation to the wire.
func BenchmarkEvent(b *testing.B) {
	stream := newStream(io.NopCloser(strings.NewReader("")), discard{}, func() {}, func(*tooLongError) {})
	conn := jsonrpc2.NewConn(stream, jsonrpc2.WithCodec(codec{}))
	send := turnHandler{peer: &peer{conn: conn, log: slog.New(slog.DiscardHandler)}}.progressTo(context.Background(),
		wire.ProgressToken(`"p"`))
	for b.Loop() {
		send(wire.TextEvent{Kind: "text", Text: "a piece of the answer"})
	}
}

type discard struct{ io.Writer }

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }
