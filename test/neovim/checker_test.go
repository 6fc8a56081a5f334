package neovim

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"strconv"
)

// checkerVariable, where it is set, makes this test binary another language server: it finds fault with every document.
const checkerVariable = "PTK_TEST_CHECKER"

// startChecker is Lua that starts that server for the current buffer.
var startChecker = fmt.Sprintf(
	`return vim.lsp.start({ name = 'checker', cmd = { %q }, cmd_env = { %s = '1' } })`, os.Args[0], checkerVariable)

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result any             `json:"result,omitempty"`
}

// serveChecker speaks LSP until its input ends, and gives the exit code.
func serveChecker(in io.Reader, out io.Writer) int {
	for r := bufio.NewReader(in); ; {
		m, err := readMessage(r)
		if err != nil {
			return 0
		}
		switch m.Method {
		case "initialize":
			writeMessage(out, message{ID: m.ID, Result: map[string]any{"capabilities": map[string]any{"textDocumentSync": 1}}})
		case "shutdown":
			writeMessage(out, message{ID: m.ID, Result: map[string]any{}})
		case "textDocument/didOpen":
			var p struct{ TextDocument struct{ URI string } }
			if err := json.Unmarshal(m.Params, &p); err != nil {
				return 1
			}
			writeMessage(out, message{Method: "textDocument/publishDiagnostics", Params: problem(p.TextDocument.URI)})
		}
	}
}

func problem(uri string) json.RawMessage {
	return fmt.Appendf(nil, `{"uri": %q, "diagnostics": [{"severity": 1, "source": "checker", "message": "the teapot is empty",
		"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 3}}}]}`, uri)
}

func readMessage(r *bufio.Reader) (message, error) {
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return message{}, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return message{}, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return message{}, err
	}
	var m message
	return m, json.Unmarshal(body, &m)
}

func writeMessage(w io.Writer, m message) {
	body, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		message
	}{"2.0", m})
	if err != nil {
		panic(err) // all parts are JSON
	}
	fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(body), body) // the reader's end ends this too
}
