package history_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long anything may take.
const patience = time.Minute

// object is a JSON object of the protocol.
type object = map[string]any

// editor is a client on the pipes of a running ptk-lsp.
type editor struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.WriteCloser
	done chan struct{} // closed when the program has written its last message

	mu      sync.Mutex // guards what follows, and the order of what is written
	next    int
	answers map[string]chan answer
	waits   []wait
}

// answer is the response to a request.
type answer struct {
	Result json.RawMessage
	Error  *struct {
		Message string
		Data    json.RawMessage
	}
}

// wait is for an event that contains the words.
type wait struct {
	words string
	came  chan struct{}
}

// newEditor starts the program in the environment and opens a folder.
func newEditor(t *testing.T, program, folder string, environ []string, settings object) *editor {
	t.Helper()
	e := &editor{t: t, cmd: exec.Command(program), done: make(chan struct{}), answers: map[string]chan answer{}}
	e.cmd.Env, e.cmd.Stderr, e.cmd.Dir = environ, os.Stderr, folder
	var err error
	e.in, err = e.cmd.StdinPipe()
	check(t, err)
	out, err := e.cmd.StdoutPipe()
	check(t, err)
	check(t, e.cmd.Start())
	go func() { defer close(e.done); e.read(out) }()
	t.Cleanup(e.kill)
	e.call("initialize", object{
		"processId": nil, "rootUri": nil, "workspaceFolders": []object{{"uri": "file://" + folder, "name": "shop"}},
		"capabilities":          object{"experimental": object{"ptk": object{"approve": true}}},
		"initializationOptions": object{"settings": settings},
	})
	e.write(object{"method": "initialized", "params": object{}})
	return e
}

// end has the program end in good order.
func (e *editor) end() {
	e.call("shutdown", nil)
	e.write(object{"method": "exit"})
	<-e.done
	if err := e.cmd.Wait(); err != nil {
		e.t.Error(err)
	}
}

// kill ends the program at once, as a crash does.
func (e *editor) kill() {
	_ = e.cmd.Process.Kill() // fails if it has ended
	<-e.done
	_ = e.cmd.Wait() // it was killed
}

func (e *editor) write(message object) {
	message["jsonrpc"] = "2.0"
	body, err := json.Marshal(message)
	if err == nil {
		_, err = fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	if err != nil {
		e.t.Error(err)
	}
}

// begin sends a request; the response comes on the channel.
func (e *editor) begin(method string, params any) (id int, response <-chan answer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.next++
	c := make(chan answer, 1)
	e.answers[strconv.Itoa(e.next)] = c
	e.write(object{"id": e.next, "method": method, "params": params})
	return e.next, c
}

// call sends a request that must succeed, and returns its result.
func (e *editor) call(method string, params any) json.RawMessage {
	e.t.Helper()
	_, c := e.begin(method, params)
	a := e.response(c)
	if a.Error != nil {
		e.t.Fatalf("%s: %s", method, a.Error.Message)
	}
	return a.Result
}

func (e *editor) response(c <-chan answer) answer {
	e.t.Helper()
	select {
	case a := <-c:
		return a
	case <-e.done:
		e.t.Fatal("the program ended before it answered")
	case <-time.After(patience):
		e.t.Fatal("the program does not answer")
	}
	return answer{}
}

// event returns a channel that is closed when an event arrives that contains the words.
func (e *editor) event(words string) <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	w := wait{words: words, came: make(chan struct{})}
	e.waits = append(e.waits, w)
	return w.came
}

func (e *editor) read(out io.Reader) {
	r := bufio.NewReader(out)
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return // the program has ended
		}
		n, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			e.t.Error(err)
			return
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		e.take(body)
	}
}

// take handles one message: an event, a question of the program, or a response.
func (e *editor) take(body []byte) {
	var m struct {
		ID     json.RawMessage
		Method string
		answer
	}
	if err := json.Unmarshal(body, &m); err != nil {
		e.t.Error(err)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case m.Method == "$/progress":
		for i, w := range e.waits {
			if w.came != nil && strings.Contains(string(body), w.words) {
				close(w.came)
				e.waits[i].came = nil
			}
		}
	case m.Method == "ptk/approve":
		e.write(object{"id": m.ID, "result": object{"decision": "allow_once"}})
	case m.Method != "" && m.ID != nil:
		e.write(object{"id": m.ID, "result": nil})
	case m.Method == "" && e.answers[string(m.ID)] != nil:
		e.answers[string(m.ID)] <- m.answer
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
