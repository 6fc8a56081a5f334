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

// checkerVariable is an environment variable that turns this test binary into a language server, which reports a problem in
// every document and finds the same word in each.
const checkerVariable = "PTK_TEST_CHECKER"

// startChecker is Lua code that starts that server for the current buffer.
var startChecker = fmt.Sprintf(
	`return vim.lsp.start({ name = 'checker', cmd = { %q }, cmd_env = { %s = '1' } })`, os.Args[0], checkerVariable)

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result any             `json:"result,omitempty"`
}

// found returns a result with positions in bytes: the symbol is in the first line of the document, after "𝒳 ".
func found(method string, params json.RawMessage) any {
	var p struct {
		TextDocument struct{ URI string }
		Position     struct{ Line, Character int }
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil
	}
	name := map[string]any{"start": map[string]int{"line": 0, "character": 5}, "end": map[string]int{"line": 0, "character": 8}}
	switch method {
	case "textDocument/hover":
		return map[string]any{"contents": fmt.Sprintf("asked at byte %d of line %d", p.Position.Character, p.Position.Line)}
	case "textDocument/documentSymbol":
		return []any{map[string]any{"name": "pot", "kind": 13, "range": name, "selectionRange": name}}
	case "workspace/symbol":
		return []any{}
	}
	return []any{map[string]any{"uri": p.TextDocument.URI, "range": name}}
}

// serveChecker serves LSP until its input ends, and returns the exit code.
func serveChecker(in io.Reader, out io.Writer) int {
	for r := bufio.NewReader(in); ; {
		m, err := readMessage(r)
		if err != nil {
			return 0
		}
		switch m.Method {
		case "initialize":
			writeMessage(out, message{ID: m.ID, Result: map[string]any{"capabilities": map[string]any{
				"textDocumentSync": 1, "positionEncoding": "utf-8",
				"definitionProvider": true, "hoverProvider": true, "documentSymbolProvider": true,
				"workspaceSymbolProvider": true, "referencesProvider": true,
			}}})
		case "shutdown":
			writeMessage(out, message{ID: m.ID, Result: map[string]any{}})
		case "textDocument/didOpen":
			var p struct{ TextDocument struct{ URI string } }
			if err := json.Unmarshal(m.Params, &p); err != nil {
				return 1
			}
			writeMessage(out, message{Method: "textDocument/publishDiagnostics", Params: problem(p.TextDocument.URI)})
		case "textDocument/definition", "textDocument/hover", "textDocument/documentSymbol", "workspace/symbol", "textDocument/references":
			writeMessage(out, message{ID: m.ID, Result: found(m.Method, m.Params)})
		}
	}
}

func problem(uri string) json.RawMessage {
	return fmt.Appendf(nil, `{"uri": %q, "diagnostics": [{"severity": 1, "source": "checker", "message": "the teapot is empty",
		"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 3}}}]}`, uri)
}

func readMessage(r *bufio.Reader) (message, error) {
	body, err := readBody(r)
	if err != nil {
		return message{}, err
	}
	var m message
	return m, json.Unmarshal(body, &m)
}

// readBody reads the body of one message of the protocol.
func readBody(r *bufio.Reader) ([]byte, error) {
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return nil, err
	}
	body := make([]byte, n)
	_, err = io.ReadFull(r, body)
	return body, err
}

func writeMessage(w io.Writer, m message) {
	body, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		message
	}{"2.0", m})
	if err != nil {
		panic(err) // all parts are JSON
	}
	fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(body), body) // fails if the reader has ended, which also ends the input
}
