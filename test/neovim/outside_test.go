package neovim

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// Fifty edits by the model, with undos in between by u, by :PtkUndo and by :PtkRedo, end with the bytes of the beginning.
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
		// There is no language server here to wait for after each edit.
		e.command("lua require('ptk.commands.handlers').capabilities.diagnostics = nil")
		for i := range edits {
			e.command(fmt.Sprintf("PtkAsk Edit %d.", i))
			if i == 0 {
				e.asked()
				e.keys("s")
			}
			e.says(fmt.Sprintf("Done %d.", i))
			e.idle()
		}
		if got := h.read(t, "tea.txt"); got != strings.Replace(before, "line 0", "line 50", 1) {
			t.Fatalf("after the edits the file holds %q", got)
		}
		for i := range edits / 2 {
			e.keys("u")
			if got := e.text("tea.txt"); !strings.Contains(got, fmt.Sprintf("line %d\n", edits-1-i)) {
				t.Fatalf("u number %d took back more or less than one edit: %q", i, got)
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
		e.asked()
		e.keys("a")
		e.says("Well.")
		e.idle()
		told := string(model.Requests()[1].Body)
		for _, want := range []string{"Grüner Tee", "Weißer Tee"} {
			if !strings.Contains(told, want) {
				t.Errorf("the model was not told %q:\n%s", want, told)
			}
		}
		if got := h.read(t, "open.txt"); got != "Gr\xfcner Kaffee\n" {
			t.Errorf("the file holds %q", got)
		}
	})
}

// One server and one chat for all tab pages; folders of files are added to the workspace.
func TestTabsAndRoots(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("read_file", `{"path": "other/cup.txt"}`)), llmtest.Say("Both."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n", "../other/.git/HEAD": "ref: refs/heads/main\n", "../other/cup.txt": "the cup\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.command("lua require('ptk.protocol.client').with(function() _G.there = true end)")
		e.until("the server runs", "_G.there")
		e.command("tabnew ../other/cup.txt")
		e.command("Ptk")
		e.writes("What is there?", "Both.")
		if told := model.Requests()[1].Last().Content; !strings.Contains(told, "the cup") {
			t.Errorf("the other folder is not in the workspace:\n%s", told)
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

// A Neovim that listens, used by another program through its address alone.
func TestRemote(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, llmtest.New(t, llmtest.Say("From afar.")), map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		address := filepath.Join(h.dir, "remote")
		lua[string](e, "return vim.fn.serverstart(...)", address)
		remote := exec.Command(b.nvim, "--server", address, "--remote-send", ":PtkAsk Who?<CR>")
		remote.Env = h.env
		if out, err := remote.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		e.says("From afar.")
		e.idle()
	})
}

func TestQuitsWhileAnAnswerIsWritten(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("A long story "), llmtest.Silence()))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("PtkAsk A story?")
		e.says("A long story")
		e.quits("wqa")
	})
}

// A server that ends is started again by itself, and not for ever.
func TestServerThatEndsIsStartedAgain(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.asks("Where is the tea?", "offline/search")
		old, id := serverOf(t, e), lua[int](e, "return vim.lsp.get_clients({ name = 'ptk' })[1].id")
		kill(t, e)
		e.until("another one has the file", fmt.Sprintf(`vim.iter(vim.lsp.get_clients({ name = 'ptk', bufnr = vim.fn.bufnr('tea.txt') })):any(function(client)
			return client.id > %d and client.initialized == true end)`, id))
		if now := serverOf(t, e); now == old {
			t.Errorf("the server is still process %d", old)
		}
		e.says("Where is the tea?")
	})
}

func TestModelIsToldWhatIsOnTheScreen(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Well."), llmtest.Say("Well again."))
		h := newHome(t, model, map[string]string{"tea.txt": "one\ntwo\nthree\n", "cup.txt": "cup\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("vimgrep /cup/ cup.txt")
		e.command("edit tea.txt")
		e.command("copen")
		e.command("wincmd p")
		e.command("lua require('ptk').ask('Well?')")
		e.says("Well.")
		e.idle()
		asked := string(model.Requests()[0].Body)
		for _, want := range []string{"looking at tea.txt", "cup.txt:1: cup"} {
			if !strings.Contains(asked, want) {
				t.Errorf("the model was not told %q:\n%s", want, model.Requests()[0].Last().Content)
			}
		}
	})
}
