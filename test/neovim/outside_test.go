package neovim

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// After fifty edits by the model, all undone by u, :Ptk undo and :Ptk redo, the file has its original bytes.
func TestFiftyEditsAndUndos(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		const edits = 50
		before := "é𝒳 first\r\nline 0\r\nlast"
		var replies []llmtest.Reply
		for i := range edits {
			replies = append(replies,
				llmtest.Say(call("read_file", `{"path": "tea.txt"}`)),
				llmtest.Say(call("edit_file", fmt.Sprintf(`{"path": "tea.txt", "old_string": "line %d", "new_string": "line %d"}`, i, i+1))),
				llmtest.Say(fmt.Sprintf("Done %d.", i)))
		}
		h := newHome(t, llmtest.New(t, replies...), map[string]string{"tea.txt": before})
		e := edit(t, b, h, "tea.txt")
		e.command("set nofixendofline")
		// So that no edit waits for diagnostics.
		e.command("lua require('ptk.commands.handlers').capabilities.diagnostics = nil")
		for i := range edits {
			e.command(fmt.Sprintf("PtkAsk Edit %d.", i))
			if i == 0 {
				e.waitForQuestion()
				e.keys("s")
			}
			e.waitForText(fmt.Sprintf("Done %d.", i))
			e.waitIdle()
		}
		if got := h.read(t, "tea.txt"); got != strings.Replace(before, "line 0", "line 50", 1) {
			t.Fatalf("after the edits the file holds %q", got)
		}
		for i := range edits / 2 {
			e.keys("u")
			if got := e.text("tea.txt"); !strings.Contains(got, fmt.Sprintf("line %d\n", edits-1-i)) {
				t.Fatalf("u number %d did not undo exactly one edit: %q", i, got)
			}
		}
		for range edits / 2 {
			e.keys("<C-r>")
		}
		e.command("write")
		said := map[string]int{}
		change := func(command, says string, line int) {
			t.Helper()
			e.command(command)
			said[says]++
			e.until(command, fmt.Sprintf(`vim.fn.getline(2) == 'line %d' and
				select(2, table.concat(vim.fn.getbufline('ptk://chat', 1, '$'), '\n'):gsub('%s', '')) == %d`, line, says, said[says]))
		}
		for i := range edits {
			change("PtkUndo", "restored", edits-1-i)
			if i%10 == 0 {
				change("PtkRedo", "changed again", edits-i)
				change("PtkUndo", "restored", edits-1-i)
			}
		}
		e.command("wall")
		if got := h.read(t, "tea.txt"); got != before {
			t.Errorf("the file holds %q, and held %q", got, before)
		}
	})
}

func TestOtherEncodings(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "open.txt"}`)+call("read_file", `{"path": "closed.txt"}`)),
			llmtest.Say(call("edit_file", `{"path": "open.txt", "old_string": "Tee", "new_string": "Kaffee"}`)), llmtest.Say("Well."))
		h := newHome(t, model, map[string]string{"open.txt": "Gr\xfcner Tee\n", "closed.txt": "Wei\xdfer Tee\n"})
		e := edit(t, b, h, "open.txt")
		e.command("set fileencodings=utf-8,latin1 | edit")
		e.command("PtkAsk What is there?")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Well.")
		e.waitIdle()
		received := string(model.Requests()[1].Body)
		for _, want := range []string{"Grüner Tee", "Weißer Tee"} {
			if !strings.Contains(received, want) {
				t.Errorf("the model did not receive %q:\n%s", want, received)
			}
		}
		if got := h.read(t, "open.txt"); got != "Gr\xfcner Kaffee\n" {
			t.Errorf("the file holds %q", got)
		}
	})
}

// With chats = 'one' all tab pages share one server and one chat; the roots of files become workspace folders.
func TestTabsAndRoots(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("read_file", `{"path": "other/cup.txt"}`)), llmtest.Say("Both."))
		h := newHome(t, model, map[string]string{
			"tea.txt": "tea\n", "../other/.git/HEAD": "ref: refs/heads/main\n", "../other/cup.txt": "the cup\n",
		})
		e := edit(t, b, h, "tea.txt")
		e.setup("chats = 'one'")
		e.command("Ptk")
		e.command("lua require('ptk.protocol.client').with(function() _G.there = true end)")
		e.until("the server runs", "_G.there")
		e.command("tabnew ../other/cup.txt")
		e.command("Ptk")
		e.send("What is there?", "Both.")
		if received := model.Requests()[1].Last().Content; !strings.Contains(received, "the cup") {
			t.Errorf("the other folder is not in the workspace:\n%s", received)
		}
		if n := lua[int](e, "return #vim.fn.win_findbuf(vim.fn.bufnr('ptk://chat'))"); n != 2 {
			t.Errorf("the chat is in %d windows", n)
		}
		if n := lua[int](e, "return #vim.lsp.get_clients({ name = 'ptk' })"); n != 1 {
			t.Errorf("there are %d servers", n)
		}
		e.command("tabclose")
		e.command("Ptk")
		e.command("Ptk")
	})
}

// Keys can come from another program, by nvim --server.
func TestRemote(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, llmtest.New(t, llmtest.Say("From afar.")), map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		address := filepath.Join(h.dir, "remote")
		lua[string](e, "return vim.fn.serverstart(...)", address)
		remote := exec.Command(b.nvim, "--server", address, "--remote-send", ":Ptk ask Who?<CR>")
		remote.Env = h.env
		if out, err := remote.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		e.waitForText("From afar.")
		e.waitIdle()
	})
}

func TestQuitsWhileAnAnswerIsWritten(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("A long story "), llmtest.Silence()))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("PtkAsk A story?")
		e.waitForText("A long story")
		e.quit("wqa")
	})
}

// A server that crashes is restarted.
func TestCrashedServerIsRestarted(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.ask("Where is the tea?", "offline/search")
		old, id := serverOf(t, e), lua[int](e, "return vim.lsp.get_clients({ name = 'ptk' })[1].id")
		kill(t, e)
		e.until("another server has the file", fmt.Sprintf(`vim.iter(vim.lsp.get_clients({ name = 'ptk', bufnr = vim.fn.bufnr('tea.txt') }))`+
			`:any(function(client)
			return client.id > %d and client.initialized == true end)`, id))
		if now := serverOf(t, e); now == old {
			t.Errorf("the server is still process %d", old)
		}
		e.waitForText("Where is the tea?")
	})
}

func TestModelReceivesWhatIsOnTheScreen(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Well."), llmtest.Say("Well again."))
		h := newHome(t, model, map[string]string{"tea.txt": "one\ntwo\nthree\n", "cup.txt": "cup\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("vimgrep /cup/ cup.txt")
		e.command("edit tea.txt")
		e.command("copen")
		e.command("wincmd p")
		e.command("lua require('ptk').ask('Well?')")
		e.waitForText("Well.")
		e.waitIdle()
		asked := string(model.Requests()[0].Body)
		for _, want := range []string{"looking at tea.txt", "cup.txt:1: cup"} {
			if !strings.Contains(asked, want) {
				t.Errorf("the model did not receive %q:\n%s", want, model.Requests()[0].Last().Content)
			}
		}
	})
}
