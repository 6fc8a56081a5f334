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

// patience is the timeout of every wait.
const patience = 20 * time.Second

// editor is a running Neovim without a UI. Keys go through its main loop, like a user's keys.
type editor struct {
	t       testing.TB
	nvim    *nvim.Nvim
	changed chan struct{} // receives a value after something happened in Neovim
}

// reportChanges is Lua that notifies the test of events and of new lines in the chat.
const reportChanges = `
	local channel = ...
	local function report()
		pcall(vim.rpcnotify, channel, 'test_changed') -- it is closed before Neovim has exited; an error would wait for a key
	end
	vim.api.nvim_create_autocmd({ 'User', 'BufEnter', 'CmdlineLeave', 'CursorMoved', 'CursorMovedI', 'DiagnosticChanged', 'LspAttach',
		'LspProgress', 'LspRequest', 'ModeChanged', 'TabEnter', 'TextChanged', 'TextChangedI', 'WinClosed', 'WinEnter', 'WinNew' },
		{ callback = vim.schedule_wrap(report) })
	vim.api.nvim_create_autocmd('FileType', { pattern = 'ptk', callback = function(args)
		vim.api.nvim_buf_attach(args.buf, false, { on_lines = vim.schedule_wrap(report) })
	end })`

// edit starts a Neovim on a file of the workspace, or with a session of it as in "-S session.vim".
func edit(t testing.TB, b bed, h home, file string) *editor {
	t.Helper()
	v, err := nvim.NewChildProcess(
		nvim.ChildProcessCommand(b.nvim),
		nvim.ChildProcessArgs(append([]string{"--embed", "--headless", "-u", h.dir + "/init.lua"}, arguments(h, file)...)...),
		nvim.ChildProcessEnv(h.env),
		nvim.ChildProcessDir(h.workspace),
		nvim.ChildProcessLogf(t.Logf),
	)
	if err != nil {
		t.Fatal(err)
	}
	e := &editor{t, v, make(chan struct{}, 1)}
	if err := v.RegisterHandler("test_changed", func() {
		select {
		case e.changed <- struct{}{}:
		default: // the test has not seen the last change yet
		}
	}); err != nil {
		t.Fatal(err)
	}
	e.within("reporting changes", func() error { return v.ExecLua(reportChanges, nil, v.ChannelID()) })
	t.Cleanup(func() {
		_ = v.Command("qall!") // the connection ends before the response
		_ = v.Close()          // reports the lost connection
	})
	return e
}

// arguments returns the arguments of Neovim for a file of the workspace, or for an option with its value.
func arguments(h home, file string) []string {
	if strings.HasPrefix(file, "-") {
		return strings.Fields(file)
	}
	return []string{h.path(file)}
}

// within fails the test if f takes too long: a Neovim that waits for a key does not respond.
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

// keys types keys in Neovim's notation, such as <CR>; "<lt>" is a "<".
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

// setup sets an option of the plugin, besides those of the tests.
func (e *editor) setup(option string) {
	e.t.Helper()
	e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, settings = { model = 'openai/test-model' }, " + option + " })")
}

// lua runs Lua code and returns its result.
func lua[T any](e *editor, code string, args ...any) T {
	e.t.Helper()
	var result T
	e.within(code, func() error { return e.nvim.ExecLua(code, &result, args...) })
	return result
}

// until waits until a Lua expression is true.
func (e *editor) until(what, expression string, args ...any) {
	e.t.Helper()
	for end := time.Now().Add(patience); ; {
		if lua[bool](e, "return ("+expression+") == true", args...) {
			return
		}
		if time.Now().After(end) {
			e.t.Fatalf("timeout: %s\nthe chat:\n%s\nmessages:\n%s", what, e.chat(),
				lua[string](e, "return vim.fn.execute('messages')"))
		}
		e.waitForChange()
	}
}

// waitForChange waits until something happens in Neovim. Not everything is reported, such as a message or a file, so it does
// not wait for long.
func (e *editor) waitForChange() {
	select {
	case <-e.changed:
	case <-time.After(100 * time.Millisecond):
	}
}

// text returns the text of a file's buffer.
func (e *editor) text(path string) string {
	e.t.Helper()
	return strings.Join(lua[[]string](e, "return vim.api.nvim_buf_get_lines(vim.fn.bufnr(...), 0, -1, false)", path), "\n")
}

// theChat is a Lua expression for the chat that the user is in.
const theChat = "require('ptk.state.chats').here()"

// chat returns the text of the chat that the user is in; of the only chat, if the user has left the workspace.
func (e *editor) chat() string {
	e.t.Helper()
	return strings.Join(lua[[]string](e, `local chats = package.loaded['ptk.state.chats']
		local chat = chats and (chats.here() or chats.last())
		return chat and vim.api.nvim_buf_get_lines(chat.transcript.buf, 0, -1, false) or {}`), "\n")
}

// waitForText waits until the chat contains the text.
func (e *editor) waitForText(text string) {
	e.t.Helper()
	e.until("the chat contains "+text, `(function(text)
		local chat = `+theChat+`
		return chat ~= nil and table.concat(vim.fn.getbufline(chat.transcript.buf, 1, '$'), '\n'):find(text, 1, true) ~= nil
	end)(...)`, text)
}

// waitIdle waits until the answer is complete.
func (e *editor) waitIdle() {
	e.t.Helper()
	e.until("the answer is complete", "require('ptk').status() == ''")
}

// ask sends a message with :Ptk ask and waits until the answer is complete and contains the text.
func (e *editor) ask(question, answer string) {
	e.t.Helper()
	e.command("PtkAsk " + question)
	e.waitForText(answer)
	e.waitIdle()
}

// send types a message in the chat, sends it, and waits until the answer is complete and contains the text.
func (e *editor) send(message, answer string) {
	e.t.Helper()
	e.keys("i" + message + "<Esc><CR>")
	e.waitForText(answer)
	e.waitIdle()
}

// footerHas returns a Lua expression that is true if a float has the text in its footer.
func footerHas(text string) string {
	return fmt.Sprintf(`vim.iter(vim.api.nvim_list_wins()):any(function(win)
		return vim.inspect(vim.api.nvim_win_get_config(win).footer or ''):find(%q) ~= nil end)`, text)
}

// questionIsShown waits until the window of a question is shown.
func (e *editor) questionIsShown() {
	e.t.Helper()
	e.until("a question is shown", `vim.iter(vim.api.nvim_list_wins()):any(function(win)
		return vim.inspect(vim.api.nvim_win_get_config(win).title or ''):find('ptk asks') ~= nil end)`)
}

// waitForQuestion waits until a question is shown, enters its window and waits until its keys work.
func (e *editor) waitForQuestion() {
	e.t.Helper()
	e.questionIsShown()
	if !lua[bool](e, "return "+footerHas("allow once")) {
		e.command("PtkApprove")
	}
	e.until("the question's keys work", footerHas("allow once"))
}

// float returns the text of the float, or "" if there is none.
func (e *editor) float() string {
	e.t.Helper()
	return lua[string](e, `for _, win in ipairs(vim.api.nvim_list_wins()) do
		if vim.api.nvim_win_get_config(win).relative ~= '' then
			return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n')
		end
	end
	return ''`)
}

// waitForFloat waits until a float contains all of the texts.
func (e *editor) waitForFloat(texts ...string) {
	e.t.Helper()
	for end := time.Now().Add(patience); ; e.waitForChange() {
		float := e.float()
		missing := slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return strings.Contains(float, text) })
		if len(missing) == 0 {
			return
		}
		if time.Now().After(end) {
			e.t.Fatalf("no float shows %q, but\n%s\nmessages:\n%s", missing, float, lua[string](e, "return vim.fn.execute('messages')"))
		}
	}
}

// quit ends Neovim by an Ex command and waits until its process has ended.
func (e *editor) quit(command string) {
	e.t.Helper()
	pid := lua[int](e, "return vim.fn.getpid()")
	_, _ = e.nvim.Input(":" + command + "\r") // the connection ends before the response
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if !hasProcess(pid) {
			return
		}
	}
	mode, _ := e.nvim.Mode()
	e.t.Fatalf("Neovim does not exit by :%s; the mode is %+v", command, mode)
}

// hasProcess reports whether a process runs.
func hasProcess(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(status), ") Z ")
}
