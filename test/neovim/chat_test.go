package neovim

import (
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

func TestOfflineProviderAnswers(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.go": "package tea\n\n// Fill fills the pot.\nfunc Fill() {}\n"})
		e := edit(t, b, h, "tea.go")
		e.command("Ptk")
		e.send("Where is Fill defined?", "tea.go:4")
		if chat := e.chat(); !strings.Contains(chat, "## You\nWhere is Fill defined?\n\n## ptk\n") {
			t.Errorf("the chat does not show the question and an answer:\n%s", chat)
		}
	})
}

func TestModelReadsUnsavedText(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("read_file", `{"path": "tea.txt"}`)), llmtest.Say("It is ", "on the roof."))
		h := newHome(t, model, map[string]string{"tea.txt": "The teapot is on the shelf.\n"})
		e := edit(t, b, h, "tea.txt")
		e.keys("ccThe teapot is on the roof.<Esc>")
		e.ask("Where is the teapot?", "It is on the roof.")

		received := model.Requests()[1].Last().Content
		if !strings.Contains(received, "The teapot is on the roof.") || strings.Contains(received, "on the shelf") {
			t.Errorf("the model did not receive the unsaved text:\n%s", received)
		}
		if disk := h.read(t, "tea.txt"); disk != "The teapot is on the shelf.\n" {
			t.Errorf("the file was saved: %q", disk)
		}
	})
}

func TestRetryRemovesTheFailedAttempt(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say("I look. "+call("read_file", `{"path": "tea.txt"}`)),
			llmtest.Stream(llmtest.Thought("hm"), llmtest.Text("It is under\n\nthe ta"), llmtest.Cut()),
			llmtest.Say("It is on the shelf."))
		h := newHome(t, model, map[string]string{"tea.txt": "The teapot is on the shelf.\n"})
		e := edit(t, b, h, "tea.txt")
		e.ask("Where is the teapot?", "It is on the shelf.")
		chat := e.chat()
		if strings.Contains(chat, "under") || strings.Contains(chat, "the ta\n") || strings.Contains(chat, "hm") ||
			!strings.Contains(chat, "I look.") || strings.Contains(chat, "Try 2 of 4") {
			t.Errorf("the failed attempt stayed, or more than it was removed:\n%s", chat)
		}
	})
}

func TestWriteIsApprovedAndUndone(t *testing.T) {
	const before, after = "The teapot is on the shelf.\n", "The teapot is on the roof.\n"
	edits := call("edit_file", `{"path": "tea.txt", "old_string": "shelf", "new_string": "roof"}`)
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Say(call("read_file", `{"path": "tea.txt"}`)),
			llmtest.Say(edits), llmtest.Say("You do not want it."),
			llmtest.Say(edits), llmtest.Say("It is done."))
		h := newHome(t, model, map[string]string{"tea.txt": before})
		e := edit(t, b, h, "tea.txt")

		e.command("PtkAsk Put it on the roof.")
		e.waitForQuestion()
		e.keys("R")
		e.keys("roofs are steep<CR>")
		e.waitForText("You do not want it.")
		e.waitIdle()
		if got := e.text("tea.txt") + "\n"; got != before {
			t.Fatalf("a rejected edit was made: %q", got)
		}
		if received := model.Requests()[2].Last().Content; !strings.Contains(received, "roofs are steep") {
			t.Errorf("the model did not receive why:\n%s", received)
		}

		e.command("PtkAsk Do it all the same.")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("It is done.")
		e.waitIdle()
		if got := e.text("tea.txt") + "\n"; got != after {
			t.Fatalf("the buffer holds %q", got)
		}
		if got := h.read(t, "tea.txt"); got != after {
			t.Errorf("the file holds %q", got)
		}

		e.keys("u")
		if got := e.text("tea.txt") + "\n"; got != before {
			t.Errorf("after u the buffer holds %q", got)
		}
	})
}

func TestTypingGoesOnWhileTheUserIsAsked(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("Wait. "), llmtest.Gate(open),
				llmtest.Text(call("write_file", `{"path": "cup.txt", "content": "full\n"}`))),
			llmtest.Say("Well."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Fill a cup.")
		e.waitForText("Wait.")
		e.keys("Aa")
		close(open)
		e.until("a question waits", "require('ptk').status() == 'waits for your answer'")
		e.keys("saArR")
		if got := e.text("tea.txt"); got != "teaasaArR" {
			t.Errorf("what was typed did not go into the file: %q", got)
		}
		e.keys("<Esc>")
		e.waitForQuestion()
		e.keys("r")
		e.waitForText("Well.")
		e.waitIdle()
	})
}

func TestStopEndsTheAnswer(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("A long story begins. "), llmtest.Silence()), llmtest.Say("A short one."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk Tell me a story.")
		e.waitForText("A long story begins.")
		e.command("PtkStop")
		e.waitForText("> Stopped.")
		e.waitIdle()
		select {
		case <-model.Requests()[0].Gone:
		case <-time.After(patience):
			t.Error("the request to the model still runs")
		}

		e.ask("A short one, then.", "A short one.")
	})
}

// call returns a tool call as a model writes it.
func call(tool, args string) string {
	return "\n<PTK_CALL>\n{\"tool\": \"" + tool + "\", \"args\": " + args + "}\n</PTK_CALL>"
}

func TestDeletedPromptIsRestored(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("One."), llmtest.Say("Two."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.send("First?", "One.")
		e.keys("Gdgg")
		e.send("Second?", "Two.")
		if want := "## You\nFirst?\n\n## ptk\nOne.\n\n## You\nSecond?\n\n## ptk\nTwo.\n\n## You\n"; e.chat() != want {
			t.Errorf("the chat is %q, want %q", e.chat(), want)
		}
	})
}

func TestNewStartsAnotherConversation(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Stream(llmtest.Text("Wait"), llmtest.Silence()), llmtest.Say("Hello."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("PtkAsk Remember the teapot.")
		e.waitForText("Wait")
		e.command("PtkNew")
		e.send("Hello?", "Hello.")
		if asked := string(model.Requests()[1].Body); strings.Contains(asked, "Remember") {
			t.Errorf("the new conversation holds the old one:\n%s", asked)
		}
		if want := "## You\nHello?\n\n## ptk\nHello.\n\n## You\n"; e.chat() != want {
			t.Errorf("the chat is %q, want %q", e.chat(), want)
		}
	})
}

func TestCursorStaysWhileTheAnswerComes(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Say(strings.Repeat("A line.\n", 60)),
			llmtest.Stream(llmtest.Text("Begun. "), llmtest.Gate(open), llmtest.Text(strings.Repeat("More.\n", 60)+"The end.")))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("Ptk")
		e.send("Lines?", "A line.")
		e.keys("iMore?<Esc><CR>")
		e.waitForText("Begun.")
		e.keys("20Gztl")
		before := lua[string](e, "return vim.inspect(vim.fn.winsaveview())")
		close(open)
		e.waitForText("The end.")
		e.waitIdle()
		if after := lua[string](e, "return vim.inspect(vim.fn.winsaveview())"); after != before {
			t.Errorf("the view was %s\nand is %s", before, after)
		}
		e.keys("u")
		if !strings.Contains(e.chat(), "The end.") {
			t.Error("u removed the answer")
		}
	})
}
