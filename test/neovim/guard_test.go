package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// Whatever is typed, what was said stays, and so does the draft.
func TestTranscriptIsProtected(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("I look. "+call("read_file", `{"path": "tea.txt"}`)), llmtest.Say("It is black tea."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.send("Which tea?", "It is black tea.")
		e.keys("iMy draft<CR>of tea<Esc>")
		before := e.chat()
		for _, keys := range []string{
			"Gdgg", "Gdk", "G2kdd", "GdG", "ggdG", "ggVGd", "ggVGp", "ggVGx", "ggyGGP",
			":%d<CR>", ":g/./d<CR>", ":%s/tea/coffee/<CR>", ":g/tea/normal! Ax<CR>", ":1,3m$<CR>", ":0put ='x'<CR>", ":%!sort<CR>",
			":normal ggdd<CR>", ":1,2join<CR>", ":retab!<CR>:%><CR>", "Gk0i<BS><BS><BS>x<Esc>", "Gk0i<C-u><C-w><BS><Esc>",
			"GkVggJ", "Gkggg~GG", "ggiX<Esc>",
		} {
			e.keys("G")
			e.keys(keys)
			e.keys("<Esc>")
			e.until("the chat is as before "+keys, "table.concat(vim.fn.getbufline('ptk://chat', 1, '$'), '\\n'):find(..., 1, true) == 1",
				before[:strings.Index(before, "My draft")])
			if !mayEdit[keys] {
				e.until("the draft is as before "+keys, "table.concat(vim.fn.getbufline('ptk://chat', 1, '$'), '\\n') == ...", before)
			}
			resetDraft(e)
		}
		e.keys("gg/Read tea<CR>K")
		e.waitForFloat("`read_file`", "path: tea.txt")
		e.keys("q")
		e.keys("gg]]")
		if got := lua[string](e, "return vim.fn.getline('.')"); got != "## ptk" {
			t.Errorf("]] goes to %q", got)
		}
	})
}

// mayEdit are keys that change the draft as they should.
var mayEdit = map[string]bool{
	"GdG": true, "Gdk": true, "Gk0i<BS><BS><BS>x<Esc>": true, "Gk0i<C-u><C-w><BS><Esc>": true, "ggiX<Esc>": true, "ggyGGP": true,
}

func resetDraft(e *editor) {
	e.t.Helper()
	lua[bool](e, "require('ptk.commands.session').current().transcript:set_prompt('My draft\\nof tea') return true")
}

// u takes back what was typed, and brings a deleted draft back, also while an answer is written.
func TestUndoNeverLosesTheDraft(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		first, second := make(chan struct{}), make(chan struct{})
		model := llmtest.New(t, llmtest.Stream(
			llmtest.Text("One. "), llmtest.Gate(first), llmtest.Text("Two. "), llmtest.Gate(second), llmtest.Text("Three.")))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		draftIs := func(what, want string) {
			t.Helper()
			e.until(what, "vim.startswith(require('ptk.commands.session').current().transcript:prompt(), ...)", want)
		}
		e.command("Ptk")
		e.keys("iCount.<Esc><CR>")
		e.waitForText("One.")
		e.keys("iMy draft<Esc>")
		e.keys("dd")
		e.keys("u")
		draftIs("u restores the deleted draft", "My draft")
		e.keys("A is long<Esc>u")
		e.until("u undoes the last insertion", "require('ptk.commands.session').current().transcript:prompt() == 'My draft'")
		e.keys("uu") // too often
		close(first)
		e.waitForText("Two.")
		e.keys("<C-r><C-r><C-r>")
		draftIs("<C-r> restores the draft", "My draft")
		e.keys("S<Esc>")
		close(second)
		e.waitForText("Three.")
		e.waitIdle()
		e.keys("u")
		draftIs("u restores the draft after an answer", "My draft")
		if !strings.Contains(e.chat(), "One. Two. Three.") {
			t.Errorf("u changed the answer:\n%s", e.chat())
		}
	})
}
