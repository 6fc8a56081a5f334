package peers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// editor is a client on the pipes of a real server process.
type editor struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     *bufio.Writer
	memory *peak

	mu      sync.Mutex // guards what follows
	answers map[int]chan json.RawMessage
	shown   strings.Builder // messages to the user
}

func newEditor(t *testing.T, settings string) *editor {
	t.Helper()
	cmd := command(t, settings)
	e := &editor{t: t, cmd: cmd, answers: map[int]chan json.RawMessage{}}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e.in, e.memory = bufio.NewWriterSize(in, 1<<20), watchPeak(cmd.Process.Pid)
	read := make(chan struct{})
	go func() { defer close(read); e.read(out) }()
	t.Cleanup(func() {
		in.Close()
		kill := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		<-read
		_ = cmd.Wait() // ends with 1, without a shutdown request
		kill.Stop()
	})
	e.call(
		1,
		"initialize",
		fmt.Sprintf(`{"processId":null,"rootUri":null,"capabilities":{},"workspaceFolders":[{"uri":"file://%s","name":"w"}]}`, cmd.Dir),
	)
	e.answer(1)
	e.write(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	return e
}

func (e *editor) write(body string) {
	fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	if err := e.in.Flush(); err != nil {
		e.t.Error(err)
	}
}

// stream sends a message of so many bytes without buffering it: head, then fill, then foot.
func (e *editor) stream(size int64, head, fill, foot string) {
	fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", size, head)
	for left := size - int64(len(head)+len(foot)); left > 0; left -= int64(len(fill)) {
		next := fill
		if left < int64(len(fill)) {
			next = strings.Repeat("x", int(left))
		}
		if _, err := e.in.WriteString(next); err != nil {
			e.t.Fatal(err)
		}
	}
	_, _ = e.in.WriteString(foot)
	if err := e.in.Flush(); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) call(id int, method, params string) {
	e.mu.Lock()
	e.answers[id] = make(chan json.RawMessage, 1)
	e.mu.Unlock()
	e.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
}

func (e *editor) answer(id int) string {
	e.t.Helper()
	e.mu.Lock()
	c := e.answers[id]
	e.mu.Unlock()
	select {
	case a := <-c:
		return string(a)
	case <-time.After(patience):
		_ = e.cmd.Process.Kill()
		e.t.Fatalf("call %d is not answered within %s", id, patience)
		return ""
	}
}

func (e *editor) read(out io.Reader) {
	r := bufio.NewReaderSize(out, 1<<20)
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return
		}
		n, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m struct {
			ID     int
			Method string
			Params struct{ Message string }
		}
		if err := json.Unmarshal(body, &m); err != nil {
			e.t.Errorf("the server sent %.200s", body)
		}
		e.mu.Lock()
		if c := e.answers[m.ID]; m.Method == "" && c != nil {
			c <- body
		}
		e.shown.WriteString(m.Params.Message)
		e.mu.Unlock()
	}
}

// A message of a gigabyte needs no memory, does not end the server, and its document does not keep its old text.
func TestAnEditorThatOpensAGigabyte(t *testing.T) {
	for _, c := range []struct {
		name string
		size int64
		left bool
		most int // MiB
	}{{"60 MiB", 60 << 20, false, 450}, {"1 GiB", 1 << 30, true, mostMemory}} {
		t.Run(c.name, func(t *testing.T) {
			e := newEditor(t, "")
			uri := "file://" + e.cmd.Dir + "/a.txt"
			began := time.Now()
			e.stream(
				c.size,
				fmt.Sprintf(
					`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"x","version":1,"text":"`, uri,
				),
				strings.Repeat("a line of text\\n", 1000),
				` the end"}}}`,
			)
			e.call(2, "ptk/chat", `{"message":"Show lines 1-2 of a.txt"}`)
			answer := e.answer(2)
			most := e.memory.end()
			t.Logf("didOpen of %-10s answered after %5.2f s, %4d MiB", c.name, time.Since(began).Seconds(), most)
			e.mu.Lock()
			told := strings.Contains(e.shown.String(), "too large")
			e.mu.Unlock()
			if told != c.left || c.left && !strings.Contains(answer, "too large") {
				t.Errorf("told: %v, and the answer was: %.500s", told, answer)
			}
			if most > c.most {
				t.Errorf("it took %d MiB", most)
			}
		})
	}
}

// Over LSP, too, a cancel in the middle of a flood is answered at once, and the conversation can continue.
func TestCancelOverLSP(t *testing.T) {
	for _, f := range floods()[:8] {
		t.Run(f.name, func(t *testing.T) {
			m := newModel(t, f)
			e := newEditor(t, modelConfig(m.url))
			e.call(2, "ptk/chat", `{"message":"hello","partialResultToken":7}`)
			<-m.begun
			time.Sleep(cancelAfter())
			cancelled := time.Now()
			e.write(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}`)
			e.answer(2)
			t.Logf("%-30s answered %5d ms after the cancel", f.name, time.Since(cancelled).Milliseconds())
			if most := e.memory.end(); most > mostMemory {
				t.Errorf("it took %d MiB", most)
			}
		})
	}
}
