// Package questions asks the built-in provider about real repositories, with the prompt, the loop, the tools and the workspace that
// every model has. Expected contents are looked up in the files themselves, and all quotations are compared with them.
package questions

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/tools/txtar"

	"ptk-lsp/llm/offline"
	"ptk-lsp/ptk"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// offlineOnly is a catalogue of one model.
type offlineOnly struct{}

func (offlineOnly) Resolve(context.Context, string) (chat.Route, error) {
	return chat.Route{Provider: offline.New(), Name: "offline/search", Model: "search"}, nil
}

func (offlineOnly) Preprocess(context.Context) (chat.Route, bool, error) {
	return chat.Route{}, false, nil
}

func (offlineOnly) List(context.Context) ([]chat.ModelInfo, string) { return nil, "offline/search" }

// editor is the disk with an editor's list of problems.
type editor struct {
	workspace.Disk
	problems []workspace.Diagnostic
}

func (e editor) Diagnostics(context.Context, string) ([]workspace.Diagnostic, error) {
	return e.problems, nil
}

// room is a workspace with a manager of conversations.
type room struct {
	dir     string
	manager *ptk.Manager
}

func open(t *testing.T, dir string, problems ...workspace.Diagnostic) *room {
	t.Helper()
	ws, err := workspace.New([]workspace.Folder{{Name: filepath.Base(dir), Path: dir}}, editor{problems: problems})
	if err != nil {
		t.Fatal(err)
	}
	m := ptk.NewManager(ptk.Config{
		Models: offlineOnly{}, Workspace: ws, Formatter: notation.Formatter{},
		Tools: tools.NewManager(tools.Builtin(tools.Can{Diagnostics: problems != nil}), ws, tools.Options{}),
	})
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return &room{dir, m}
}

// ask asks one question and checks what every answer must satisfy.
func (r *room) ask(t *testing.T, conversation, question string) *chat.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	result, err := r.manager.Chat(ctx, chat.Request{Message: question, ConversationID: conversation}, func(chat.Event) {})
	if err != nil {
		t.Fatal(err)
	}
	if !result.Success {
		t.Fatalf("%q failed: %+v", question, result.Error)
	}
	t.Logf("%s\n\n%s\n(%d iterations, %d calls)", question, result.Content, result.Iterations, len(result.ToolCalls))
	if strings.Contains(result.Content, "PTK_CALL>\n{") && !strings.Contains(result.Content, "```") {
		t.Error("the answer contains a call")
	}
	if strings.Contains(result.Content, "%!") {
		t.Error("a sentence is not filled in")
	}
	r.checkQuotes(t, result.Content)
	return result
}

var (
	blockPattern = regexp.MustCompile("(?ms)^`([^`\n]+):(\\d+)(?:-(\\d+))?`\n(```+)[\\w.+-]*\n(.*?)\n(```+)$")
	itemPattern  = regexp.MustCompile("(?m)^- `([^`\n]+):(\\d+)` — `+ ?(.*?) ?`+$")
)

// checkQuotes compares all quotations of an answer with the files.
func (r *room) checkQuotes(t *testing.T, answer string) {
	t.Helper()
	for _, m := range blockPattern.FindAllStringSubmatch(answer, -1) {
		lines := r.lines(t, m[1])
		from, _ := strconv.Atoi(m[2])
		to := from
		if m[3] != "" {
			to, _ = strconv.Atoi(m[3])
		}
		if to > len(lines) {
			t.Errorf("%s has no line %d", m[1], to)
			continue
		}
		if want := strings.Join(lines[from-1:to], "\n"); want != m[5] {
			t.Errorf("lines %d to %d of %s are not what is quoted:\n%s", from, to, m[1], m[5])
		}
	}
	for _, m := range itemPattern.FindAllStringSubmatch(answer, -1) {
		n, _ := strconv.Atoi(m[2])
		lines := r.lines(t, m[1])
		if n > len(lines) || !strings.Contains(lines[n-1], strings.TrimSuffix(m[3], "…")) {
			t.Errorf("line %d of %s does not hold %q", n, m[1], m[3])
		}
	}
}

func (r *room) lines(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, file))
	if err != nil {
		t.Errorf("the answer names a file that can't be read: %v", err)
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// want is a part of an answer: text or, if file is set, the place of the file's first line that begins with text.
type want struct{ file, text string }

func text(s string) want { return want{text: s} }

func at(file, line string) want { return want{file, line} }

func (r *room) check(t *testing.T, answer string, wants []want) {
	t.Helper()
	for _, w := range wants {
		looked := w.text
		if w.file != "" {
			n := slices.IndexFunc(r.lines(t, w.file), func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), w.text) })
			if n < 0 {
				t.Fatalf("%s has no line %q: the question is out of date", w.file, w.text)
			}
			looked = fmt.Sprintf("`%s:%d", w.file, n+1)
			if !strings.Contains(answer, looked) && r.quotes(answer, w.file, n+1) {
				continue
			}
		}
		if !strings.Contains(answer, looked) {
			t.Errorf("the answer lacks %s (%s)", looked, w.text)
		}
	}
}

// quotes reports whether a quoted block contains the line.
func (r *room) quotes(answer, file string, line int) bool {
	for _, m := range blockPattern.FindAllStringSubmatch(answer, -1) {
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[3])
		if m[1] == file && from <= line && line <= to {
			return true
		}
	}
	return false
}

// asked is a question with the required parts of its answer.
type asked struct {
	question string
	wants    []want
}

func run(t *testing.T, dir string, questions []asked) {
	t.Helper()
	r := open(t, dir)
	for _, q := range questions {
		t.Run(strings.ReplaceAll(q.question, "/", "∕"), func(t *testing.T) {
			r.check(t, r.ask(t, "", q.question).Content, q.wants)
		})
	}
}

// unpack writes an archive of testdata into a new folder.
func unpack(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// library returns a folder of the Go standard library's source.
func library(t *testing.T, folder string) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal("finding the Go standard library:", err)
	}
	dir := filepath.Join(strings.TrimSpace(string(root)), "src", folder)
	if _, err := os.Stat(dir); err != nil {
		t.Fatal("the Go standard library's source is not installed:", err)
	}
	return dir
}

// repository returns the root of this repository.
func repository(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
