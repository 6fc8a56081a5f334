package neovim

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// A running chat and its draft survive what one does to windows, buffers and tab pages, and are there again with one command.
func TestChatOutlastsItsWindows(t *testing.T) {
	for name, keys := range map[string][]string{
		"only in the file":  {"<C-w>p", "<C-w>o"},
		"only in the chat":  {":only<CR>", ":new<CR>"},
		"own tab page":      {"<C-w>T"},
		"tab page closed":   {":tab split<CR>", ":tabclose<CR>"},
		"buffer deleted":    {":bd!<CR>"},
		"buffer wiped out":  {":%bwipeout!<CR>", ":edit tea.txt<CR>"},
		"moved":             {":wincmd H<CR>", ":wincmd J<CR>", ":wincmd r<CR>"},
		"another buffer":    {":buffer tea.txt<CR>", ":enew<CR>", ":bnext<CR>"},
		"quit":              {":q<CR>"},
		"hidden and split":  {":hide<CR>", ":vsplit<CR>"},
		"last window":       {":only<CR>", ":Ptk<CR>"},
		"buffer emptied":    {"ggdG", ":%d<CR>"},
		"written and moved": {":w x.txt<CR>", ":file y.txt<CR>"},
	} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				open := make(chan struct{})
				model := llmtest.New(t, llmtest.Stream(llmtest.Text("It is "), llmtest.Gate(open), llmtest.Text("on the shelf.")))
				h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
				e := edit(t, b, h, "tea.txt")
				e.command("Ptk")
				e.keys("iWhere is the pot?<Esc><CR>")
				e.waitForText("It is")
				e.keys("imy draft<Esc>")
				for _, k := range keys {
					e.keys(k)
					lua[int](e, "return 0") // each is typed after the last has been handled
				}
				close(open)
				if lua[bool](e, "return vim.bo.filetype ~= 'ptk'") {
					e.command("PtkFocus")
				}
				e.waitForText("It is on the shelf.")
				e.waitIdle()
				if name != "buffer emptied" && !strings.HasSuffix(e.chat(), "\nmy draft") {
					t.Errorf("the draft is gone:\n%s", e.chat())
				}
				if n := lua[int](e, "return #vim.fn.win_findbuf("+theChat+".transcript.buf)"); n != 1 {
					t.Errorf("the chat is in %d windows", n)
				}
				e.until("the window is fixed to the chat", "vim.wo.winfixbuf")
			})
		})
	}
}

// The chat keeps its width while other windows are opened and closed; the width that the user gives it holds in other tab pages and in
// the next Neovim, and its part of the screen when that is resized.
func TestSizeOfTheChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		resize := func(columns int) {
			t.Helper()
			e.command(fmt.Sprintf("set columns=%d", columns))
		}
		is := func(want int) {
			t.Helper()
			e.until(fmt.Sprintf("the chat has %d columns", want),
				"vim.api.nvim_win_get_width(vim.fn.bufwinid("+theChat+".transcript.buf)) == ...", want)
		}
		resize(120)
		e.command("Ptk")
		is(48)
		e.command("wincmd p")
		e.command("vsplit")
		e.command("split")
		e.command("only")
		e.command("Ptk")
		e.command("wincmd p")
		e.command("vsplit | wincmd =")
		is(48)
		e.command("close")
		is(48)
		resize(100)
		is(40)
		resize(120)
		is(48)
		e.command("PtkFocus")
		e.keys("30<C-w>|")
		e.until("it is recorded", "(function() vim.cmd('Ptk') vim.cmd('Ptk') return true end)()")
		is(40) // the least
		e.keys("60<C-w>|")
		is(60)
		e.command("wincmd p")
		lua[int](e, "vim.cmd.redraw() return 0")
		e.command("tab split")
		e.command("Ptk")
		is(60)
		resize(80)
		is(40)
		e.command("tabclose")
		is(40)
		resize(120)
		is(60)
		e.quit("qa")

		e = edit(t, b, h, "tea.txt")
		resize(120)
		e.command("Ptk")
		is(60)
		e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, window = { size = 0.5 } })")
		e.command("Ptk")
		e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, window = { size = 0.35 } })")
		e.command("Ptk")
		is(42)
	})
}

// The chat can be opened at each position, also on a small screen, without an error.
func TestPositions(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		for _, position := range []string{"right", "left", "top", "bottom", "float", "tab"} {
			for _, columns := range []int{120, 30, 12} {
				e.command("set columns=" + strconv.Itoa(columns))
				e.setup("window = { position = '" + position + "' }")
				e.command("Ptk")
				e.until("the chat is open", "vim.bo.filetype == 'ptk'")
				e.keys("ihello<Esc>")
				e.until("one can type", theChat+".transcript:prompt() == 'hello'")
				e.keys("cc<Esc>")
				e.command("Ptk")
				e.until("it is closed", "vim.bo.filetype ~= 'ptk' and #vim.api.nvim_list_wins() == 1")
			}
		}
		if problem := lua[string](e, "return vim.v.errmsg"); problem != "" {
			t.Errorf("the last error is %q", problem)
		}
	})
}

// :Ptk focus goes to the chat, with the cursor where it was, and back.
func TestFocus(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Green."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.ask("Which tea?", "Green.")
		e.command("PtkFocus")
		e.keys("gg")
		e.command("PtkFocus")
		if got := lua[string](e, "return vim.fn.expand('%:t')"); got != "tea.txt" {
			t.Errorf("the focus is in %q", got)
		}
		e.command("PtkFocus")
		if got := lua[string](e, "return vim.bo.filetype .. vim.fn.line('.')"); got != "ptk1" {
			t.Errorf("the focus is in line %q", got)
		}
		e.command("PtkToggle")
		e.until("it is closed", "#vim.api.nvim_list_wins() == 1")
		e.command("PtkFocus")
		e.until("it is open", "vim.bo.filetype == 'ptk'")
	})
}

// On a screen of 30 columns the chat opens below the file; nothing waits for a key, also with the least of lines for messages.
func TestScreenOf30Columns(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Say("The teapot is on the **shelf**."),
			llmtest.Stream(llmtest.Text("Soon. "), llmtest.Gate(open), llmtest.Text("Here.")), llmtest.Say("Yes."))
		h := newHome(t, model, map[string]string{"tea.go": "package tea\n"})
		s := show(t, b, h, "tea.go", 30)
		s.keys(":set cmdheight=0 laststatus=3", "Enter", ":Ptk", "Enter")
		s.until("ready")
		s.keys("i", "Where is it?", "C-s")
		s.until("shelf")
		s.until("ready")
		if now := s.now(); !strings.Contains(now, "\nThe teapot is on the **\nshelf**.\n") {
			t.Errorf("the answer is not below the file:\n%s", now)
		}
		s.keys("i", "Another one, of a long name?", "C-s")
		s.until("Soon.")
		s.keys(":Ptk new", "Enter")
		s.until("2/2")
		close(open)
		s.until("1 unread")
		if now := s.now(); strings.Contains(now, "Press ENTER") {
			t.Errorf("a message waits for a key:\n%s", now)
		}
		s.keys("]", "b")
		s.until("Here.")
		for _, columns := range []string{"90", "40", "90"} {
			if out, err := exec.Command("tmux", "-S", s.socket, "resize-window", "-x", columns, "-y", "24").CombinedOutput(); err != nil {
				t.Fatalf("resizing: %v\n%s", err, out)
			}
			s.settle()
		}
		s.matches("columns-30-to-90")
	})
}
