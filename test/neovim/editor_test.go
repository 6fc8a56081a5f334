package neovim

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neovim/go-client/nvim"
)

// patience is how long anything may take.
const patience = 20 * time.Second

// editor is a running Neovim without a screen. What is typed goes through its main loop, as a user's keys do.
type editor struct {
	t    testing.TB
	nvim *nvim.Nvim
}

// edit starts a Neovim on a file of the workspace.
func edit(t testing.TB, b bed, h home, file string) *editor {
	t.Helper()
	v, err := nvim.NewChildProcess(
		nvim.ChildProcessCommand(b.nvim),
		nvim.ChildProcessArgs("--embed", "--headless", "-u", h.dir+"/init.lua", h.path(file)),
		nvim.ChildProcessEnv(h.env),
		nvim.ChildProcessDir(h.workspace),
		nvim.ChildProcessLogf(t.Logf),
	)
	if err != nil {
		t.Fatal(err)
	}
	e := &editor{t, v}
	t.Cleanup(func() {
		_ = v.Command("qall!") // the connection ends before it can answer
		_ = v.Close()          // and so the end is no clean one
	})
	return e
}

// within fails the test where f takes too long: a Neovim that asks for a key answers nothing.
func (e *editor) within(what string, f func() error) {
	e.t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		if err != nil {
			e.t.Fatalf("%s: %v", what, err)
		}
	case <-time.After(patience):
		mode, _ := e.nvim.Mode()
		e.t.Fatalf("%s: no answer; the mode is %+v", what, mode)
	}
}

// keys types: <CR> and the like are keys, "<lt>" is a "<".
func (e *editor) keys(keys string) {
	e.t.Helper()
	e.within("typing "+keys, func() error {
		n, err := e.nvim.Input(keys)
		if err == nil && n != len(keys) {
			return fmt.Errorf("only %d of %d bytes were taken", n, len(keys))
		}
		return err
	})
}

// command runs an Ex command as the user would type it.
func (e *editor) command(command string) {
	e.t.Helper()
	e.keys(":" + strings.ReplaceAll(command, "<", "<lt>") + "<CR>")
}

// lua runs Lua and gives what it returns.
func lua[T any](e *editor, code string, args ...any) T {
	e.t.Helper()
	var result T
	e.within(code, func() error { return e.nvim.ExecLua(code, &result, args...) })
	return result
}

// until waits until the Lua expression is true.
func (e *editor) until(what, expression string, args ...any) {
	e.t.Helper()
	for end := time.Now().Add(patience); ; {
		if lua[bool](e, "return ("+expression+") == true", args...) {
			return
		}
		if time.Now().After(end) {
			e.t.Fatalf("waited in vain: %s\nthe chat:\n%s\nmessages:\n%s", what, e.chat(),
				lua[string](e, "return vim.fn.execute('messages')"))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// text is that of the buffer of a file.
func (e *editor) text(path string) string {
	e.t.Helper()
	return strings.Join(lua[[]string](e, "return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, false)", path), "\n")
}

// chat is the text of the chat.
func (e *editor) chat() string {
	e.t.Helper()
	return strings.Join(lua[[]string](e, "return vim.api.nvim_buf_get_lines(vim.fn.bufnr('ptk://chat'), 0, -1, false)"), "\n")
}

// says waits until the chat holds the text.
func (e *editor) says(text string) {
	e.t.Helper()
	e.until("the chat says "+text, `table.concat(vim.fn.getbufline('ptk://chat', 1, '$'), '\n'):find(..., 1, true) ~= nil`, text)
}

// idle waits until the answer is complete.
func (e *editor) idle() {
	e.t.Helper()
	e.until("the answer is complete", "require('ptk').status() == ''")
}

// asks has a question asked from where the cursor is, and waits until its answer, which holds the text, is complete.
func (e *editor) asks(question, answer string) {
	e.t.Helper()
	e.command("PtkAsk " + question)
	e.says(answer)
	e.idle()
}

// writes writes a message in the chat, where the cursor is, sends it, and waits until its answer, which holds the text, is
// complete.
func (e *editor) writes(message, answer string) {
	e.t.Helper()
	e.keys("i" + message + "<Esc><CR>")
	e.says(answer)
	e.idle()
}

// asked waits until the user is asked and the keys of the question work.
func (e *editor) asked() {
	e.t.Helper()
	e.until("the user is asked", `vim.iter(vim.api.nvim_list_wins()):any(function(win)
		return vim.inspect(vim.api.nvim_win_get_config(win).footer or ''):find('allow once') ~= nil end)`)
}

// float is the text of the window over the others, "" where there is none.
func (e *editor) float() string {
	e.t.Helper()
	return lua[string](e, `for _, win in ipairs(vim.api.nvim_list_wins()) do
		if vim.api.nvim_win_get_config(win).relative ~= '' then
			return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n')
		end
	end
	return ''`)
}

// floats waits until a window over the others shows all of the texts.
func (e *editor) floats(texts ...string) {
	e.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		float := e.float()
		missing := slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return strings.Contains(float, text) })
		if len(missing) == 0 {
			return
		}
		if time.Now().After(end) {
			e.t.Fatalf("no window shows %q, but\n%s\nmessages:\n%s", missing, float, lua[string](e, "return vim.fn.execute('messages')"))
		}
	}
}

// quits ends Neovim by a command, as a user does, and waits until its process is gone.
func (e *editor) quits(command string) {
	e.t.Helper()
	pid := lua[int](e, "return vim.fn.getpid()")
	_, _ = e.nvim.Input(":" + command + "\r") // the connection ends before it can answer
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(status), ") Z ") {
			return
		}
	}
	e.t.Fatalf("Neovim does not end by :%s", command)
}
