//go:build unix

package neovim

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

// kill ends Neovim by SIGKILL, as a crash does, and waits until it is gone.
func (e *editor) kill() {
	e.t.Helper()
	e.killProcess(lua[int](e, "return vim.fn.getpid()"))
}

// killProcess ends the process of a Neovim by SIGKILL.
func (e *editor) killProcess(pid int) {
	e.t.Helper()
	process, err := os.FindProcess(pid)
	if err != nil {
		e.t.Fatal(err)
	}
	if err := process.Kill(); err != nil {
		e.t.Fatal(err)
	}
	for end := time.Now().Add(patience); hasProcess(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			e.t.Fatal("Neovim outlives SIGKILL")
		}
	}
}

// isSaved waits until a stored chat has the text.
func (e *editor) isSaved(h home, text string) {
	e.t.Helper()
	e.until("it is saved: "+text, `(function(pattern, text)
		return vim.iter(vim.fn.glob(pattern, true, true)):any(function(path)
			return table.concat(vim.fn.readfile(path)):find(text, 1, true) ~= nil
		end)
	end)(...)`, filepath.Join(h.dir, "state", "nvim", "ptk", "*.json"), text)
}

// crash ends Neovim and its server, so that neither can react.
func (e *editor) crash() {
	e.t.Helper()
	pid, server := lua[int](e, "return vim.fn.getpid()"), serverOf(e.t, e)
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		e.t.Fatal(err)
	}
	if err := syscall.Kill(server, syscall.SIGKILL); err != nil {
		e.t.Fatal(err)
	}
	e.killProcess(pid)
}

// Queued messages and the draft are there after Neovim has exited or crashed: the server adds the messages to the conversation, or if it
// cannot they are in the prompt again. Nothing is sent by itself.
func TestQueuedMessagesOutliveNeovim(t *testing.T) {
	for name, end := range map[string]func(*editor){
		"exit": func(e *editor) { e.quit("qa") }, "kill": (*editor).kill, "crash": (*editor).crash,
	} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				model := llmtest.New(t, llmtest.Stream(llmtest.Text("I look. "), llmtest.Silence()), llmtest.Always(llmtest.Say("Well.")))
				h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
				e := edit(t, b, h, "tea.txt")
				e.command("Ptk")
				e.keys("iWhich tea?<Esc><CR>")
				e.waitForText("I look.")
				for _, message := range []string{"The green one.", "And the cup."} {
					e.keys("GA" + message + "<Esc><CR>")
					e.waitForText("\n" + message + "\n\n## You\n")
				}
				e.keys("GAmy draft<Esc>")
				e.isSaved(h, "my draft")
				end(e)
				asked := len(model.Requests())

				e = edit(t, b, h, "tea.txt")
				e.command("Ptk")
				e.waitForText("I look.")
				if name == "crash" {
					e.waitForText("## You\nThe green one.\nAnd the cup.\nmy draft")
					e.hasMessage("2 messages that were not read are in the prompt again")
				}
				e.until("the draft is in the prompt", theChat+".transcript:prompt():find('my draft') ~= nil")
				if n := len(model.Requests()); n != asked {
					t.Errorf("%d messages were sent", n-asked)
				}
				if n := strings.Count(e.chat(), "The green one."); n != 1 {
					t.Errorf("the chat shows the message %d times:\n%s", n, e.chat())
				}
				e.keys("<CR>")
				e.waitForText("Well.")
				e.waitIdle()
				e.quit("qa")
				e = edit(t, b, h, "tea.txt")
				e.command("Ptk")
				e.waitForText("Well.\n\n## You\n")
				if n := strings.Count(e.chat(), "The green one."); n != 1 {
					t.Errorf("the chat shows the message %d times:\n%s", n, e.chat())
				}
			})
		})
	}
}

// The editing of a message goes on after a restart; sent or cancelled, it gives the draft back.
func TestEditingOutlivesNeovim(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Green."), llmtest.Say("Blue."), llmtest.Say("Red."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.send("Which tea?", "Green.")
		e.send("Which cup?", "Blue.")
		e.keys("imy draft<Esc>")
		e.keys("[[[[ge")
		e.keys("ccWhich pot?<Esc>")
		e.quit("qa")

		e = edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.until("editing is shown", "vim.wo.winbar:find('editing') ~= nil")
		e.waitForText("## You\nWhich pot?")
		e.keys("<CR>")
		e.waitForText("Red.")
		e.waitIdle()
		want := "## You\nWhich tea?\n\n## ptk\nGreen.\n\n## You\nWhich pot?\n\n## ptk\nRed.\n\n## You\nmy draft"
		if got := e.chat(); got != want {
			t.Errorf("the chat is\n%s, want\n%s", got, want)
		}
		e.keys("[[[[ge")
		e.keys("ccA change of mind<Esc><C-c>")
		e.until("the draft is back", theChat+".transcript:prompt() == 'my draft'")
		e.keys("Gcc<Up><Esc>")
		e.until("what was edited is not lost", theChat+".transcript:prompt() == 'A change of mind'")
	})
}

// Another Neovim in the same repository begins a chat of its own: neither loses its draft, and the next one finds both chats.
func TestTwoNeovimsInOneRepository(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Green."), llmtest.Say("Blue."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		one := edit(t, b, h, "tea.txt")
		one.command("Ptk")
		one.send("Which tea?", "Green.")
		one.keys("idraft one<Esc>")
		two := edit(t, b, h, "tea.txt")
		two.command("Ptk")
		two.until("it is ready", "vim.wo.winbar:find('ready') ~= nil")
		if chat := two.chat(); chat != "## You\n" {
			t.Errorf("the second Neovim shows the chat of the first:\n%s", chat)
		}
		two.send("Which cup?", "Blue.")
		two.keys("idraft two<Esc>")
		two.isSaved(h, "draft two")
		two.kill()
		one.quit("qa")

		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.until("one of them is shown", theChat+".transcript:prompt():find('draft') ~= nil")
		first := lua[string](e, "return "+theChat+":title()")
		other := map[string]string{"Which tea?": "Which cup?", "Which cup?": "Which tea?"}[first]
		e.pick("Ptk chats", other)
		e.until("the other one has its draft", theChat+".transcript:prompt():find('draft') ~= nil and "+theChat+":title() == ...", other)
	})
}

// :qa ends Neovim while three chats run, and all of them are there afterwards.
func TestQuitWhileChatsRun(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		silent := llmtest.Stream(llmtest.Text("I look. "), llmtest.Silence())
		model := llmtest.New(t, silent, silent, silent)
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		for i, question := range []string{"First?", "Second?", "Third?"} {
			if i > 0 {
				e.command("PtkNew")
			}
			e.keys("i" + question + "<Esc><CR>")
			e.waitForText("I look.")
			e.keys("GAdraft of " + question + "<Esc>")
			e.command("PtkFocus")
			e.command("PtkFocus")
			if i < 2 { // :Ptk new would take it along
				e.keys("GAx<Esc><CR>")
				e.waitForText("draft of " + question + "x\n\n## You\n")
			}
		}
		e.quit("qa")

		e = edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.waitForText("Third?")
		e.waitForText("draft of Third?")
		for _, question := range []string{"First?", "Second?"} {
			e.pick("Ptk chats", question)
			e.waitForText(question)
			e.waitForText("## You\ndraft of " + question + "x")
		}
		if n := len(model.Requests()); n != 3 {
			t.Errorf("the model was asked %d times", n)
		}
	})
}

// If the server is killed, all chats that run on it say so, and their queued messages are in their prompts; nothing is sent again by
// itself.
func TestKilledServerOfTwoChats(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		silent := llmtest.Stream(llmtest.Text("I look. "), llmtest.Silence())
		model := llmtest.New(t, silent, silent, llmtest.Say("Well."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.keys("iFirst?<Esc><CR>")
		e.waitForText("I look.")
		e.keys("GAqueued<Esc><CR>")
		e.until("it is sent", queuedIs("queued"))
		e.command("PtkNew")
		e.keys("iSecond?<Esc><CR>")
		e.waitForText("I look.")
		kill(t, e)
		e.waitForText("ended by signal 9")
		e.keys("]b")
		e.waitForText("First?")
		e.waitForText("ended by signal 9")
		e.until("both have ended", stateOf("First")+" == 'idle' and "+stateOf("Second")+" == 'idle'")
		e.until("the queued message is in the prompt", theChat+".transcript:prompt() == 'queued'")
		e.keys("<CR>")
		e.waitForText("Well.")
		if n := len(model.Requests()); n != 3 {
			t.Errorf("the model was asked %d times", n)
		}
	})
}

// A session has the chats of all its tab pages, also with nvim -S.
func TestSessionHasAllChats(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Green."), llmtest.Say("Blue."), llmtest.Say("Red."), llmtest.Say("White."))
		h := newHome(t, model, map[string]string{
			"tea.txt": "tea\n", "../other/.git/HEAD": "ref: refs/heads/main\n", "../other/cup.txt": "the cup\n",
		})
		e := edit(t, b, h, "tea.txt")
		e.ask("Which tea?", "Green.")
		e.command("tab split")
		e.command("Ptk chats new")
		e.send("Which pot?", "Blue.")
		e.command("tabnew ../other/cup.txt")
		e.ask("Which cup?", "Red.")
		e.command("mksession session.vim")
		e.quit("qa")

		e = edit(t, b, h, "-S session.vim")
		for _, question := range []string{"Which cup?", "Which tea?", "Which pot?"} {
			e.waitForText(question)
			e.keys("gt")
		}
		if n := lua[int](e, "return #vim.api.nvim_list_wins()"); n != 6 {
			t.Errorf("there are %d windows", n)
		}
		e.command("PtkFocus")
		e.send("Which milk?", "White.")
		if asked := string(model.Requests()[3].Body); !strings.Contains(asked, "Which cup?") {
			t.Errorf("the conversation did not go on:\n%s", asked)
		}
	})
}
