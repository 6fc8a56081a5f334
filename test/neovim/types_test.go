package neovim

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTypes checks the annotations of the plugin, with the types of Neovim's own runtime files. editors/neovim/.emmyrc.json
// configures the language server.
func TestTypes(t *testing.T) {
	t.Parallel()
	var problems []string
	for _, f := range typeFindings(t) {
		if !isUnknown(f) && !differsByNil(f.message) {
			problems = append(problems, f.String())
		}
	}
	slices.Sort(problems)
	if len(problems) > 0 {
		t.Errorf("%d findings of emmylua_ls:\n%s", len(problems), strings.Join(problems, "\n"))
	}
}

// A wrong type, a misspelled field and a function that does not exist are found; otherwise the check proves nothing.
func TestTypesFindsMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	copyFile(t, filepath.Join(plugin(), ".emmyrc.json"), filepath.Join(dir, ".emmyrc.json"))
	copyFile(t, filepath.Join(plugin(), "lua", "ptk", "protocol.lua"), filepath.Join(dir, "lua", "ptk", "protocol.lua"))
	writeFile(t, filepath.Join(dir, "lua", "wrong.lua"), `
---@param usage ptk.Usage
---@return string
local function cost(usage)
  return usage.cost
end
cost(3)
return require("ptk.protocol").servr
`)
	var got []string
	for _, f := range findings(t, dir) {
		got = append(got, f.String())
	}
	for _, want := range []string{"undefined-field", "`cost`", "param-type-mismatch", "`servr`"} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("no finding holds %q:\n%s", want, strings.Join(got, "\n"))
		}
	}
}

// finding is a diagnostic of the language server.
type finding struct {
	path, code, message string
	line                int
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.path, f.line, f.code, f.message)
}

// isUnknown reports whether the finding is about a plugin of others, which the language server does not see.
func isUnknown(f finding) bool {
	return f.code == "unresolved-require" && !strings.Contains(f.message, "ptk")
}

var (
	expected = regexp.MustCompile("expected `(.*)` but found `(.*?)`")
	assigned = regexp.MustCompile("Cannot assign `(.*)` to `(.*?)`")
	returned = regexp.MustCompile("has a type of `(.*)`, returning value of type `(.*?)`")
)

// differsByNil reports whether a finding is about a value that may be nil, which the code often rules out in a way that the
// language server does not follow, or about the result of arithmetic on integers, which it takes for a number.
func differsByNil(message string) bool {
	want, got := "", ""
	if m := expected.FindStringSubmatch(message); m != nil {
		want, got = m[1], m[2]
	} else if m := returned.FindStringSubmatch(message); m != nil {
		want, got = m[1], m[2]
	} else if m := assigned.FindStringSubmatch(message); m != nil {
		want, got = m[2], m[1]
	}
	bare := func(s string) string { return strings.Trim(strings.TrimSuffix(s, "?"), "()") }
	w, g := bare(want), bare(got)
	return g != "" && (w == g || slices.Contains(strings.Split(w, "|"), g) || (w == "integer" && g == "number"))
}

// typeFindings returns the findings of the language server in the plugin.
func typeFindings(t *testing.T) []finding {
	t.Helper()
	return findings(t, plugin())
}

// findings starts the language server on a folder and returns its diagnostics of all Lua files.
func findings(t *testing.T, dir string) []finding {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	program := filepath.Join(tools(), "emmylua", "emmylua_ls")
	if _, err := os.Stat(program); err != nil {
		t.Skipf("the annotations are not checked: test/beds/neovim.sh could not install emmylua_ls (%v)", err)
	}
	server := exec.CommandContext(ctx, program, "--log-level", "error")
	server.Dir = dir
	server.Env = append(os.Environ(), "VIMRUNTIME="+filepath.Join(tools(), "nvim-0.12", "root", "usr", "share", "nvim", "runtime"))
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatalf("emmylua_ls, which test/beds/neovim.sh installs: %v", err)
	}
	defer func() {
		cancel()
		_ = server.Wait() // it was killed
	}()
	all, err := diagnose(dir, in, bufio.NewReader(out))
	if err != nil {
		t.Fatalf("emmylua_ls: %v", err)
	}
	return all
}

// diagnose asks for the diagnostics of all Lua files once the server has read them.
func diagnose(dir string, in io.Writer, out *bufio.Reader) ([]finding, error) {
	paths, err := luaFiles(dir)
	if err != nil {
		return nil, err
	}
	writeMessage(in, message{ID: json.RawMessage("-1"), Method: "initialize", Params: fmt.Appendf(nil, `{"processId": null,
		"rootUri": %[1]q, "workspaceFolders": [{"uri": %[1]q, "name": "plugin"}], "capabilities": {"textDocument": {"diagnostic": {}},
		"workspace": {"configuration": true, "workspaceFolders": true}, "window": {"workDoneProgress": true}}}`, "file://"+dir)})
	var all []finding
	for left := len(paths); left > 0; {
		m, err := readReply(out)
		if err != nil {
			return nil, err
		}
		switch {
		case m.Method == "$/progress" && strings.Contains(string(m.Params), `"end"`):
			for i, path := range paths {
				writeMessage(in, message{
					ID: fmt.Appendf(nil, "%d", i), Method: "textDocument/diagnostic",
					Params: fmt.Appendf(nil, `{"textDocument": {"uri": %q}}`, "file://"+path),
				})
			}
		case m.Method != "" && m.ID != nil:
			writeMessage(in, message{ID: m.ID, Result: []any{nil}})
		case string(m.ID) == "-1":
			writeMessage(in, message{Method: "initialized", Params: json.RawMessage("{}")})
		case m.ID != nil:
			left--
			found, err := findingsOf(m, dir, paths)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

// reply is a message of the language server.
type reply struct {
	message
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func readReply(r *bufio.Reader) (reply, error) {
	body, err := readBody(r)
	if err != nil {
		return reply{}, err
	}
	var m reply
	return m, json.Unmarshal(body, &m)
}

func findingsOf(m reply, dir string, paths []string) ([]finding, error) {
	var i int
	var result struct {
		Items []struct {
			Code    string
			Message string
			Range   struct{ Start struct{ Line int } }
		}
	}
	if m.Error != nil {
		return nil, fmt.Errorf("response %s: %s", m.ID, m.Error)
	}
	if err := json.Unmarshal(m.ID, &i); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(m.Result, &result); err != nil {
		return nil, err
	}
	path, err := filepath.Rel(dir, paths[i])
	var all []finding
	for _, d := range result.Items {
		all = append(all, finding{path: path, line: d.Range.Start.Line + 1, code: d.Code, message: strings.TrimSpace(d.Message)})
	}
	return all, err
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, to, string(text))
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
