package neovim

import (
	"os"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

func TestQuestionThatIsClosedWaits(t *testing.T) {
	for name, close := range map[string]func(*editor){
		"close": func(e *editor) { e.command("close") },
		"q":     func(e *editor) { e.keys("q") },
	} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				model := llmtest.New(t,
					llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Written."))
				h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
				e := edit(t, b, h, "tea.txt")
				e.command("PtkAsk Fill a cup.")
				e.waitForQuestion()
				close(e)
				e.waitForText("· waits for you")
				if status := lua[string](e, "return require('ptk').status()"); status != "waits for your answer" {
					t.Errorf("the status is %q", status)
				}
				if _, err := os.Stat(h.path("cup.txt")); !os.IsNotExist(err) {
					t.Errorf("the call ran without an answer: %v", err)
				}
				e.command("PtkApprove")
				e.waitForQuestion()
				e.keys("a")
				e.waitForText("Written.")
				e.waitIdle()
				if got := h.read(t, "cup.txt"); got != "full\n" {
					t.Errorf("the file holds %q", got)
				}
			})
		})
	}
}

// <CR> on the line of a call shows its question and does not send the draft.
func TestQuestionIsShownFromItsLine(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Written."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.keys("iFill a cup.<Esc><CR>")
		e.waitForQuestion()
		e.keys("q")
		e.waitForText("· waits for you")
		e.keys("iAnd a<Esc>?waits<CR><CR>")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Written.")
		e.waitIdle()
		if chat := e.chat(); !strings.HasSuffix(chat, "## You\nAnd a") || strings.Count(chat, "And a") != 1 {
			t.Errorf("the draft was sent:\n%s", chat)
		}
	})
}

func TestSeveralQuestionsAreListed(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("write_file", `{"path": "a.txt", "content": "a\n"}`)+call("write_file", `{"path": "b.txt", "content": "b\n"}`)),
			llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("lua vim.ui.select = function(items, options, choose) _G.asked = " +
			"vim.tbl_map(options.format_item, items) choose(items[#items]) end")
		e.command("PtkAsk Write two.")
		e.waitForQuestion()
		e.keys("q")
		e.until("the other question is shown", `vim.iter(vim.api.nvim_list_wins()):any(function(win)
			return vim.inspect(vim.api.nvim_win_get_config(win).title or ''):find('ptk asks') ~= nil end)`)
		e.waitForQuestion()
		e.keys("q")
		e.until("no question is shown", "#vim.api.nvim_list_wins() == 2")
		e.command("PtkApprove")
		e.waitForQuestion()
		if n := lua[int](e, "return #_G.asked"); n != 2 {
			t.Errorf("%d questions are listed", n)
		}
		e.keys("a")
		e.command("PtkApprove")
		e.waitForQuestion()
		e.keys("r")
		e.waitForText("Done.")
		e.waitIdle()
		_, errA := os.Stat(h.path("a.txt"))
		_, errB := os.Stat(h.path("b.txt"))
		if (errA == nil) == (errB == nil) {
			t.Errorf("one file should have been written: %v, %v", errA, errB)
		}
	})
}

func TestAnsweredBySelect(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Written."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, settings = { model = 'openai/test-model' }, approve = 'select' })")
		e.command("lua vim.ui.select = function(items, options, choose) _G.prompt = options.prompt choose(items[1]) end")
		e.command("PtkAsk Fill a cup.")
		e.questionIsShown()
		e.command("PtkApprove")
		e.waitForText("Written.")
		e.waitIdle()
		if prompt := lua[string](e, "return _G.prompt"); !strings.Contains(prompt, "ptk asks: ") {
			t.Errorf("the prompt is %q", prompt)
		}
		if got := h.read(t, "cup.txt"); got != "full\n" {
			t.Errorf("the file holds %q", got)
		}
	})
}

// A question must not take keys that are typed in normal mode. A pause of the machine looks like a pause in typing, so a run
// with a pause is repeated in another editor.
func TestKeysInNormalModeAreNotStolen(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		for range 5 {
			left, longest := typeThrough(t, b)
			if longest > 300*time.Millisecond {
				t.Logf("a pause of %v, %d lines left", longest, left)
				continue
			}
			if left != 360 {
				t.Errorf("40 of 400 lines were deleted, and %d are left", left)
			}
			return
		}
		t.Error("the machine paused each time")
	})
}

// typeThrough deletes 40 of 400 lines while a question comes up. It returns how many are left and the longest pause between keys.
func typeThrough(t *testing.T, b bed) (left int, longest time.Duration) {
	open := make(chan struct{})
	model := llmtest.New(t,
		llmtest.Stream(llmtest.Text("Wait. "), llmtest.Gate(open),
			llmtest.Text(call("write_file", `{"path": "cup.txt", "content": "full\n"}`))),
		llmtest.Say("Well."))
	h := newHome(t, model, map[string]string{"tea.txt": strings.Repeat("tea\n", 400)})
	e := edit(t, b, h, "tea.txt")
	e.command("PtkAsk Fill a cup.")
	e.waitForText("Wait.")
	close(open)
	last := time.Now()
	for range 40 {
		e.keys("dd") // with shorter pauses than a user who stops to read
		lua[bool](e, "vim.wait(15) return true")
		longest, last = max(longest, time.Since(last)), time.Now()
	}
	left = lua[int](e, "return vim.api.nvim_buf_line_count(vim.fn.bufnr('tea.txt'))")
	e.waitForQuestion()
	e.keys("r")
	e.waitForText("Well.")
	return left, longest
}

// Who types in a code window, with pauses, goes on typing there: only a window that is entered on purpose takes answers.
func TestTypingInACodeWindowNeverAnswers(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Written."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Fill a cup.")
		e.questionIsShown()
		time.Sleep(1500 * time.Millisecond) // the user reads, longer than any pause that the plugin waits for
		e.keys("A // my comment<Esc>")
		e.waits(h, "cup.txt")
		e.until("the typed text is in the file", "vim.fn.getbufline('tea.txt', 1)[1] == 'tea // my comment'")

		// The window that was entered on purpose answers nothing for half a second.
		e.keys(":Ptk approve<CR>a")
		e.keys("A")
		e.waits(h, "cup.txt")
		e.until("its keys work", footerHas("allow once"))

		// "Always" is confirmed.
		e.keys("A1<CR>")
		e.waits(h, "cup.txt")
		e.keys("A2<CR>")
		e.waitForText("Written.")
		e.waitIdle()
		if got := h.read(t, "cup.txt"); got != "full\n" {
			t.Errorf("the file holds %q", got)
		}
	})
}

// The <Plug> maps answer from any window.
func TestQuestionIsAnsweredByMaps(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Well."),
			llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Written."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("nmap <F5> <Plug>(ptk-allow)")
		e.command("nmap <F6> <Plug>(ptk-reject)")
		e.command("PtkAsk Fill a cup.")
		e.questionIsShown()
		e.keys("<F6>")
		e.waitForText("Well.")
		e.waitIdle()
		e.command("PtkAsk Fill it.")
		e.questionIsShown()
		e.keys("<F5>")
		e.waitForText("Written.")
		e.waitIdle()
		if got := h.read(t, "cup.txt"); got != "full\n" {
			t.Errorf("the file holds %q", got)
		}
		if name := lua[string](e, "return vim.fn.expand('%:t')"); name != "tea.txt" {
			t.Errorf("the cursor is in %q", name)
		}
	})
}

// waits checks that the question is not answered and the file does not exist.
func (e *editor) waits(h home, file string) {
	e.t.Helper()
	if status := lua[string](e, "return require('ptk').status()"); status != "waits for your answer" {
		e.t.Errorf("the status is %q", status)
	}
	if _, err := os.Stat(h.path(file)); !os.IsNotExist(err) {
		e.t.Fatalf("the call ran without an answer: %v", err)
	}
}
