package peers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

const behaviourVariable = "PTK_PEERS_MCP"

// mcpAttack is what a server does at one method, instead of or beside its response.
type mcpAttack struct {
	name string
	at   string // the method
	do   func(w io.Writer, id, token string)
	says string // in the result of the call; "" if it never ends by itself and is cancelled
}

func mcpAttacks() []mcpAttack {
	forever := func(s string) func(io.Writer, string, string) {
		return func(w io.Writer, _, token string) {
			out := []byte(strings.Repeat(strings.ReplaceAll(s, "TOKEN", token), max(1, (64<<10)/len(s))))
			for _, err := w.Write(out); err == nil; _, err = w.Write(out) {
				continue
			}
		}
	}
	result := func(size int, head, body, foot string) func(io.Writer, string, string) {
		return func(w io.Writer, id, _ string) {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s`, id, head)
			fmt.Fprintf(w, "%s%s}\n", strings.Repeat(body, size/len(body)), foot)
		}
	}
	const call, list = "tools/call", "tools/list"
	return []mcpAttack{
		{"a line without end", call, forever("x"), "ended while it worked"},
		{"a line without end at the start", "initialize", forever("x"), "no tool"},
		{
			"log messages", call,
			forever(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"blah blah"}}` + "\n"), "",
		},
		{
			"progress", call,
			forever(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":TOKEN,"progress":1,"message":"going on"}}` + "\n"),
			"",
		},
		{"changed lists", call, forever(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n"), ""},
		{"unknown notifications", call, forever(`{"jsonrpc":"2.0","method":"notifications/nosuch","params":{}}` + "\n"), ""},
		{
			"requests", call,
			forever(`{"jsonrpc":"2.0","id":"a","method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}` + "\n"), "",
		},
		{"pings", call, forever(`{"jsonrpc":"2.0","id":7,"method":"ping"}` + "\n"), ""},
		{"answers to nothing", call, forever(`{"jsonrpc":"2.0","id":4711,"result":{"content":[]}}` + "\n"), ""},
		{"empty lines", call, forever("\n"), ""},
		{"nothing", call, func(io.Writer, string, string) {}, ""},
		{"errors on stderr", call, func(io.Writer, string, string) { forever("an error, and another error\n")(os.Stderr, "", "") }, ""},
		{"a large text", call, result(15<<20, `{"content":[{"type":"text","text":"`, "x", `"}]}`), `"truncated":true`},
		{"a text that is too large", call, result(40<<20, `{"content":[{"type":"text","text":"`, "x", `"}]}`), "ended while it worked"},
		{
			"many parts", call, result(15<<20, `{"content":[{"type":"text","text":""}`, `,{"type":"text","text":""}`, `]}`),
			"ended while it worked",
		},
		{
			"many links", call,
			result(15<<20, `{"content":[{"type":"text","text":""}`, `,{"type":"resource_link","uri":"a:b","name":"c"}`, `]}`),
			"ended while it worked",
		},
		{
			"many pictures", call,
			result(15<<20, `{"content":[{"type":"text","text":""}`, `,{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}`, `]}`),
			"ended while it worked",
		},
		{"a large structure", call, result(15<<20, `{"content":[],"structuredContent":{"a":[0`, `,[]`, `]}}`), "ended while it worked"},
		{"a deep structure", call, result(8<<20, `{"content":[],"structuredContent":`, `{"a":`, ``), "ended while it worked"},
		{
			"a million tools", list,
			result(30<<20, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}`, `,{"name":"u","inputSchema":{"type":"object"}}`, `]}`),
			"no tool",
		},
		{"a large description", list, func(w io.Writer, id, _ string) {
			fmt.Fprintf(
				w, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"t","description":%q,"inputSchema":{"type":"object"}}]}}`+"\n", id,
				strings.Repeat("ha ", 4<<20),
			)
		}, `"success":false`},
		{"a deep schema", list, result(1<<20, `{"tools":[{"name":"t","inputSchema":{"type":"object","a":`, `{"a":`, ``), "no tool"},
		{"a schema that refers to itself", list, func(w io.Writer, id, _ string) {
			fmt.Fprintf(
				w,
				`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"t","inputSchema":{"type":"object","$defs":{"a":{"anyOf":[{"$ref":`+
					`"#/$defs/a"},{"$ref":"#/$defs/a"}],"pattern":"(a+)+$"}},"$ref":"#/$defs/a","properties":{"x":{"$ref":"#/$defs/a"}}}}]}}`+"\n",
				id,
			)
		}, `"success"`},
		{"pages without end", list, func(w io.Writer, id, _ string) {
			fmt.Fprintf(
				w, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}],"nextCursor":"%d"}}`+"\n", id,
				time.Now().UnixNano(),
			)
		}, `"success"`},
	}
}

// serveMCP is a correct server, except for one method.
func serveMCP(name string) {
	var harm mcpAttack
	for _, h := range mcpAttacks() {
		if h.name == name {
			harm = h
		}
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Meta struct {
					Token json.RawMessage `json:"progressToken"`
				} `json:"_meta"`
			}
		}
		if json.Unmarshal(line, &m) != nil || m.ID == nil {
			continue
		}
		switch {
		case m.Method == harm.at:
			harm.do(out, string(m.ID), string(m.Params.Meta.Token))
		case m.Method == "initialize":
			fmt.Fprintf(
				out,
				`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"logging":{}},`+
					`"serverInfo":{"name":"bad","version":"1"}}}`+"\n",
				m.ID,
			)
		case m.Method == "tools/list":
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}}`+"\n", m.ID)
		default:
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`+"\n", m.ID)
		}
		out.Flush()
	}
}

// Whatever an MCP server does, its calls end or can be cancelled at once, at a bounded cost.
func TestMCPServersThatMeanHarm(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range mcpAttacks() {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			config := fmt.Sprintf(
				"[mcpServers.bad]\ncommand = %q\ntimeoutMs = 60000\n[mcpServers.bad.env]\n%s = %q\n", self, behaviourVariable, h.name,
			)
			cmd := command(t, config, "tool", "--yes", "bad__t", "{}")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			began := time.Now()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			memory := watchPeak(cmd.Process.Pid)
			deadline := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
			how := "ended by itself"
			if h.says == "" {
				time.Sleep(time.Second)
				began, how = time.Now(), "gone after the cancel"
				_ = cmd.Process.Signal(os.Interrupt)
			}
			_ = cmd.Wait() // the exit code is that of the call
			most := memory.end()
			t.Logf("%-32s %s in %6d ms, %4d MiB", h.name, how, time.Since(began).Milliseconds(), most)
			if !deadline.Stop() {
				t.Fatalf("it did not end within %s", patience)
			}
			if !strings.Contains(out.String(), h.says) {
				t.Errorf("%.1000s", out.String())
			}
			if most > mostMemory {
				t.Errorf("it took %d MiB", most)
			}
		})
	}
}
