package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

func TestPromptIsCompleted(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, llmtest.New(t, llmtest.Say("Well.")), map[string]string{"kitchen/teapot.txt": "tea\n", "cup.txt": "cup\n"})
		e := edit(t, b, h, "cup.txt")
		e.command("lua package.loaded['mini.completion'] = {}") // it does not complete the chat
		e.command("Ptk")
		if !lua[bool](e, "return vim.b.minicompletion_disable == true") {
			t.Error("mini.completion is not disabled")
		}

		// While the user types, by the name of the file or its folder.
		e.keys("iwhat is @teap")
		e.until("the menu shows the file", "vim.fn.pumvisible() == 1 and "+
			"vim.fn.complete_info({ 'items' }).items[1].word:find('kitchen/teapot.txt') ~= nil")
		e.keys("<C-y>?<Esc>")
		e.until("the file is inserted", "vim.fn.getline('$') == 'what is @kitchen/teapot.txt?'")

		// What only Neovim knows.
		e.keys("Sé see @loc")
		e.until("the menu shows the location list", "vim.fn.pumvisible() == 1 and "+
			"vim.fn.complete_info({ 'items' }).items[1].word == '@loclist'")
		e.keys("<C-y><Esc>")
		e.until("it is inserted", "vim.fn.getline('$') == 'é see @loclist'")

		// With 'omnifunc'.
		e.keys("S/<C-x><C-o>")
		e.until("the menu shows commands", "vim.fn.pumvisible() == 1 and vim.fn.complete_info({ 'items' }).items[1].word:find('^/') ~= nil")
		e.keys("<C-e><Esc>")

		// As a language server, after characters of two UTF-16 units and of several bytes.
		e.keys("Sé𝒳 @cup<Esc>")
		e.command(`lua vim.lsp.buf_request_all(0, 'textDocument/completion', ` +
			`vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), ` +
			`{ position = { line = vim.fn.line('.') - 1, character = 8 } }), function(answers) _G.answers = answers end)`)
		e.until("it answers", "_G.answers ~= nil")
		got := lua[string](e, `for _, answer in pairs(_G.answers) do
			local item = answer.result.items[1]
			return item.textEdit.newText .. item.textEdit.range.start.character .. '-' .. item.textEdit.range['end'].character
		end`)
		if want := "@cup.txt4-8"; got != want {
			t.Errorf("the first item is %q, want %q", got, want)
		}
	})
}

func TestCommandsAreCompleted(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Well."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		for typed, want := range map[string]string{
			"PtkMode ": "agent ask plan", "PtkMode p": "plan", "PtkPlan ": "edit", "PtkLog ": "neovim server", "PtkContext t": "tea.txt",
			"PtkModel off": "offline/search", "PtkAsk @te": "@tea.txt", "PtkAsk @quickf": "@quickfix",
		} {
			got := strings.Join(lua[[]string](e, "return vim.fn.getcompletion(..., 'cmdline')", typed), " ")
			if got != want {
				t.Errorf(":%s is completed to %q, want %q", typed, got, want)
			}
		}
	})
}
