package providers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// editor is a client on the pipes of a real server process.
type editor struct {
	cmd *exec.Cmd
	in  io.WriteCloser

	mu   sync.Mutex // guards what follows, and the order of what is written
	next int
	open map[int]*turn
}

// turn is one running ptk/chat.
type turn struct {
	first, end time.Time
	n          int
	done       chan struct{}
}

func newEditor(b *testing.B, url string) *editor {
	b.Helper()
	home := b.TempDir()
	program := filepath.Join(home, "ptk-lsp")
	if out, err := exec.Command("go", "build", "-o", program, "ptk-lsp/cmd/ptk-lsp").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	e := &editor{cmd: exec.Command(program), open: map[int]*turn{}}
	e.cmd.Env = append(
		os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home, "XDG_DATA_HOME="+home, "XDG_CACHE_HOME="+home,
	)
	e.cmd.Stderr = os.Stderr
	in, err := e.cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	e.in = in
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	read := make(chan struct{})
	go func() { defer close(read); e.read(out) }()
	b.Cleanup(func() {
		e.in.Close()
		<-read
		_ = e.cmd.Wait() // ends with 1, without a shutdown request
	})
	settings, err := json.Marshal(
		map[string]any{"model": "box/m", "providers": map[string]any{"box": map[string]any{"kind": "openai", "baseUrl": url}}},
	)
	if err != nil {
		b.Fatal(err)
	}
	<-e.call(
		b,
		"initialize",
		fmt.Sprintf(
			`{"processId":null,"rootUri":null,"workspaceFolders":[{"uri":"file://%s","name":"w"}],"capabilities":{},"initializationOptions":`+
				`{"settings":%s}}`,
			b.TempDir(),
			settings,
		),
	).done
	e.write(b, `{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	return e
}

func (e *editor) write(b *testing.B, body string) {
	if _, err := fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		b.Error(err)
	}
}

func (e *editor) call(b *testing.B, method, params string) *turn {
	t := &turn{done: make(chan struct{})}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.next++
	e.open[e.next] = t
	e.write(
		b,
		fmt.Sprintf(
			`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, e.next, method, strings.Replace(params, "TOKEN", strconv.Itoa(e.next), 1),
		),
	)
	return t
}

// read handles the messages of the server until it ends.
func (e *editor) read(out io.Reader) {
	r := bufio.NewReaderSize(out, 64<<10)
	var body []byte
	for {
		length := 0
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if value, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				length, _ = strconv.Atoi(value)
			}
		}
		body = slices.Grow(body[:0], length)[:length]
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		e.take(body)
	}
}

func (e *editor) take(body []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if bytes.Contains(body[:min(len(body), 60)], []byte(`"method"`)) {
		at := bytes.Index(body, []byte(`"kind":"text","text":"`))
		if at < 0 {
			return
		}
		var p struct{ Params struct{ Token int } }
		if json.Unmarshal(body, &p) != nil || e.open[p.Params.Token] == nil {
			return
		}
		t := e.open[p.Params.Token]
		if t.n == 0 {
			t.first = time.Now()
		}
		text := body[at+len(`"kind":"text","text":"`):]
		t.n += bytes.IndexByte(text, '"')
		return
	}
	var answer struct{ ID int }
	if json.Unmarshal(body, &answer) == nil && e.open[answer.ID] != nil {
		t := e.open[answer.ID]
		delete(e.open, answer.ID)
		t.end = time.Now()
		close(t.done)
	}
}

// chat runs one turn in a conversation of its own.
func (e *editor) chat(b *testing.B) (first, end time.Time, n int) {
	t := e.call(b, "ptk/chat", `{"message":"Tell me more.","partialResultToken":TOKEN}`)
	select {
	case <-t.done:
	case <-time.After(time.Minute):
		b.Error("no answer within a minute")
	}
	return t.first, t.end, t.n
}

// processor returns the processor time of the process so far, in microseconds.
func (e *editor) processor(b *testing.B) float64 {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", e.cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	total := 0.0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue // a thread that has ended
		}
		ran, _, _ := strings.Cut(string(data), " ")
		ns, err := strconv.ParseFloat(ran, 64)
		if err != nil {
			b.Fatal(err)
		}
		total += ns / 1000
	}
	return total
}
