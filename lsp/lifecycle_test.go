package lsp

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
)

func TestExitCode(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(e *fakeEditor)
		want int
	}{
		{"shutdown and exit", func(e *fakeEditor) { e.must("shutdown", nil, nil); e.notify("exit", nil) }, 0},
		{"exit without shutdown", func(e *fakeEditor) { e.notify("exit", nil) }, 1},
		{"the input ends", func(e *fakeEditor) { e.leave() }, 1},
		{"the input ends after shutdown", func(e *fakeEditor) { e.must("shutdown", nil, nil); e.leave() }, 0},
		{"a broken header", func(e *fakeEditor) { fmt.Fprint(e.in, "Hello\r\n\r\n") }, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := startEditor(t, Options{Open: noSession})
			e.initialize("{}", "")
			c.end(e)
			if got := e.exitCode(); got != c.want {
				t.Errorf("the exit code is %d, want %d", got, c.want)
			}
		})
	}
}

func TestExitBeforeInitialize(t *testing.T) {
	e := startEditor(t, Options{Open: noSession})
	e.notify("exit", nil)
	if got := e.exitCode(); got != 1 {
		t.Errorf("the exit code is %d", got)
	}
}

// jsonrpc2 waits for calls in flight at the end of the input; the server has to cancel them.
func TestEndOfInputCancelsWhatRuns(t *testing.T) {
	began := make(chan struct{})
	open := func(ctx context.Context, _ Start) (*Session, error) {
		close(began)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	e := startEditor(t, Options{Open: open})
	e.initialize("{}", "")
	<-began
	answered := make(chan error, 1)
	go func() {
		_, err := e.conn.Call(context.Background(), wire.MethodTools, nil, nil)
		answered <- err
	}()
	e.leave()
	if got := e.exitCode(); got != 1 {
		t.Errorf("the exit code is %d", got)
	}
	if err := <-answered; err == nil {
		t.Error("the call succeeded")
	}
}

// A process ends when its editor has exited, even if another process keeps its input open.
func TestEndsWithTheEditorsProcess(t *testing.T) {
	sleep := exec.Command("sleep", "1000")
	if err := sleep.Start(); err != nil {
		t.Skip(err)
	}
	e := startEditor(t, Options{Open: noSession}, func(s *server) { s.parentPoll = 5 * time.Millisecond })
	e.must("initialize", jsonrpc2.RawMessage(fmt.Sprintf(`{"processId":%d,"rootUri":null,"capabilities":{}}`, sleep.Process.Pid)), nil)
	if err := sleep.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = sleep.Wait() // killed, as it should be
	if got := e.exitCode(); got != 1 {
		t.Errorf("the exit code is %d", got)
	}
}

// An editor in another container has a process id that means nothing here.
func TestUnseenProcessIsNotWatched(t *testing.T) {
	e := startEditor(t, Options{Open: noSession}, func(s *server) { s.parentPoll = time.Millisecond })
	e.must("initialize", jsonrpc2.RawMessage(`{"processId":2147483600,"rootUri":null,"capabilities":{}}`), nil)
	time.Sleep(20 * time.Millisecond)
	e.sync()
}

// jsonrpc2 would close the connection at an unknown notification, at an error of a notification's handler, and at a panic.
func TestConnectionSurvives(t *testing.T) {
	open := func(context.Context, Start) (*Session, error) { panic("boom") }
	e := startEditor(t, Options{Open: open})
	e.initialize("{}", "")
	e.notify("ptk/unheardOf", map[string]any{"a": 1})
	e.notify("textDocument/didChange", jsonrpc2.RawMessage(`{"textDocument":{"uri":"file:///not/open","version":2},"contentChanges":[]}`))
	e.notify("textDocument/didOpen", jsonrpc2.RawMessage(`{"textDocument":7}`))
	e.notify("window/workDoneProgress/cancel", jsonrpc2.RawMessage(`[]`))
	e.sync()
	for range 2 {
		_, err := e.call(wire.MethodTools, nil)
		if codeOf(err) != jsonrpc2.InternalError {
			t.Errorf("a panic was answered with %v", err)
		}
	}
	if !strings.Contains(e.logged(), "boom") {
		t.Error("the panic is not in the log")
	}
	e.sync()
}

// With the handlers of protocol.NewServer the changes would be made in any order.
func TestDocumentsChangeInOrder(t *testing.T) {
	e := startEditor(t, Options{Open: noSession})
	e.initialize("{}", "")
	e.open("file:///w/a", "")
	var want strings.Builder
	for i := range 3000 {
		piece := fmt.Sprintf("%d,", i)
		e.notify("textDocument/didChange", jsonrpc2.RawMessage(fmt.Sprintf(
			`{"textDocument":{"uri":"file:///w/a","version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":%d},"end":{"line":0,`+
				`"character":%d}},"text":%q}]}`,
			i+2, want.Len(), want.Len(), piece)))
		want.WriteString(piece)
	}
	e.sync()
	doc, _ := e.server.documents.docs.get("file:///w/a")
	if diff := cmp.Diff(want.String(), doc.text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if doc.version != 3001 {
		t.Errorf("the version is %d", doc.version)
	}
}

// A call that is still being answered does not hold up the next, and neither holds up notifications.
func TestCallsRunBesideEachOther(t *testing.T) {
	first, second := make(chan struct{}), make(chan struct{})
	chats := fakeModels(func(ctx context.Context) {
		select {
		case <-first:
			close(second)
		default:
			close(first)
			select {
			case <-second:
			case <-ctx.Done():
				t.Error("the second call waited for the first")
			}
		}
	})
	e := startEditor(t, Options{Open: chats.open})
	e.initialize("{}", "")
	done := make(chan error, 1)
	go func() {
		_, err := e.conn.Call(context.Background(), wire.MethodModels, nil, nil)
		done <- err
	}()
	<-first
	e.must(wire.MethodModels, nil, nil)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestCancelRequest(t *testing.T) {
	began := make(chan struct{})
	chats := fakeModels(func(ctx context.Context) { close(began); <-ctx.Done() })
	e := startEditor(t, Options{Open: chats.open})
	e.initialize("{}", "")
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-began; cancel() }()
	id, _ := e.conn.Call(ctx, wire.MethodModels, nil, nil)
	n, _ := id.Number()
	e.notify("$/cancelRequest", jsonrpc2.RawMessage(fmt.Sprintf(`{"id":%d}`, n)))
	e.sync()
	e.must("shutdown", nil, nil) // would wait for ever, were the call still running
}

func TestShutdownCancelsWhatRuns(t *testing.T) {
	began := make(chan struct{})
	ended := make(chan struct{})
	chats := fakeModels(func(ctx context.Context) { close(began); <-ctx.Done(); close(ended) })
	e := startEditor(t, Options{Open: chats.open})
	e.initialize("{}", "")
	go func() { _, _ = e.conn.Call(context.Background(), wire.MethodModels, nil, nil) }()
	<-began
	e.must("shutdown", nil, nil)
	<-ended
}

// The same with a separate process, whose input is a blocking pipe that another process keeps open.
func TestProcessEndsWithTheEditorsProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the next look at the editor's process")
	}
	sleep := exec.Command("sleep", "1000")
	if err := sleep.Start(); err != nil {
		t.Skip(err)
	}
	cmd := process(t, "server")
	in, out := pipes(t, cmd)
	sendFrame(t, in, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":%d,"rootUri":null,"capabilities":{}}}`,
		sleep.Process.Pid))
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := sleep.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = sleep.Wait() // killed, as it should be
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(patience):
		_ = cmd.Process.Kill()
		t.Fatal("the process did not end")
	}
	if got := cmd.ProcessState.ExitCode(); got != 1 {
		t.Errorf("the exit code is %d", got)
	}
}
