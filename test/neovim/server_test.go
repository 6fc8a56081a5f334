package neovim

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
)

func TestKilledServerIsStartedAgain(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t,
			llmtest.Stream(llmtest.Text("It was a dark "), llmtest.Silence()), llmtest.Say("and stormy night."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkAsk How does it begin?")
		e.waitForText("It was a dark")
		kill(t, e)
		e.waitForText("ended by signal 9")
		e.waitIdle()

		e.ask("Go on.", "and stormy night.")
		if chat := e.chat(); !strings.Contains(chat, "It was a dark") {
			t.Errorf("the chat is empty:\n%s", chat)
		}
		if asked := string(model.Requests()[1].Body); !strings.Contains(asked, "How does it begin?") {
			t.Errorf("the conversation did not go on:\n%s", asked)
		}
	})
}

func TestRestart(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Hello."), llmtest.Say("Hello again."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.ask("Hello?", "Hello.")
		old := serverOf(t, e)
		e.command("PtkRestart")
		e.command("PtkAsk Hello?") // at once, while the old one ends
		e.waitForText("Hello again.")
		e.waitIdle()
		// The old process may still be ending.
		for end := time.Now().Add(patience); serverOf(t, e) == old; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the server is still process %d", old)
			}
		}
	})
}

// serverOf returns the process id of the server, a child of Neovim.
func serverOf(t testing.TB, e *editor) int {
	t.Helper()
	pid := strconv.Itoa(lua[int](e, "return vim.fn.getpid()"))
	children, err := os.ReadFile("/proc/" + pid + "/task/" + pid + "/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, child := range strings.Fields(string(children)) {
		if exe, err := os.Readlink("/proc/" + child + "/exe"); err == nil && exe == serverPath {
			n, err := strconv.Atoi(child)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("Neovim has no child that is the server; its children: %s", children)
	return 0
}

// kill sends SIGKILL to the server.
func kill(t *testing.T, e *editor) {
	t.Helper()
	p, err := os.FindProcess(serverOf(t, e))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
}
