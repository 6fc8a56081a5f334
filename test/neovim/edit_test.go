package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

func TestFileChangedOnTheDiskIsReloaded(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say("Hello."),
			llmtest.Say(call("read_file", `{"path": "tea.txt"}`)), llmtest.Say("Green."))
		h := newHome(t, model, map[string]string{"tea.txt": "black\n"})
		e := edit(t, b, h, "tea.txt")
		e.ask("Hello?", "Hello.")

		h.write(t, "tea.txt", "green tea\n")
		e.ask("Which tea?", "Green.")
		if received := model.Requests()[2].Last().Content; !strings.Contains(received, "green tea") {
			t.Errorf("the model received the old text:\n%s", received)
		}
		if got := e.text("tea.txt"); got != "green tea" {
			t.Errorf("the buffer holds the old text: %q", got)
		}
	})
}

func TestEditAmongUnsavedChangesIsNotSaved(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "tea.txt"}`)),
			llmtest.Say(call("edit_file", `{"path": "tea.txt", "old_string": "two", "new_string": "zwei"}`)),
			llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.txt": "one\ntwo\n"})
		e := edit(t, b, h, "tea.txt")
		e.keys("ccuno<Esc>")
		e.command("PtkAsk In German.")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Done.")
		e.waitIdle()
		if got := e.text("tea.txt"); got != "uno\nzwei" {
			t.Errorf("the buffer holds %q", got)
		}
		if got := h.read(t, "tea.txt"); got != "one\ntwo\n" {
			t.Errorf("the user's unsaved change was saved: %q", got)
		}
		e.keys("u")
		if got := e.text("tea.txt"); got != "uno\ntwo" {
			t.Errorf("u undid more than the edit: %q", got)
		}
	})
}

// Neovim's own handler ignores such an edit and reports it as applied.
func TestEditOfAnOlderTextIsRefused(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "one\n"})
		e := edit(t, b, h, "tea.txt")
		e.ask("Where is the teapot?", "offline/search")
		version := lua[int](e, "return vim.api.nvim_buf_get_changedtick(0)")
		e.keys("ccuno<Esc>")
		answer := lua[struct {
			Applied bool   `msgpack:"applied"`
			Reason  string `msgpack:"failureReason"`
		}](e, `local version = ...
			local client = vim.lsp.get_clients({ name = 'ptk' })[1]
			return client.handlers['workspace/applyEdit'](nil, { edit = { documentChanges = { {
				textDocument = { uri = vim.uri_from_bufnr(0), version = version },
				edits = { { newText = 'eins', range = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 3 } } } },
			} } } }, { client_id = client.id, method = 'workspace/applyEdit' })`, version)
		if answer.Applied || !strings.Contains(answer.Reason, "tea.txt has been changed") {
			t.Errorf("the answer is %+v", answer)
		}
		if got := e.text("tea.txt"); got != "uno" {
			t.Errorf("the buffer holds %q", got)
		}
	})
}

func TestSaveNeverOverwritesAnotherProgramsChange(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "one\n"})
		e := edit(t, b, h, "tea.txt")
		e.ask("Where is the teapot?", "offline/search")
		e.keys("ccuno<Esc>")
		h.write(t, "tea.txt", "somebody else's\n")
		saved := lua[[]string](e, `local client = vim.lsp.get_clients({ name = 'ptk' })[1]
			return client.handlers['ptk/save'](nil, { uris = { vim.uri_from_bufnr(0) } }, { client_id = client.id }).saved`)
		if len(saved) != 0 {
			t.Errorf("saved: %v", saved)
		}
		if got := h.read(t, "tea.txt"); got != "somebody else's\n" {
			t.Errorf("the file holds %q", got)
		}
		if got := lua[string](e, "return vim.fn.execute('messages')"); !strings.Contains(got, "changed on the disk") {
			t.Errorf("there is no warning; the messages: %s", got)
		}
	})
}
