package neovim

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// numbered returns a text of lines, of which some are changed.
func numbered(lines int, changed ...int) string {
	var text strings.Builder
	for i := range lines {
		word := "tea"
		for _, c := range changed {
			if c == i+1 {
				word = "coffee"
			}
		}
		fmt.Fprintf(&text, "line %d: %s\n", i+1, word)
	}
	return text.String()
}

// rewrites returns a model that reads a file, writes another text, and ends.
func rewrites(t *testing.T, file, text string) *llmtest.Server {
	return llmtest.New(t,
		llmtest.Say(call("read_file", fmt.Sprintf(`{"path": %q}`, file))),
		llmtest.Say(call("write_file", fmt.Sprintf(`{"path": %q, "content": %q}`, file, text))), llmtest.Say("Well."))
}

// review asks for a change and enters the review once the question is shown.
func (e *editor) review() {
	e.t.Helper()
	e.command("PtkAsk Change it.")
	e.questionIsShown()
	e.command("Ptk review")
	e.until("the review is on", "vim.fn.maparg('gha', 'n') ~= ''")
	time.Sleep(600 * time.Millisecond) // its keys answer after half a second
}

// drawn returns the virtual lines of the review in the current buffer.
func (e *editor) drawn() string {
	e.t.Helper()
	return lua[string](e, `local ns, text = vim.api.nvim_get_namespaces()['ptk.review'], {}
		for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, ns, 0, -1, { details = true })) do
			for _, line in ipairs(mark[4].virt_lines or {}) do
				table.insert(text, vim.iter(line):map(function(chunk) return chunk[1] end):join(''))
			end
		end
		return table.concat(text, '\n')`)
}

// shows waits until the review shows a text, or no longer does.
func (e *editor) shows(text string, want bool) {
	e.t.Helper()
	for end := time.Now().Add(patience); strings.Contains(e.drawn(), text) != want; e.waitForChange() {
		if time.Now().After(end) {
			e.t.Fatalf("the review shows %q: not %v\n%s\nmessages: %s", text, want, e.drawn(),
				lua[string](e, "return vim.fn.execute('messages')"))
		}
	}
}

// Each hunk is decided in the file: one is accepted, one rejected, one edited. The user's own maps come back.
func TestChangeIsReviewedInItsFile(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := rewrites(t, "tea.txt", numbered(30, 2, 15, 28))
		h := newHome(t, model, map[string]string{"tea.txt": numbered(30)})
		e := edit(t, b, h, "tea.txt")
		e.command("nnoremap <buffer> <silent> ]h :let g:mine = 1<CR>")
		e.command("lua vim.keymap.set({'n', 'x'}, 'gha', function() vim.g.mine = 2 end, { buffer = 0, desc = 'mine' })")
		const maps = `local list = {}
			for _, mode in ipairs({ 'n', 'x' }) do
				for _, map in ipairs(vim.api.nvim_buf_get_keymap(0, mode)) do
					if map.lhs ~= ']c' and map.lhs ~= '[c' then -- those of the change that was made
						list[#list + 1] = table.concat({ mode, map.lhs, map.rhs or 'lua', map.desc or '', map.silent, map.noremap }, ' ')
					end
				end
			end
			table.sort(list)
			return table.concat(list, '\n')`
		before := lua[string](e, maps)
		e.command("set columns=120")
		e.keys("10G")
		e.command("PtkAsk Coffee, please.")
		e.questionIsShown()
		e.shows("line 2: coffee", true) // drawn before it is entered
		if line := lua[int](e, "return vim.fn.line('.')"); line != 10 || lua[string](e, maps) != before {
			t.Errorf("drawing moved the cursor to line %d, or mapped keys", line)
		}
		e.command("Ptk review")
		e.until("the first hunk is shown", "vim.fn.line('.') == 2 and #vim.api.nvim_list_wins() == 2")
		time.Sleep(600 * time.Millisecond)
		e.keys("gha")
		e.until("the next hunk is shown", "vim.fn.line('.') == 15")
		e.shows("change 1 of 3 · accepted", true)
		e.keys("]h")
		e.until("the last hunk is shown", "vim.fn.line('.') == 28")
		e.keys("ghe")
		e.until("the new text can be edited", "vim.bo.buftype == 'acwrite'")
		e.keys("ccline 28: milk<CR>and honey<Esc>:wq<CR>")
		e.shows("and honey", true)
		e.keys("ghq")
		e.waitForQuestionAgain()
		if float := e.float(); !strings.Contains(float, "You have changed the new text") || !strings.Contains(float, "+and honey") {
			t.Errorf("the question shows another text:\n%s", float)
		}
		e.keys("gf")
		e.until("the first hunk that is not decided is shown", "vim.fn.line('.') == 15 and vim.fn.maparg('gha', 'n') ~= ''")
		time.Sleep(600 * time.Millisecond)
		e.keys("]h[h")
		e.until("the middle hunk is shown", "vim.fn.line('.') == 15")
		e.keys("ghr")
		e.until("the last hunk is shown", "vim.fn.line('.') == 28")
		e.shows("line 15: coffee", false)
		e.keys("gha")
		e.waitForText("Well.")
		e.waitIdle()
		want := strings.Replace(numbered(30, 2), "line 28: tea\n", "line 28: milk\nand honey\n", 1)
		if got := h.read(t, "tea.txt"); got != want {
			t.Errorf("the file holds\n%s", got)
		}
		if got := lua[string](e, maps); got != before {
			t.Errorf("the maps were\n%s\nand are\n%s", before, got)
		}
		if e.drawn() != "" {
			t.Errorf("left in the file: %s", e.drawn())
		}
		if received := model.Requests()[2].Last().Content; !strings.Contains(received, "honey") {
			t.Errorf("the model did not learn what was written:\n%s", received)
		}
		e.keys("u")
		if got := e.text("tea.txt") + "\n"; got != numbered(30) {
			t.Errorf("u leaves\n%s", got)
		}
	})
}

// Who types into the file while a change is drawn changes the text that the change is for: nothing is applied, and an undo
// makes it fit again.
func TestTypingDuringAReviewIsSafe(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, rewrites(t, "tea.txt", numbered(9, 2, 8)), map[string]string{"tea.txt": numbered(9)})
		e := edit(t, b, h, "tea.txt")
		e.command("nnoremap <buffer> <F9> ixy<Esc>")
		e.review()
		e.keys("Aa // mine<Esc>j.")
		e.shows("coffee", false)
		e.keys("ghA")
		e.keys("gha")
		e.until("it is told", "vim.fn.execute('messages'):find('has changed since it was read') ~= nil")
		e.waits(h, "cup.txt")
		e.keys("uu")
		e.shows("line 2: coffee", true)
		e.keys("<C-r>u")
		e.shows("line 8: coffee", true)
		e.command("edit!")
		e.shows("line 8: coffee", true)
		e.keys("ghA")
		e.waitForText("Well.")
		e.waitIdle()
		if got := h.read(t, "tea.txt"); got != numbered(9, 2, 8) {
			t.Errorf("the file holds\n%s", got)
		}
	})
}

// Files of several questions are one review: the keys go from file to file, and the next one follows an answer.
func TestSeveralFilesAreOneReview(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		write := func(file, text string) string {
			return call("write_file", fmt.Sprintf(`{"path": %q, "content": %q}`, file, text))
		}
		read := func(file string) string { return call("read_file", fmt.Sprintf(`{"path": %q}`, file)) }
		model := llmtest.New(t,
			llmtest.Say(read("a.txt")+read("b.txt")),
			llmtest.Say(write("a.txt", "A\n")+write("b.txt", "B\n")), llmtest.Say("Well."))
		h := newHome(t, model, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
		e := edit(t, b, h, "a.txt")
		e.command("set columns=120")
		e.command("PtkAsk Change them.")
		e.questionIsShown()
		e.command("Ptk review")
		e.shows("of 2", true)
		first := lua[string](e, "return vim.fn.expand('%:t')")
		e.keys("]H")
		second := lua[string](e, "return vim.fn.expand('%:t')")
		e.keys("[H")
		if name := lua[string](e, "return vim.fn.expand('%:t')"); name != first || first == second {
			t.Errorf("the files are %s, %s, %s", first, second, name)
		}
		time.Sleep(600 * time.Millisecond)
		e.keys("gha")
		e.until("the next file follows", "vim.fn.expand('%:t') == ...", second)
		e.keys("ghA") // too early: it came as the file appeared
		time.Sleep(600 * time.Millisecond)
		e.keys("ghR")
		e.waitForText("Well.")
		e.waitIdle()
		if got, want := h.read(t, first), strings.ToUpper(first[:1])+"\n"; got != want {
			t.Errorf("%s holds %q", first, got)
		}
		if got, want := h.read(t, second), second[:1]+"\n"; got != want {
			t.Errorf("%s holds %q", second, got)
		}
	})
}

// The review ends with its buffer; the question waits, and can be reviewed again. A review that nobody answered ends with the
// answer of the model.
func TestReviewEndsWithItsBuffer(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, rewrites(t, "tea.txt", numbered(9, 2)), map[string]string{"tea.txt": numbered(9)})
		e := edit(t, b, h, "tea.txt")
		e.review()
		e.command("bdelete tea.txt")
		e.until("it is told", "vim.fn.execute('messages'):find('the change waits') ~= nil")
		e.command("set winfixbuf")
		e.command("Ptk review")
		e.until("the file is there again", "vim.fn.expand('%:t') == 'tea.txt' and vim.fn.line('.') == 2")
		e.shows("line 2: coffee", true)
		e.command("PtkStop")
		e.until("the review ends", "vim.fn.maparg('gha', 'n') == '' and require('ptk').status() == ''")
		if e.drawn() != "" || h.read(t, "tea.txt") != numbered(9) {
			t.Errorf("left in the file: %s", e.drawn())
		}
	})
}

// A deletion is drawn over the whole file and can only be taken whole.
func TestDeletionIsReviewed(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("read_file", `{"path": "cup.txt"}`)),
			llmtest.Say(call("delete_file", `{"path": "cup.txt"}`)), llmtest.Say("Gone."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n", "cup.txt": numbered(9)})
		e := edit(t, b, h, "cup.txt")
		e.review()
		e.shows("deletes", true)
		e.keys("ghr")
		e.keys("ghe")
		e.until("it is told", "vim.fn.execute('messages'):find('only be taken whole') ~= nil")
		if got := h.read(t, "cup.txt"); got != numbered(9) {
			t.Errorf("the file holds %q", got)
		}
		e.keys("ghA")
		e.waitForText("Gone.")
		e.waitIdle()
		if _, err := os.Stat(h.path("cup.txt")); !os.IsNotExist(err) {
			t.Errorf("the file is still there: %v", err)
		}
	})
}
