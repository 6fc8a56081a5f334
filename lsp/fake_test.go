package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.uber.org/goleak"
)

// The test binary is also a server, and a process that ends at once, for the tests that need a process of its own.
const roleVariable = "PTK_LSP_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "server":
		os.Exit(Serve(context.Background(), os.Stdin, os.Stdout, Options{Open: noSession}))
	case "none":
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// patience is how long a test waits for an event that must come; no test depends on its exact value.
const patience = 20 * time.Second

// note is a message from the server that the fake editor received.
type note struct {
	method string
	params json.RawMessage
}

// fakeEditor is an editor at the other end of two real pipes: real frames, messages taken in the order of the wire.
type fakeEditor struct {
	t      *testing.T
	conn   jsonrpc2.Conn
	in     *os.File // to the server; closing it is the editor's going away
	code   chan int
	server *server

	mu      sync.Mutex // guards what follows
	notes   []note     // notifications and requests, in order
	answers map[string]func(ctx context.Context, params json.RawMessage) (any, error)
	came    chan struct{} // closed and replaced at each note
	log     strings.Builder
}

// Write takes the server's log.
func (e *fakeEditor) Write(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.log.Write(p)
}

func (e *fakeEditor) logged() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.log.String()
}

// startEditor starts a server and an editor that has it. What prepare does to the server, it does before it runs.
func startEditor(t *testing.T, o Options, prepare ...func(*server)) *fakeEditor {
	t.Helper()
	e := &fakeEditor{t: t, code: make(chan int, 1), came: make(chan struct{}), answers: map[string]func(context.Context,
		json.RawMessage) (any, error){}}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(e, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	e.server = newServer(o)
	for _, f := range prepare {
		f(e.server)
	}
	serverIn, in := pipe(t)
	out, serverOut := pipe(t)
	e.in = in
	go func() { e.code <- e.server.serve(context.Background(), serverIn, serverOut) }()
	e.conn = jsonrpc2.NewConn(jsonrpc2.NewHeaderStream(duplex{out, in}), jsonrpc2.WithCodec(codec{}))
	e.conn.Go(context.Background(), e.handle)
	t.Cleanup(e.leave)
	return e
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// leave goes away as an editor does that crashes, and waits for the server's end.
func (e *fakeEditor) leave() {
	_ = e.in.Close()
	<-e.conn.Done()
	e.exitCode() // until then it may still write into folders of the test
	if e.t.Failed() {
		e.t.Logf("the server's log:\n%s", e.logged())
	}
}

func (e *fakeEditor) handle(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	e.mu.Lock()
	n := note{strings.Clone(req.Method()), append(json.RawMessage{}, req.Params()...)}
	e.notes = append(e.notes, n)
	close(e.came)
	e.came = make(chan struct{})
	answer := e.answers[n.method]
	e.mu.Unlock()
	if !req.IsCall() {
		return nil, nil
	}
	jsonrpc2.Async(ctx)
	if answer == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "the fake editor does not answer %s", n.method)
	}
	return answer(ctx, n.params)
}

// answer sets the response to a request of the server.
func (e *fakeEditor) answer(method string, f func(ctx context.Context, params json.RawMessage) (any, error)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answers[method] = f
}

// say answers a request with what it gives, always the same.
func (e *fakeEditor) say(method string, result any) {
	e.answer(method, func(context.Context, json.RawMessage) (any, error) { return result, nil })
}

// call sends a request; the result is the raw one.
func (e *fakeEditor) call(method string, params any) (json.RawMessage, error) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var result jsonrpc2.RawMessage
	_, err := e.conn.Call(ctx, method, params, &result)
	if ctx.Err() != nil {
		e.t.Fatalf("%s was not answered", method)
	}
	return json.RawMessage(result), err
}

// must sends a request that has to succeed and reads its result into result, unless that is nil.
func (e *fakeEditor) must(method string, params, result any) {
	e.t.Helper()
	raw, err := e.call(method, params)
	if err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(raw, result); err != nil {
		e.t.Fatalf("%s: %v in %s", method, err, raw)
	}
}

func (e *fakeEditor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

// initialize does the handshake with these client capabilities, in JSON, and a folder.
func (e *fakeEditor) initialize(capabilities, folder string) {
	e.t.Helper()
	params := fmt.Sprintf(`{"processId":null,"rootUri":null,"clientInfo":{"name":"fake","version":"1"},"capabilities":%s}`, capabilities)
	if folder != "" {
		params = fmt.Sprintf(`%s,"workspaceFolders":[{"uri":%q,"name":"w"}]}`, strings.TrimSuffix(params, "}"), "file://"+folder)
	}
	e.must("initialize", jsonrpc2.RawMessage(params), nil)
	e.notify("initialized", jsonrpc2.RawMessage("{}"))
}

// open opens a document as version 1.
func (e *fakeEditor) open(uri, text string) {
	e.t.Helper()
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "text", "version": 1,
		"text": text,
	}})
}

// change replaces the whole text.
func (e *fakeEditor) change(uri string, version int, text string) {
	e.t.Helper()
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// sync waits until the server has taken all that was sent before.
func (e *fakeEditor) sync() {
	e.t.Helper()
	if _, err := e.call("test/sync", nil); codeOf(err) != jsonrpc2.MethodNotFound {
		e.t.Fatalf("test/sync: %v", err)
	}
}

// taken lists the messages of one method so far.
func (e *fakeEditor) taken(method string) []json.RawMessage {
	e.mu.Lock()
	defer e.mu.Unlock()
	var params []json.RawMessage
	for _, n := range e.notes {
		if n.method == method {
			params = append(params, n.params)
		}
	}
	return params
}

// await waits for the n-th message of a method, counted from 1.
func (e *fakeEditor) await(method string, n int) json.RawMessage {
	e.t.Helper()
	limit := time.After(patience)
	for {
		e.mu.Lock()
		came := e.came
		e.mu.Unlock()
		if got := e.taken(method); len(got) >= n {
			return got[n-1]
		}
		select {
		case <-came:
		case <-limit:
			e.t.Fatalf("no %s number %d came", method, n)
		}
	}
}

// exitCode waits for the server's end.
func (e *fakeEditor) exitCode() int {
	e.t.Helper()
	select {
	case code := <-e.code:
		e.code <- code
		return code
	case <-time.After(patience):
		e.t.Fatal("the server did not end")
		return 0
	}
}

func codeOf(err error) jsonrpc2.Code {
	var coded *jsonrpc2.Error
	if e, ok := err.(*jsonrpc2.Error); ok {
		coded = e
	}
	if coded == nil {
		return 0
	}
	return coded.Code
}

// noSession is for tests in which nothing is to be opened.
func noSession(context.Context, Start) (*Session, error) {
	return nil, fmt.Errorf("this test opens nothing")
}
