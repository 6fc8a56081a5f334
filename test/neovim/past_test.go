package neovim

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
)

func TestChatAndDraftAreRestored(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "tea.txt"}`)), llmtest.Say("It is on the shelf."), llmtest.Say("It is **black**."))
		h := newHome(t, model, map[string]string{"tea.txt": "The black teapot is on the shelf.\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.send("Where is the teapot?", "on the shelf")
		e.keys("iAnd which<Esc>")
		before := e.chat()
		e.quit("wqa")
		h.isPrivate(t)

		e = edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.waitForText("It is on the shelf.")
		if after := strings.ReplaceAll(e.chat(), "\r", ""); after != before {
			t.Errorf("the chat was\n%s\nand is\n%s", before, after)
		}
		e.keys("A colour?<Esc><CR>")
		e.waitForText("It is **black**.")
		e.waitIdle()
		asked := string(model.Requests()[2].Body)
		if !strings.Contains(asked, "Where is the teapot?") || !strings.Contains(asked, "And which colour?") {
			t.Errorf("the conversation did not go on:\n%s", asked)
		}
		e.keys("i<Up><Up><Esc>")
		e.waitForText("## You\nWhere is the teapot?")
	})
}

// isPrivate checks that only the user can read the stored state.
func (h home) isPrivate(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(h.dir, "state", "nvim", "ptk", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the state is stored in %v (%v)", files, err)
	}
	for path, want := range map[string]os.FileMode{files[0]: 0o600, filepath.Dir(files[0]): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s is %v, %v, want %v", path, info.Mode(), err, want)
		}
	}
}

func TestDeletedConversationIsNotMissed(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Hello."), llmtest.Say("Hello again."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.ask("Hello?", "Hello.")
		e.quit("qa")
		if err := os.RemoveAll(filepath.Join(h.dir, "state", "ptk")); err != nil {
			t.Fatal(err)
		}
		e = edit(t, b, h, "tea.txt")
		e.command("PtkAsk Hello?")
		e.waitForText("Hello again.")
	})
}

func TestHistory(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("On the shelf."), llmtest.Say("In the cupboard."), llmtest.Say("It is full."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.ask("Where is the pot?", "On the shelf.")
		e.command("PtkNew")
		e.ask("Where is the cup?", "In the cupboard.")

		e.command("PtkHistory")
		e.waitForFloat("Where is the pot?", "▸", "Where is the cup?")
		e.command("close")
		e.command("PtkHistory shelf")
		e.waitForFloat("Where is the pot?")
		if strings.Contains(e.float(), "cup") {
			t.Errorf("the search found too much:\n%s", e.float())
		}
		e.keys("r<C-u>The pot<CR>")
		e.until("the list shows the new title", "vim.fn.search('The pot', 'nw') > 0")
		e.keys("<CR>")
		e.waitForText("On the shelf.")
		if strings.Contains(e.chat(), "cup") {
			t.Errorf("the other conversation is still shown:\n%s", e.chat())
		}
		e.send("Is it full?", "It is full.")
		if asked := string(model.Requests()[2].Body); !strings.Contains(asked, "On the shelf.") {
			t.Errorf("the conversation did not go on:\n%s", asked)
		}

		e.command("PtkHistory pot")
		e.waitForFloat("The pot")
		e.keys("x")
		e.until("it is exported", "vim.bo.filetype == 'markdown' and vim.fn.search('On the shelf', 'nw') > 0")
		e.command("tabclose")
		e.command("PtkHistory pot")
		e.waitForFloat("2 turns")
		before := lua[string](e, "return require('ptk.commands.session').current().conversation_id")
		e.keys("c")
		e.until("the chat shows the copy", "require('ptk.commands.session').current().conversation_id ~= ...", before)
		e.command("PtkHistory pot")
		e.waitForFloat("The pot", "a copy")

		e.command("close")
		e.command("PtkHistory cup")
		e.waitForFloat("cup")
		e.keys("d")
		e.keys("2<CR>")
		e.until("it is deleted", "vim.fn.execute('messages'):find('no conversation holds') ~= nil")
	})
}

// The workspace is the file's, not the current folder's, even if the server starts while the cursor is in the chat.
func TestWorkspaceIsThatOfTheFile(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, llmtest.New(t, llmtest.Say("On the shelf.")), map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("cd " + h.dir)
		e.command("Ptk")
		e.send("Where is the pot?", "On the shelf.")
		folders := lua[[]string](e, `return vim.iter(vim.lsp.get_clients({ name = 'ptk' })[1].workspace_folders)`+
			`:map(function(f) return f.name end):totable()`)
		if diff := cmp.Diff([]string{h.workspace}, folders); diff != "" {
			t.Errorf("the workspace's folders (-want +got):\n%s", diff)
		}
		e.quit("qa")

		e = edit(t, b, h, "tea.txt")
		e.command("cd " + h.dir)
		e.command("Ptk")
		e.waitForText("On the shelf.")
	})
}

// longChat holds a conversation of that many messages, "Message 0." and so on, and opens it in another Neovim. It returns the
// text of the first chat as whole. The model has one more reply.
func longChat(t *testing.T, b bed, messages int) (model *llmtest.Server, whole string, e *editor) {
	t.Helper()
	var says []llmtest.Reply
	for i := range messages + 1 {
		says = append(says, llmtest.Say(fmt.Sprintf("Answer %d.", i)))
	}
	model = llmtest.New(t, says...)
	h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
	e = edit(t, b, h, "tea.txt")
	for i := range messages {
		e.ask(fmt.Sprintf("Message %d.", i), fmt.Sprintf("Answer %d.", i))
	}
	whole = e.chat()
	e.quit("qa")
	e = edit(t, b, h, "tea.txt")
	e.command("Ptk")
	return model, whole, e
}

// A long conversation is read in pages; a message of an earlier page can be edited.
func TestLongConversationIsReadInPages(t *testing.T) {
	const messages = 65
	inEach(t, func(t *testing.T, b bed) {
		model, whole, e := longChat(t, b, messages)
		for _, first := range []int{35, 5} {
			e.waitForText(fmt.Sprintf("Message %d.", first))
			if text := e.chat(); strings.Contains(text, fmt.Sprintf("Message %d.", first-1)) {
				t.Errorf("too many messages are shown:\n%s", text)
			}
			e.keys("gg<CR>")
		}
		e.waitForText("Message 0.")
		if got := e.chat(); got != whole {
			t.Errorf("the chat is not what it was (-want +got):\n%s", cmp.Diff(whole, got))
		}
		if got := lua[string](e, "return vim.fn.getline(vim.fn.line('.') + 1)"); got != "Message 5." {
			t.Errorf("the cursor is above %q", got)
		}
		e.keys("[[[[ge")
		e.keys("ccMessage four.<Esc><CR>")
		e.waitForText(fmt.Sprintf("Answer %d.", messages))
		e.waitIdle()
		asked := string(model.Requests()[messages].Body)
		if !strings.Contains(asked, "Message 3.") || !strings.Contains(asked, "Message four.") || strings.Contains(asked, "Message 4.") {
			t.Errorf("the conversation is not the old one up to the fourth message:\n%s", asked)
		}
	})
}

func TestFirstVisibleMessageIsEdited(t *testing.T) {
	const messages = 35
	inEach(t, func(t *testing.T, b bed) {
		model, _, e := longChat(t, b, messages)
		e.waitForText("Message 5.")
		e.keys("gg]]ge")
		e.keys("ccMessage five.<Esc><CR>")
		e.waitForText(fmt.Sprintf("Answer %d.", messages))
		e.waitIdle()
		if asked := string(model.Requests()[messages].Body); !strings.Contains(asked, "Message 4.") {
			t.Errorf("the earlier messages are gone:\n%s", asked)
		}
		e.keys("gg<CR>")
		e.waitForText("Message 0.")
	})
}

func TestMessageIsEditedAndSentAgain(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Green."), llmtest.Say("Blue."), llmtest.Say("Red."), llmtest.Say("White."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		for _, m := range []string{"The pot?Green.", "The cup?Blue."} {
			question, answer, _ := strings.Cut(m, "?")
			e.keys("i" + question + "?<Esc><CR>")
			e.waitForText(answer)
			e.waitIdle()
		}
		e.keys("[[[[ge")
		e.keys("ccThe mug?<Esc><CR>")
		e.waitForText("Red.")
		e.waitIdle()
		if want := "## You\nThe pot?\n\n## ptk\nGreen.\n\n## You\nThe mug?\n\n## ptk\nRed.\n\n## You\n"; e.chat() != want {
			t.Errorf("the chat is\n%q, want\n%q", e.chat(), want)
		}
		if asked := string(model.Requests()[2].Body); !strings.Contains(asked, "Green.") || strings.Contains(asked, "Blue.") {
			t.Errorf("the old answer is still in the conversation:\n%s", asked)
		}
		// Editing the first message starts a new conversation.
		e.keys("gg")
		e.keys("ge")
		e.keys("<CR>")
		e.waitForText("White.")
		e.waitIdle()
		if asked := string(model.Requests()[3].Body); strings.Contains(asked, "Green.") {
			t.Errorf("the old answer is still in the conversation:\n%s", asked)
		}
		if want := "## You\nThe pot?\n\n## ptk\nWhite.\n\n## You\n"; e.chat() != want {
			t.Errorf("the chat is\n%q, want\n%q", e.chat(), want)
		}
	})
}

func TestFailedTurnIsAskedAgain(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Fail(401, `{"error": {"message": "Incorrect API key provided", "type": "invalid_request_error"}}`), llmtest.Say("Green."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.send("Which tea?", "Incorrect API key")
		e.keys("[[gr1<CR>")
		e.waitForText("Green.")
		e.waitIdle()
		if n := strings.Count(e.chat(), "Which tea?"); n != 2 {
			t.Errorf("the question is shown %d times:\n%s", n, e.chat())
		}
	})
}
