package neovim

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// The old text is on the left, the new text on the right, and the question waits meanwhile.
func TestChangeIsShownSideBySide(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "tea.go"}`)),
			llmtest.Say(call("edit_file", `{"path": "tea.go", "edits": [{"old_string": "shelf", "new_string": "roof"}, `+
				`{"old_string": "red", "new_string": "blue"}]}`)),
			llmtest.Say("Done."))
		const old = "package tea\n\nconst Place = \"shelf\"\n\nconst Colour = \"red\"\n"
		h := newHome(t, model, map[string]string{"tea.go": old})
		e := edit(t, b, h, "tea.go")
		e.command("Ptk")
		e.keys("iMove it.<Esc><CR>")
		e.waitForQuestion()
		e.keys("/red<CR>x")
		e.keys("gD")
		want := old + "|" + strings.Replace(old, "shelf", "roof", 1)
		sides := `vim.iter(vim.api.nvim_tabpage_list_wins(0)):map(function(win)
			return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false), '\n') .. '\n'
		end):join('|')`
		e.until("both sides are shown", sides+" == ... and vim.wo.diff and vim.bo.filetype == 'go'", want)
		e.keys("<C-w>hq")
		e.until("both sides are closed", "vim.fn.tabpagenr('$') == 1")
		e.waitForText("· waits for you")
		e.keys("?waits<CR>gD")
		e.until("both sides are shown from the chat", "vim.wo.diff and vim.fn.tabpagenr('$') == 2")
		e.keys(":q<CR>")
		e.until("both sides are closed", "vim.fn.tabpagenr('$') == 1")
		e.keys("<CR>")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Done.")
		e.waitIdle()
		if got, want := h.read(t, "tea.go"), strings.Replace(old, "shelf", "roof", 1); got != want {
			t.Errorf("the file holds %q", got)
		}
		if n := lua[int](e, "return vim.fn.tabpagenr('$')"); n != 1 {
			t.Errorf("%d tab pages are left", n)
		}
	})
}

// showSides asks for a change and shows it side by side.
func (e *editor) showSides() {
	e.t.Helper()
	e.command("PtkAsk Change it.")
	e.waitForQuestion()
	e.keys("gD")
	e.until("both sides are shown", "vim.wo.diff and vim.fn.tabpagenr('$') == 2 and vim.bo.buftype == 'acwrite'")
	time.Sleep(600 * time.Millisecond) // the keys answer after half a second
}

// What stands on the right is what is written, whatever the user does there.
func TestSidesAreEdited(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := rewrites(t, "tea.txt", numbered(9, 2, 5, 8))
		h := newHome(t, model, map[string]string{"tea.txt": numbered(9)})
		e := edit(t, b, h, "tea.txt")
		e.showSides()
		e.command("diffoff!")
		e.keys("gg]h")
		e.until("the first change is reached", "vim.fn.line('.') == 2")
		e.keys("ghr]h")
		e.until("the next change is reached", "vim.fn.line('.') == 5")
		e.keys("A, strong<Esc>")
		e.keys("ghq")
		e.until("it asks", "vim.fn.execute('messages'):find('you have changed the text') ~= nil and vim.fn.tabpagenr('$') == 2")
		e.command("wall")
		e.until("it is taken over", "not vim.bo.modified")
		e.keys("ghq")
		e.until("both sides are closed", "vim.fn.tabpagenr('$') == 1")
		e.waitForQuestionAgain()
		if float := e.float(); !strings.Contains(float, "You have changed the new text") ||
			!strings.Contains(float, "+line 5: coffee, strong") || strings.Contains(float, "+line 2") || h.read(t, "tea.txt") != numbered(9) {
			t.Errorf("the question is about another text:\n%s", float)
		}
		e.keys("gf")
		e.shows("line 5: coffee, strong", true)
		time.Sleep(550 * time.Millisecond)
		e.keys("ghd")
		e.until("both sides are shown", "vim.wo.diff and vim.fn.tabpagenr('$') == 2")
		time.Sleep(550 * time.Millisecond)
		e.keys("ghA")
		e.waitForText("Well.")
		e.waitIdle()
		want := strings.Replace(numbered(9, 5, 8), "line 5: coffee", "line 5: coffee, strong", 1)
		if got := h.read(t, "tea.txt"); got != want {
			t.Errorf("the file holds\n%s", got)
		}
		if n := lua[int](e, "return vim.fn.tabpagenr('$')"); n != 1 {
			t.Errorf("%d tab pages are left", n)
		}
		if received := model.Requests()[2].Last().Content; !strings.Contains(received, "strong") {
			t.Errorf("the model did not learn what was written:\n%s", received)
		}
	})
}

// The text of the user stays if the question ends while it is edited.
func TestEditedSidesOutliveTheQuestion(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, rewrites(t, "tea.txt", numbered(9, 2)), map[string]string{"tea.txt": numbered(9)})
		e := edit(t, b, h, "tea.txt")
		e.showSides()
		e.keys("GA mine<Esc>")
		e.command("PtkStop")
		e.until("it is told", "vim.fn.execute('messages'):find('your text stays') ~= nil")
		e.command("write")
		e.until("it is not written", "vim.fn.execute('messages'):find('is not written') ~= nil")
		if got := lua[string](e, "return vim.fn.getline('$')"); got != "line 9: tea mine" {
			t.Errorf("the last line is %q", got)
		}
		if got := h.read(t, "tea.txt"); got != numbered(9) {
			t.Errorf("the file holds\n%s", got)
		}
	})
}

// Each kind of file is written byte for byte as it stands on the right; a new file, too.
func TestSidesOfAnyFile(t *testing.T) {
	for name, c := range map[string]struct{ old, proposed, want string }{
		"crlf":        {"a\r\nb\r\n", "a\r\nB\r\n", "a\r\nB\r\nmine\r\n"},
		"no line end": {"a\nb", "a\nB", "a\nB\nmine"},
		"empty":       {"", "one\n", "one\nmine\n"},
		"new":         {"-", "one\n", "one\nmine\n"},
	} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				write := call("write_file", fmt.Sprintf(`{"path": "it.txt", "content": %q}`, c.proposed))
				calls := []llmtest.Reply{llmtest.Say(call("read_file", `{"path": "it.txt"}`)), llmtest.Say(write), llmtest.Say("Well.")}
				files := map[string]string{"tea.txt": "tea\n", "it.txt": c.old}
				if c.old == "-" {
					calls = calls[1:]
					delete(files, "it.txt")
				}
				h := newHome(t, llmtest.New(t, calls...), files)
				e := edit(t, b, h, "tea.txt")
				e.showSides()
				e.keys("Gomine<Esc>")
				e.keys("ghA")
				e.waitForText("Well.")
				e.waitIdle()
				if got := h.read(t, "it.txt"); got != c.want {
					t.Errorf("the file holds %q", got)
				}
			})
		})
	}
}

// :q on the right closes both sides and the question waits; :q! drops what the user has changed.
func TestSidesAreClosed(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, llmtest.New(t, llmtest.Say(fill), llmtest.Say("Well.")), map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.showSides()
		e.keys("Amine<Esc>")
		e.command("q!")
		e.until("both sides are closed", "vim.fn.tabpagenr('$') == 1")
		e.waits(h, "cup.txt")
		e.command("Ptk review")
		e.until("a new file is reviewed side by side", "vim.wo.diff and vim.fn.getline(1) == 'full'")
		e.keys("ghA") // too early
		e.waits(h, "cup.txt")
		e.keys("ghR")
		e.waitForText("Well.")
		e.waitIdle()
		if _, err := os.Stat(h.path("cup.txt")); !os.IsNotExist(err) {
			t.Errorf("the file was written: %v", err)
		}
	})
}
