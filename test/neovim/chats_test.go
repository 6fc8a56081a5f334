package neovim

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// stateOf returns a Lua expression for the state of the chat whose title begins with the text, as the list shows it.
func stateOf(title string) string {
	return fmt.Sprintf(`(function()
		for _, item in ipairs(require('ptk').list_chats()) do
			if vim.startswith(item.title, %q) then
				return item.state
			end
		end
		return ''
	end)()`, title)
}

// hasMessage waits until Neovim has shown a message with the text.
func (e *editor) hasMessage(text string) {
	e.t.Helper()
	e.until("the message "+text, "vim.fn.execute('messages'):find(..., 1, true) ~= nil", text)
}

// pick picks an entry of vim.ui.select by its text.
func (e *editor) pick(command, entry string) {
	e.t.Helper()
	e.command(`lua vim.ui.select = function(items, options, choose) for i, item in ipairs(items) do ` +
		`if options.format_item(item):find('` + entry + `', 1, true) then return choose(item, i) end end ` +
		`error('not in ' .. vim.inspect(vim.tbl_map(options.format_item, items))) end`)
	e.command(command)
}

// A tab page of another repository has a chat and a server of its own, which knows only that repository.
func TestEachRepositoryHasAChat(t *testing.T) {
	for name, open := range map[string]string{"file": "tabnew ../other/cup.txt", "tcd": "tabnew | tcd ../other"} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				model := llmtest.New(t, llmtest.Say("Tea it is."),
					llmtest.Say(call("read_file", `{"path": "cup.txt"}`)+call("read_file", `{"path": "tea.txt"}`)), llmtest.Say("A cup it is."))
				h := newHome(t, model, map[string]string{
					"tea.txt": "the tea\n", "../other/.git/HEAD": "ref: refs/heads/main\n", "../other/cup.txt": "the cup\n",
				})
				e := edit(t, b, h, "tea.txt")
				e.ask("Tea?", "Tea it is.")
				e.command(open)
				e.command("Ptk")
				e.send("Cup?", "A cup it is.")
				if chat := e.chat(); strings.Contains(chat, "Tea?") {
					t.Errorf("the other repository has the same chat:\n%s", chat)
				}
				received := string(model.Requests()[2].Body)
				if !strings.Contains(received, "the cup") || strings.Contains(received, "the tea") {
					t.Errorf("the server does not know exactly its repository:\n%s", received)
				}
				if n := lua[int](e, "return #vim.lsp.get_clients({ name = 'ptk' })"); n != 2 {
					t.Errorf("there are %d servers", n)
				}
				e.command("tabfirst")
				e.waitForText("Tea it is.")
				e.keys("gt")
				e.waitForText("A cup it is.")
			})
		})
	}
}

// A file of another repository that is opened beside the chat, as by a jump to a definition, does not change the chat.
func TestFileOfAnotherRepositoryKeepsTheChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Tea it is."), llmtest.Say(call("read_file", `{"path": "other/cup.txt"}`)), llmtest.Say("Both."),
			llmtest.Say("Only the cup."))
		h := newHome(t, model, map[string]string{
			"tea.txt": "the tea\n", "../other/.git/HEAD": "ref: refs/heads/main\n", "../other/cup.txt": "the cup\n",
		})
		e := edit(t, b, h, "tea.txt")
		e.ask("Tea?", "Tea it is.")
		e.command("edit ../other/cup.txt")
		e.ask("And this?", "Both.")
		if received := string(model.Requests()[2].Body); !strings.Contains(received, "Tea?") || !strings.Contains(received, "the cup") {
			t.Errorf("the chat does not have both repositories:\n%s", received)
		}
		e.command("cd ../other") // the folder is in that repository too
		e.ask("And now?", "Only the cup.")
		if received := string(model.Requests()[3].Body); strings.Contains(received, "Tea?") {
			t.Errorf("the chat is still that of the first repository:\n%s", received)
		}
	})
}

// Two answers are written at the same time, one of them out of sight; it is unread until its chat is shown.
func TestChatsRunSideBySide(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		first, second := make(chan struct{}), make(chan struct{})
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("One "), llmtest.Gate(first), llmtest.Text("ends.")),
			llmtest.Stream(llmtest.Text("Two "), llmtest.Gate(second), llmtest.Text("ends.")))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.keys("iFirst?<Esc><CR>")
		e.waitForText("\nOne")
		e.keys("imy draft<Esc>")
		e.command("PtkNew")
		e.until("the prompt is taken along", theChat+".transcript:prompt() == 'my draft'")
		e.keys("ccSecond?<Esc><CR>")
		e.waitForText("\nTwo")
		e.until("both run", stateOf("First")+" == 'running' and "+stateOf("Second")+" == 'running'")
		e.command("wincmd p")
		close(first)
		e.until("the first is unread", stateOf("First")+" == 'unread'")
		e.hasMessage("“First?” has its answer")
		e.until("the bar counts it", "vim.wo[vim.fn.bufwinid("+theChat+".transcript.buf)].winbar:find('1 unread', 1, true) ~= nil")
		if got := lua[string](e, "return vim.fn.expand('%:t')"); got != "tea.txt" {
			t.Errorf("the focus moved to %s", got)
		}
		e.command("PtkFocus")
		e.keys("]b")
		e.waitForText("One ends.")
		e.until("the first is read", stateOf("First")+" == 'idle' and "+stateOf("Second")+" == 'running'")
		if n := lua[int](e, "return #vim.api.nvim_list_wins()"); n != 2 {
			t.Errorf("there are %d windows", n)
		}
		close(second)
		e.until("the second is unread", stateOf("Second")+" == 'unread'")
		e.pick("Ptk chats", "Second?")
		e.waitForText("Two ends.")
		if text := e.chat(); strings.Contains(text, "One") || strings.Contains(text, "draft") {
			t.Errorf("the chats are mixed:\n%s", text)
		}
	})
}

// A question of a chat that is not shown is announced, waits, and is reached by one command; it opens no window and takes no focus,
// also from the prompt of another chat.
func TestQuestionOfAnotherChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("Soon. "), llmtest.Gate(open),
			llmtest.Text(call("write_file", `{"path": "cup.txt", "content": "full\n"}`))), llmtest.Say("Hello."), llmtest.Say("Filled."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.keys("iFill a cup.<Esc><CR>")
		e.waitForText("Soon.")
		e.command("PtkNew")
		e.send("Hello?", "Hello.")
		e.keys("imy draft<Esc>")
		close(open)
		e.until("the first needs the user", stateOf("Fill")+" == 'needs you'")
		e.hasMessage("“Fill a cup.” needs you: :Ptk approve")
		e.until("the bar says so", "vim.wo[0].winbar:find('another needs you', 1, true) ~= nil")
		e.keys("asa<Esc>a")
		e.keys("<Esc>")
		if float := e.float(); float != "" {
			t.Errorf("a window has opened:\n%s", float)
		}
		e.until("what was typed is in the prompt", theChat+".transcript:prompt() == 'my draftsa'")
		if status := lua[string](e, "return require('ptk').status()"); status != "another chat waits for your answer" {
			t.Errorf("the status is %q", status)
		}
		e.command("PtkApprove")
		e.until("the question's keys work", footerHas("allow once"))
		e.keys("q")
		e.keys("[b") // to the chat that asks
		e.waitForText("waits for you")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Filled.")
		if got := h.read(t, "cup.txt"); got != "full\n" {
			t.Errorf("the file holds %q", got)
		}
	})
}

// A question of a chat that is not shown appears when its chat is shown.
func TestQuestionAppearsWithItsChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("Soon. "), llmtest.Gate(open),
			llmtest.Text(call("write_file", `{"path": "cup.txt", "content": "full\n"}`))), llmtest.Say("Filled."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.keys("iFill a cup.<Esc><CR>")
		e.waitForText("Soon.")
		e.command("Ptk chats new")
		close(open)
		e.until("the first needs the user", stateOf("Fill")+" == 'needs you'")
		e.command("Ptk chats previous")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Filled.")
	})
}

// With chats = 'tab' each tab page has a chat, and a chat outlives its tab page.
func TestEachTabHasAChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Say("One."), llmtest.Stream(llmtest.Text("Two "), llmtest.Gate(open), llmtest.Text("ends.")))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.setup("chats = 'tab'")
		e.ask("First?", "One.")
		e.command("tab split")
		e.command("PtkAsk Second?")
		e.waitForText("\nTwo")
		if chat := e.chat(); strings.Contains(chat, "First?") {
			t.Errorf("the tab pages share a chat:\n%s", chat)
		}
		e.command("tabclose")
		e.waitForText("One.")
		close(open)
		e.hasMessage("“Second?” has its answer")
		e.pick("Ptk chats", "Second?")
		e.waitForText("Two ends.")
	})
}

// A conversation that is open in another chat is shown there, and a deleted one leaves its chat empty.
func TestHistoryShowsTheChatOfAConversation(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("One "), llmtest.Silence()), llmtest.Say("Two."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.keys("iFirst?<Esc><CR>")
		e.waitForText("\nOne")
		e.keys("GAone more<Esc><CR>")
		e.until("it is queued", queuedIs("queued"))
		e.command("PtkNew")
		e.send("Second?", "Two.")
		e.command("PtkHistory First")
		e.waitForFloat("First?", "running")
		e.keys("<CR>")
		e.waitForText("one more\n\n## You")
		e.command("PtkHistory First")
		e.waitForFloat("First?", "running")
		e.keys("d2<CR>")
		e.until("it is deleted", "vim.fn.execute('messages'):find('no conversation holds') ~= nil")
		e.until("its chat is empty", theChat+".turn == nil and "+theChat+".transcript:prompt() == 'one more'")
		e.keys("]b")
		e.waitForText("Two.")
		e.command("Ptk chats close")
		e.until("one chat is left", "#require('ptk.state.chats').all() == 1 and "+theChat+".transcript:prompt() == 'one more'")
		e.command("Ptk chats close")
		e.keys("2<CR>")
		e.until("it is closed too", "#require('ptk.state.chats').all() == 0")
		e.command("Ptk")
		e.until("there is a new one", theChat+".transcript:prompt() == ''")
	})
}

// The question of a chat takes no focus from another chat that is shown beside it.
func TestQuestionBesideAnotherChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("Soon. "), llmtest.Gate(open),
			llmtest.Text(call("write_file", `{"path": "cup.txt", "content": "full\n"}`))), llmtest.Say("Well."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.keys("iFill a cup.<Esc><CR>")
		e.waitForText("Soon.")
		e.command("split")
		e.command("PtkNew")
		e.keys("imy draft<Esc>")
		close(open)
		e.questionIsShown()
		time.Sleep(time.Second) // longer than the pause after which the chat that asks would give the focus away
		e.keys("xxA<Esc>")
		e.until("the keys edit the prompt", theChat+".transcript:prompt() == 'my dra'")
		e.command("PtkApprove")
		e.until("the question's keys work", footerHas("allow once"))
		e.keys("r")
		e.until("it is answered", stateOf("Fill")+" ~= 'needs you'")
	})
}
