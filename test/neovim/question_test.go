package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// fill is a call that needs an answer.
var fill = call("write_file", `{"path": "cup.txt", "content": "full\n"}`)

// What would prevent a file from being written is said first, before the question is answered.
func TestObstaclesAreToldFirst(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		pour := call("edit_file", `{"path": "tea.txt", "old_string": "tea", "new_string": "coffee"}`)
		model := llmtest.New(t, llmtest.Say(call("read_file", `{"path": "tea.txt"}`)), llmtest.Say(pour), llmtest.Say("Well."),
			llmtest.Say(pour), llmtest.Say("Well."), llmtest.Say(pour), llmtest.Say("Well."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		other := edit(t, b, h, "tea.txt")
		e := edit(t, b, h, "tea.txt")
		for _, c := range []struct{ set, reset, want string }{
			{"set readonly", "set noreadonly", "It is read-only here"},
			{"set nomodifiable", "set modifiable", "'modifiable' is off"},
			{"let &more = &more", "let &more = &more", "Another editor has it open"},
		} {
			if strings.HasPrefix(c.want, "Another") {
				other.command("set swapfile")
				other.until("there is a swap file", "vim.fn.swapname('%') ~= ''")
			}
			e.command(c.set)
			e.command("PtkAsk Change it.")
			e.waitForQuestion()
			if got := e.float(); !strings.HasPrefix(got, c.want) {
				t.Errorf("after :%s the question begins with\n%s", c.set, got)
			}
			e.keys("r")
			e.waitIdle()
			e.command("wincmd t")
			e.command(c.reset)
		}
	})
}

// The command-line window forbids other windows: the question comes once it is closed.
func TestQuestionWaitsForTheCommandLineWindow(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("Wait. "), llmtest.Gate(open), llmtest.Text(fill)), llmtest.Say("Well."),
			llmtest.Say(fill), llmtest.Say("Well."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Fill a cup.")
		e.waitForText("Wait.")
		e.keys("q:")
		e.until("the command-line window is open", "vim.fn.getcmdwintype() == ':'")
		close(open)
		e.waitForText("· waits for you")
		e.keys("ia comment<Esc>0D")
		e.keys(":q<CR>")
		e.waitForQuestion()
		e.keys("<C-w>tq:")
		e.until("the command-line window is open", "vim.fn.getcmdwintype() == ':'")
		e.command("lua require('ptk').answer('reject')")
		e.waitForText("Well.")
		e.keys(":q<CR>")
		e.until("the question is closed", "#vim.api.nvim_list_wins() == 2")
		if got := lua[string](e, "return vim.fn.execute('messages')"); strings.Contains(got, "E11") || strings.Contains(got, "Error") {
			t.Errorf("the messages are %s", got)
		}
	})
}

// Whatever happens to windows, buffers and options meanwhile, the question is there and can be answered.
func TestQuestionSurvives(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(fill), llmtest.Say("Written."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("setglobal nomodifiable")
		e.command("set winfixbuf")
		e.command("lua require('ptk.view.float').show({ title = 'float', lines = { 'still shown' } })")
		e.waitForFloat("still shown")
		e.keys("q")
		e.command("PtkAsk Fill a cup.")
		e.questionIsShown()
		const shown = `vim.iter(vim.api.nvim_tabpage_list_wins(0)):any(function(win)
			local config = vim.api.nvim_win_get_config(win)
			return vim.inspect(config.title or ''):find('ptk asks') ~= nil and config.width <= vim.o.columns and
				config.row + config.height < vim.o.lines and
				table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '|'):find('+full', 1, true) ~= nil
		end)`
		e.until("the question is shown", shown)
		for _, command := range []string{"tabnew", "tabclose", "set columns=50 lines=16", "set columns=100 lines=40"} {
			e.command(command)
			e.until("the question is shown after :"+command, shown)
		}
		e.waitForQuestion()
		e.command("edit! other.txt")
		e.until("the question is shown after :edit", shown)
		for _, command := range []string{"bdelete", "bwipeout!", "close", "wincmd t | only"} {
			e.waitForQuestionAgain()
			e.command(command)
			e.until("the question waits after :"+command, "not "+shown+" and require('ptk').status() == 'waits for your answer'")
		}
		e.waitForQuestionAgain()
		e.keys("a")
		e.until("it is written", "vim.uv.fs_stat('cup.txt') ~= nil and require('ptk').status() == ''")
	})
}

// waitForQuestionAgain shows a question that waits.
func (e *editor) waitForQuestionAgain() {
	e.t.Helper()
	e.command("PtkApprove")
	e.waitForQuestion()
}

// A failure of what follows questions, such as the drawing of a change, does not lose the question.
func TestFailureDoesNotLoseTheQuestion(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, llmtest.New(t, llmtest.Say(fill), llmtest.Say("Well.")), map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("lua require('ptk.state.approvals').on_change(function() error('broken', 0) end)")
		e.command("PtkAsk Fill a cup.")
		e.waitForQuestion()
		e.until("the failure is told", "vim.fn.execute('messages'):find('ptk: broken') ~= nil")
		e.keys("r")
		e.waitForText("Well.")
		e.until("the window of the question is closed", "#vim.api.nvim_list_wins() == 2")
	})
}
