package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// The other server counts columns in bytes, the editor in UTF-16, and the model names symbols.
func TestLanguageServersAnswerTheModel(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("hover", `{"path": "tea.txt", "line": 1, "symbol": "pot"}`)),
			llmtest.Say(call("find_references", `{"path": "tea.txt", "line": 1, "symbol": "pot"}`)),
			llmtest.Say(call("document_symbols", `{"path": "tea.txt"}`)),
			llmtest.Say(call("workspace_symbols", `{"query": "pot"}`)),
			llmtest.Say(call("go_to_definition", `{"path": "cup.txt", "line": 1, "symbol": "cup"}`)),
			llmtest.Say("There."))
		h := newHome(t, model, map[string]string{"tea.txt": "𝒳 pot\nfill\n", "cup.txt": "𝒳 cup\n"})
		e := edit(t, b, h, "tea.txt")
		lua[int](e, startChecker)
		e.until("the other server runs", "#vim.diagnostic.get(0) == 1")
		e.ask("Where is the pot?", "There.")

		for i, want := range []string{"asked at byte 5 of line 0", `"text":"𝒳 pot"`, `"kind":"variable"`, `"count":0`, "no language server"} {
			received := model.Requests()[i+1].Last().Content
			if !strings.Contains(received, want) {
				t.Errorf("the model did not receive %q:\n%s", want, received)
			}
		}
	})
}

func TestColumnsAreConverted(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "𝒳 pot\n"})
		e := edit(t, b, h, "tea.txt")
		lua[int](e, startChecker)
		e.until("the other server runs", "#vim.diagnostic.get(0) == 1")
		lua[bool](e, `coroutine.wrap(function()
			_G.answer = require('ptk.editor.language_servers').forward({ method = 'textDocument/definition', params = {
				textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 0, character = 3 } } }, 'utf-16')
		end)() return true`)
		e.until("the range is in UTF-16", "_G.answer and _G.answer[1].range.start.character == 3 and _G.answer[1].range['end'].character == 6")
	})
}

func TestEditorCommands(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("run_editor_command", `{"command": "lua", "args": ["print('the kettle is on')"]}`)),
			llmtest.Say(call("run_editor_command", `{"command": "nosuch"}`)), llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Put the kettle on.")
		e.waitForQuestion()
		e.keys("a") // asked once, not by the server and by the editor
		e.until("the second question", `vim.iter(vim.api.nvim_list_wins()):any(function(win)
			return vim.inspect(vim.api.nvim_win_get_config(win).title or ''):find('nosuch') ~= nil end)`)
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Done.")
		e.waitIdle()
		for i, want := range []string{"the kettle is on", "E492"} {
			if received := model.Requests()[i+1].Last().Content; !strings.Contains(received, want) {
				t.Errorf("the model did not receive %q:\n%s", want, received)
			}
		}
	})
}

// The editor asks even for commands that the server's rules allow, unless they only show something.
func TestEditorAsksBeforeCommands(t *testing.T) {
	const run = `coroutine.wrap(function(command, args)
		_G.output, _G.problem = require('ptk.commands.ex_command').run({ command = command, args = args })
	end)(...) return true`
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		for _, line := range [][]string{{"pwd"}, {"set", "nonumber"}, {"set", "shell?"}, {"ls"}} {
			lua[bool](e, "_G.output = nil "+run, line[0], line[1:])
			e.until("ran without a question: "+line[0], "_G.output ~= nil")
		}
		for _, line := range [][]string{
			{"!touch", "made"},
			{"lua", "vim.fn.writefile({}, 'made')"},
			{"source", "x.vim"},
			{"pwd|!touch", "made"},
			{"write", "!touch made"},
			{"ls|call writefile([], 'made')"},
			{"execute", "'!touch made'"},
			{"set", "shell=sh"},
			{"edit", "`touch made`"},
			{"exe", "1"},
			{"buffer", "+call\\ writefile([],'made')", "1"},
			{"bnext", "+lua\\ vim.fn.writefile({},'made')"},
			{"silent!", "lua", "vim.fn.writefile({}, 'made')"},
			{"keepalt", "so", "x.vim"},
			{"verbose", "!touch", "made"},
			{"normal", ":!touch made\r"},
		} {
			lua[bool](e, "_G.problem = nil "+run, line[0], line[1:])
			if strings.Contains(line[len(line)-1], "\r") {
				e.until("refused", "_G.problem == 'a command must be one line'")
				continue
			}
			e.waitForQuestion()
			e.keys("r")
			e.until("rejected: "+line[0], "_G.problem ~= nil and _G.problem:find('did not agree') ~= nil")
		}
		if files := lua[string](e, "return table.concat(vim.fn.readdir('.'), ' ')"); strings.Contains(files, "made") {
			t.Errorf("a rejected command has run: %s", files)
		}
	})
}
