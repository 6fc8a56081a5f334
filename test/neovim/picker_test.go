package neovim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// others returns the path of a plugin that is not ours.
func others(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(tools(), "nvim-plugins", name)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%s is not installed: run test/beds/neovim.sh first (%v)", name, err)
	}
	return path
}

// waitForFloats waits until the floats contain all of the texts.
func (e *editor) waitForFloats(texts ...string) {
	e.t.Helper()
	for _, text := range texts {
		e.until("a float shows "+text, `vim.iter(vim.api.nvim_list_wins()):any(function(win)
			return vim.api.nvim_win_get_config(win).relative ~= '' and
				table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n'):find(`+
			luaString(text)+`, 1, true) ~= nil end)`)
	}
}

// luaString quotes a text for Lua.
func luaString(text string) string { return "[==[" + text + "]==]" }

// talk has two conversations in the workspace and stays in the second one.
func talk(e *editor) {
	e.t.Helper()
	e.command("Ptk")
	e.send("Where is the teapot?", "On the **shelf**.")
	e.command("Ptk new")
	e.send("Where is the cup?", "In the sink.")
}

// waitForPicker waits until a picker shows the texts and takes keys.
func (e *editor) waitForPicker(texts ...string) {
	e.t.Helper()
	e.waitForFloats(texts...)
	e.until("the picker takes keys", "vim.bo.filetype == 'TelescopePrompt' and vim.api.nvim_get_mode().mode == 'i'")
}

func TestPickersOfTelescope(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("On the **shelf**."), llmtest.Say("In the sink."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		for _, name := range []string{"plenary.nvim", "telescope.nvim"} {
			e.command("set rtp+=" + others(t, name))
		}
		e.command("runtime! plugin/plenary.vim plugin/telescope.lua")
		e.command("set columns=120 lines=30")
		talk(e)
		e.command("Ptk pick history")
		e.waitForPicker("Where is the teapot?", "Where is the cup?")
		e.keys("teapot")
		e.waitForFloats("On the **shelf**.") // the preview
		e.keys("<CR>")
		e.until("the conversation is shown", `table.concat(vim.fn.getbufline('ptk://chat', 1, '$'), '\n'):find('shelf', 1, true) ~= nil`)

		e.command("Telescope ptk models")
		e.waitForPicker("openai/test-model")
		e.keys("<C-c>")
		e.command("Telescope ptk history theme=dropdown")
		e.waitForPicker("Where is the cup?")
		e.keys("cup<Esc>r")
		e.until("the title is asked for", "vim.api.nvim_get_mode().mode:find('^c') ~= nil")
		e.keys("<C-u>A title of mine<CR>")
		e.waitForFloats("A title of mine")
		e.keys("q")

		e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, picker = 'telescope', settings = { model = 'openai/test-model' } })")
		e.command("Ptk history")
		e.waitForPicker("A title of mine")
		e.keys("<C-c>")
		e.command("Ptk pick prompts")
		e.waitForPicker("Where is the teapot?")
		e.keys("teapot")
		e.until("the others are filtered out", `vim.iter(vim.api.nvim_list_wins()):all(function(win)
			return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false)):find('cup', 1, true) == nil end)`)
		e.keys("<CR>")
		e.until("the message is in the prompt", "require('ptk.commands.session').current().transcript:prompt() == 'Where is the teapot?'")
	})
}

// Without a plugin vim.ui.select is used, which a user may have replaced; a plugin that is named and missing is told.
func TestPickersWithoutAPlugin(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("On the **shelf**."), llmtest.Say("In the sink."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n", ".ptk/commands/brew.md": "Brew tea.\n"})
		e := edit(t, b, h, "tea.txt")
		talk(e)
		e.command("lua vim.ui.select = function(items, options, choose) " +
			"_G.offered = { kind = options.kind, lines = vim.tbl_map(options.format_item, items) } _G.choose = function(i) choose(items[i], i) end end")
		for source, want := range map[string]string{
			"history": "Where is the teapot?", "models": "openai/test-model", "modes": "plan", "prompts": "Where is the cup?", "commands": "/",
		} {
			e.command("lua _G.offered = nil")
			e.command("Ptk pick " + source)
			e.until(source+" are offered", "_G.offered ~= nil and _G.offered.kind == 'ptk.' .. ...", source)
			if lines := strings.Join(lua[[]string](e, "return _G.offered.lines"), "\n"); !strings.Contains(lines, want) {
				t.Errorf("%s: no %q in\n%s", source, want, lines)
			}
		}
		e.command("Ptk pick modes")
		e.command("lua _G.choose(3)")
		e.until("the mode is set", "require('ptk.commands.session').current().mode == 'plan'")
		e.command("lua _G.offered = nil")
		e.command("Ptk pick")
		e.until("the sources are offered", "_G.offered ~= nil and #_G.offered.lines == 5")
		e.command("lua require('ptk').pick('modes', { picker = 'fzf-lua' })")
		e.said("the picker fzf-lua is not installed")
		e.command("Ptk pick histroy")
		e.said("did you mean history?")
	})
}
