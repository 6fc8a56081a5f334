package neovim

import (
	"slices"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// choosing makes vim.ui.select choose the item whose title contains _G.want, and vim.ui.input answer with _G.input.
const choosing = `
	vim.ui.select = function(items, options, choose)
		_G.titles = vim.tbl_map(options.format_item, items)
		for i, title in ipairs(_G.titles) do
			if _G.want and title:find(_G.want, 1, true) then return choose(items[i], i) end
		end
		choose(nil)
	end
	vim.ui.input = function(options, answer) _G.prompt = options.prompt answer(_G.input) end`

// act chooses a code action at the cursor or for the selection.
func (e *editor) act(want string) {
	e.t.Helper()
	lua[any](e, "_G.want, _G.titles = ..., nil", want)
	if lua[string](e, "return vim.fn.mode()") == "n" {
		e.command("lua vim.lsp.buf.code_action()")
	} else {
		e.keys("<Cmd>lua vim.lsp.buf.code_action()<CR>")
	}
	e.until("actions are offered", "_G.titles ~= nil")
}

// The actions are there before the server was ever started, and cost nothing until they are asked for.
func TestCodeActionsNeedNoServer(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.lua": "local function pour(cup)\n  return cup\nend\n\nprint(pour(1))\n", "late.txt": "x\n"})
		h.write(t, "../init.lua", "vim.opt.rtp:prepend('"+plugin()+"')\n")
		e := edit(t, b, h, "tea.lua")
		lua[any](e, choosing)
		e.until("the actions are there", "#vim.lsp.get_clients({ name = 'ptk-actions', bufnr = 0 }) == 1")
		loaded := lua[[]string](e, `return vim.tbl_filter(function(name) return vim.startswith(name, 'ptk') end, vim.tbl_keys(package.loaded))`)
		if !slices.Equal(loaded, []string{"ptk.subcommands"}) { // the table of the commands
			t.Errorf("these modules are loaded: %v", loaded)
		}
		e.keys("jf c")
		e.act("nothing")
		got := lua[[]string](e, "return _G.titles")
		for _, want := range []string{
			"Explain with ptk: tea.lua:1-3", "Edit with ptk: tea.lua:1-3 …", "Find and fix bugs with ptk: tea.lua:1-3",
			"Document with ptk: tea.lua:1-3", "Write tests with ptk: tea.lua:1-3", "Add to the chat: tea.lua:1-3",
		} {
			if !slices.ContainsFunc(got, func(title string) bool { return strings.Contains(title, want) }) {
				t.Errorf("%q is not offered, but %q", want, got)
			}
		}
		e.command("edit late.txt")
		e.until("a later file has them", "#vim.lsp.get_clients({ name = 'ptk-actions', bufnr = 0 }) == 1")
		if n := lua[int](e, "return #vim.lsp.get_clients()"); n != 1 {
			t.Errorf("there are %d clients: a server was started", n)
		}
		// Plugins that show where there are actions get none of these.
		if n := lua[int](e, `return #require('ptk.commands.code_actions').list({ textDocument = { uri = vim.uri_from_bufnr(0) },
			range = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 0 } },
			context = { diagnostics = {}, triggerKind = 2 } })`); n != 0 {
			t.Errorf("%d actions are offered unasked", n)
		}
	})
}

// The actions send the definition around the cursor, the selection, or the problem.
func TestCodeActions(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Always(llmtest.Say("Well.")))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "fill\npot\nsip\npot\n"}), "tea.txt")
		lua[int](e, startChecker)
		lua[any](e, choosing)
		e.until("the other server has found fault", "#vim.diagnostic.get(0) > 0")
		e.until("the actions are there", "#vim.lsp.get_clients({ name = 'ptk-actions', bufnr = 0 }) == 1")
		last := func() string {
			requests := model.Requests()
			return requests[len(requests)-1].Last().Content
		}
		e.keys("2G")
		e.act("Explain with ptk: the teapot is empty")
		e.waitForText("Explain this problem, and how to mend it: tea.txt:2: the teapot is empty (checker)")
		e.waitForText("Well.")
		e.waitIdle()
		has(t, last(), []string{"#2:2>pot<"}, "sip")
		if titles := strings.Join(lua[[]string](e, "return _G.titles"), "\n"); !strings.Contains(titles, "Fix with ptk: the teapot is empty") {
			t.Errorf("offered is\n%s", titles)
		}

		e.keys("ggVj")
		e.act("Document with ptk: tea.txt:1-2")
		e.waitForText("Document this code (tea.txt:1-2) in the style of the file.")
		e.waitIdle()
		has(t, last(), []string{"#1:2>fill\npot<"}, "sip")

		e.keys("<Esc>3G")
		lua[any](e, "_G.input = 'more sugar'")
		e.act("Edit with ptk: tea.txt:3")
		e.waitForText("Change this code (tea.txt:3-3): more sugar")
		e.waitIdle()
		has(t, last(), []string{"#3:3>sip<"}, "fill")

		e.act("Add to the chat: tea.txt:3")
		e.until("the chat has the cursor", "vim.bo.filetype == 'ptk'")
		e.keys("iWhat is it?<Esc><CR>")
		e.waitForText("What is it?")
		e.waitIdle()
		has(t, last(), []string{"What is it?", "#3:3>sip<"}, "fill")
	})
}
