package neovim

import (
	"fmt"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// ex returns a call of run_editor_command.
func ex(command string, args ...string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = fmt.Sprintf("%q", arg)
	}
	return call("run_editor_command", fmt.Sprintf(`{"command": %q, "args": [%s]}`, command, strings.Join(quoted, ", ")))
}

// The commands of the model run in the last file window, never in the chat.
func TestCommandsRunInTheFileWindow(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("The Answer is tea."), llmtest.Say(ex("g/Answer/d")), llmtest.Say("Deleted."))
		h := newHome(t, model, map[string]string{"cup.txt": "Answer in the cup\n", "tea.txt": "one\nAnswer in the file\ntwo\n"})
		e := edit(t, b, h, "cup.txt")
		e.command("split tea.txt")
		e.command("Ptk")
		e.send("What is it?", "The Answer is tea.")
		e.keys("iDelete it.<Esc><CR>")
		e.waitForQuestion()
		float := e.float()
		if !strings.Contains(float, "Neovim would run in tea.txt:\n│ g/Answer/d") || strings.Contains(float, "args") {
			t.Errorf("the question is\n%s", float)
		}
		if n := lua[int](e, `for _, space in pairs(vim.api.nvim_get_namespaces()) do
				for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do
					if (mark[4].hl_group or ''):find('vim') then return 1 end
				end
			end
			return 0`); n != 1 {
			t.Error("the command is not highlighted")
		}
		e.keys("a")
		e.waitForText("Deleted.")
		e.waitIdle()
		if !strings.Contains(e.chat(), "The Answer is tea.") {
			t.Errorf("the command ran in the chat:\n%s", e.chat())
		}
		if got := e.text("tea.txt"); got != "one\ntwo" {
			t.Errorf("the file holds %q", got)
		}
		if got := e.text("cup.txt"); got != "Answer in the cup" {
			t.Errorf("the other file holds %q", got)
		}
		if name := lua[string](e, "return vim.fn.expand('%')"); name != "ptk://chat" {
			t.Errorf("the focus is in %q", name)
		}
	})
}

// A command that can run code says so first, and is asked for each time.
func TestDangerousCommandsSaySo(t *testing.T) {
	lines := map[string]string{
		"!touch made":           "It runs a shell command.",
		"%!sort":                "It runs a shell command.",
		"write !sh":             "It runs a shell command.",
		"w ++ff=unix !sh":       "It runs a shell command.",
		"r ++enc=utf-8 !ls":     "It runs a shell command.",
		"!touch %:r":            "It runs a shell command. Neovim replaces",
		"command Made !ls":      "What it does is not known.",
		"map x :!ls<CR>":        "What it does is not known.",
		"read !ls":              "It runs a shell command.",
		"terminal touch made":   "It runs a shell command.",
		"make":                  "It runs a shell command.",
		"lua print(1)":          "It runs code.",
		"source x.vim":          "It runs code.",
		"silent! execute '1d'":  "It runs code.",
		"normal dd":             "It runs code.",
		"g/x/lua print(1)":      "It runs code.",
		"g/x/normal dd":         "It runs code.",
		"s/x/\\=system('ls')/":  "It runs code.",
		"1d|!touch made":        "It runs a shell command.",
		"edit `touch made`":     "It runs a shell command.",
		"edit +!touch\\ made x": "It runs code.",
		"Unheard of":            "It is a user command; what it does is not known.",
		"set shell=sh":          "It changes options, which can run code.",
		"autocmd User x 1d":     "What it does is not known.",
	}
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("command -nargs=* Unheard echo 1")
		for line, risk := range lines {
			command, rest, _ := strings.Cut(line, " ")
			lua[bool](e, `local line, command, args = ...
				coroutine.wrap(function()
					_G.decision = nil
					_G.decision = require('ptk.commands.handlers').all['ptk/approve'](nil, { conversationId = 'c', turnId = 't',
						toolCallId = line, tool = 'run_editor_command', toolKind = 'execute', title = 'Editor: ' .. line, risk = 'None.',
						rule = 'run the editor command ' .. line, args = { command = command, args = args } }, {}).decision
				end)()
				return true`, line, command, strings.Fields(rest))
			e.waitForQuestion()
			if text := e.float(); !strings.HasPrefix(text, risk) || !strings.Contains(text, "Neovim would run in tea.txt:\n│ "+line) {
				t.Errorf("the question for %q, which should begin with %q, is\n%s", line, risk, text)
			}
			if strings.Contains(e.float(), "A allows") || lua[bool](e, "return "+footerHas("always")) ||
				lua[bool](e, "return "+footerHas("session")) {
				t.Errorf("%q can be allowed for good", line)
			}
			e.keys("r")
			e.until("it is rejected", "_G.decision == 'reject'")
		}
	})
}

// "Always" holds for the command, in a later Neovim too, and until the rule is revoked.
func TestAlwaysForACommandHolds(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		again := llmtest.Say(ex("s/tea/teatea/"))
		model := llmtest.New(t, again, llmtest.Say("Once."), again, llmtest.Say("Twice."), again, llmtest.Say("Thrice."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk One more.")
		e.waitForQuestion()
		e.keys("A2<CR>")
		e.waitForText("Once.")
		e.waitIdle()
		e.ask("One more.", "Twice.")
		if got := e.text("tea.txt"); got != "teateatea" {
			t.Errorf("the file holds %q", got)
		}
		e.command("write")
		e.quit("qa")

		e = edit(t, b, h, "tea.txt")
		e.ask("One more.", "Thrice.")
		if got := e.text("tea.txt"); got != "teateateatea" {
			t.Errorf("the file holds %q", got)
		}
	})
}

// Commands that only show something run without a question, as the documentation says.
func TestHarmlessCommandsAreNotAskedFor(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		shown := [][]string{
			{"ls", "tea.txt"}, {"set spell?", "nospell"}, {"registers", "red pot"}, {"messages", "hello"}, {"autocmd", "BufEnter"},
		}
		var script []llmtest.Reply
		for _, s := range shown {
			script = append(script, llmtest.Say(ex(s[0])))
		}
		model := llmtest.New(t, append(script, llmtest.Say("One file."))...)
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "red pot\n"}), "tea.txt")
		e.keys("yy")
		e.command("echom 'hello'")
		e.ask("Which files?", "One file.")
		for i, s := range shown {
			want := s[1]
			if received := model.Requests()[i+1].Last().Content; !strings.Contains(received, want) {
				t.Errorf("the model did not receive %q:\n%s", want, received)
			}
		}
	})
}

// A command runs in the file that the call names, and the question says which; the window that the user goes to meanwhile is not
// touched.
func TestCommandRunsWhereTheQuestionSays(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		in := call("run_editor_command", `{"command": "%s/pot/cup/", "path": "hidden.txt"}`)
		closed := call("run_editor_command", `{"command": "%s/pot/cup/", "path": "closed.txt"}`)
		model := llmtest.New(t, llmtest.Say(ex("1d")), llmtest.Say(in), llmtest.Say(closed), llmtest.Say("Done."))
		files := map[string]string{}
		for _, name := range []string{"tea.txt", "cup.txt", "hidden.txt", "closed.txt"} {
			files[name] = "pot\nof " + name + "\n"
		}
		h := newHome(t, model, files)
		e := edit(t, b, h, "cup.txt")
		e.command("edit hidden.txt")
		e.command("edit cup.txt")
		e.command("split tea.txt")
		e.command("PtkAsk Go.")
		e.questionIsShown()
		e.command("wincmd j")
		e.until("the other window has the cursor", "vim.fn.expand('%:t') == 'cup.txt'")
		e.waitForQuestion()
		if float := e.float(); !strings.Contains(float, "Neovim would run in tea.txt:\n│ 1d") {
			t.Errorf("the question is\n%s", float)
		}
		e.keys("a")
		e.until("it is the second question", `vim.iter(vim.api.nvim_list_wins()):any(function(win)
			return vim.inspect(vim.api.nvim_win_get_config(win).title or ''):find('%s/pot', 1, true) ~= nil end)`)
		e.waitForQuestion()
		if float := e.float(); !strings.Contains(float, "Neovim would run in hidden.txt:\n│ %s/pot/cup/") {
			t.Errorf("the question is\n%s", float)
		}
		e.keys("a")
		e.waitForText("Done.")
		e.waitIdle()
		for name, want := range map[string]string{
			"tea.txt": "of tea.txt", "cup.txt": "pot\nof cup.txt", "hidden.txt": "cup\nof hidden.txt",
		} {
			if got := e.text(name); got != want {
				t.Errorf("%s holds %q", name, got)
			}
		}
		if got := model.Requests()[3].Last().Content; !strings.Contains(got, "closed.txt is not open in Neovim") {
			t.Errorf("the model received %s", got)
		}
	})
}

// What an Ex command gives to a shell is judged as the tool bash judges it.
func TestShellCommandsAreJudgedAsBashDoes(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(ex("!rm", "-rf", "/")), llmtest.Say(ex("%!curl", "example.org")),
			llmtest.Say(ex("silent", "w", "!rm -r pots")), llmtest.Say(ex("terminal", "cat", "tea.txt")), llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n", "pots/red.txt": "r\n"})
		h.write(t, "../config/ptk/config.toml", "[[permissions.rules]]\ntool = \"bash\"\nmatch = \"curl *\"\ndecision = \"reject\"\n")
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Go.")
		e.waitForQuestion()
		if float := e.float(); !strings.HasPrefix(float, "It deletes") || !strings.Contains(float, "It runs a shell command.") ||
			!strings.Contains(float, "Neovim would run in tea.txt:\n│ silent w !rm -r pots") {
			t.Errorf("the question is\n%s", float)
		}
		if lua[bool](e, "return "+footerHas("always")) || lua[bool](e, "return "+footerHas("session")) {
			t.Error("it can be allowed for good")
		}
		e.keys("r")
		e.until("it is the second question", `vim.iter(vim.api.nvim_list_wins()):any(function(win)
			return vim.inspect(vim.api.nvim_win_get_config(win).title or ''):find('terminal', 1, true) ~= nil end)`)
		e.waitForQuestion()
		e.keys("r")
		e.waitForText("Done.")
		e.waitIdle()
		for i, want := range []string{"is refused", "do not allow", "did not agree", "did not agree"} {
			if got := model.Requests()[i+1].Last().Content; !strings.Contains(got, want) {
				t.Errorf("the model did not receive %q:\n%s", want, got)
			}
		}
		if got := h.read(t, "pots/red.txt"); got != "r\n" {
			t.Errorf("the file holds %q", got)
		}
	})
}
