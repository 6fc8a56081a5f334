package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// The file, the cursor and the selection are those of the last file window, with the chat in a float, over tabs, and while a question
// has the focus.
func TestContextOverFloatsTabsAndQuestions(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("write_file", `{"path": "new.txt", "content": "x\n"}`)), llmtest.Always(llmtest.Say("Well.")))
		h := newHome(t, model, map[string]string{"tea.txt": "one\ntwo\nthree\n", "cup.txt": "full\nempty\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, settings = { model = 'openai/test-model' }, " +
			"window = { position = 'float' } })")
		active := func(where, file string, line int) {
			t.Helper()
			type document struct {
				URI       string `msgpack:"uri"`
				Selection struct {
					Start struct {
						Line int `msgpack:"line"`
					} `msgpack:"start"`
				} `msgpack:"selection"`
			}
			got := lua[document](e, "return require('ptk.editor.context').current('utf-16').active")
			if !strings.HasSuffix(got.URI, "/"+file) || got.Selection.Start.Line != line-1 {
				t.Errorf("%s the user is taken to be at %+v, want line %d of %s", where, got, line, file)
			}
		}
		e.keys("2Gve<Esc>")
		e.command("Ptk")
		e.until("the chat has the cursor in a float", "vim.bo.filetype == 'ptk' and vim.api.nvim_win_get_config(0).relative ~= ''")
		active("in the floating chat", "tea.txt", 2)
		e.keys("iWrite it: @selection<Esc><CR>")
		e.waitForQuestion()
		active("at a question", "tea.txt", 2)
		e.keys("a")
		e.waitForText("Well.")
		e.waitIdle()
		has(t, model.Requests()[0].Last().Content, []string{"selection of tea.txt:2-2\ntwo", "looking at tea.txt, line 2"})

		e.command("Ptk")
		e.command("tabnew cup.txt")
		e.keys("2G")
		active("in another tab page", "cup.txt", 2)
		e.command("Ptk")
		e.until("the chat has the cursor", "vim.bo.filetype == 'ptk'")
		active("in the chat of another tab page", "cup.txt", 2)
		e.command("Ptk")
		e.command("tabprevious")
		e.command("Ptk")
		active("in the first tab page again", "tea.txt", 2)
		e.command("Ptk")
		e.command("help")
		active("in a help window", "tea.txt", 2)
	})
}
