package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// walk is a part of the walk through the plugin. It draws screens and compares them with testdata/screens; -update rewrites them.
type walk struct {
	name    string
	answers func(gate <-chan struct{}) []llmtest.Reply
	setup   string // Lua of the user's configuration
	env     string // a variable of the environment
	columns int    // default: 90
	draw    func(w *walker)
}

// walker draws the screens of a part of the walk.
type walker struct {
	*screen
	version string
	gate    chan struct{} // of the model server; closed once
}

// draws waits until the screen shows the text, and compares it with the golden screen of the name.
func (w *walker) draws(name, text string) {
	w.t.Helper()
	w.until(text)
	w.matches(name)
}

// drawsVersion is draws for a screen that looks different in each version of Neovim.
func (w *walker) drawsVersion(name, text string) {
	w.t.Helper()
	w.draws(name+"-"+w.version, text)
}

// asks types a message in the chat and sends it.
func (w *walker) asks(message string) {
	w.t.Helper()
	w.keys("i", message, "Escape", "Enter")
}

// file is the file in which the walk begins.
const file = "package tea\n\n// Place is where the teapot is.\nconst Place = \"shelf\"\n"

var walks = []walk{
	{
		name: "command",
		answers: func(<-chan struct{}) []llmtest.Reply {
			return []llmtest.Reply{
				llmtest.Say(call("bash", `{"command": "sh boil.sh", "description": "Boil water"}`)),
				llmtest.Say("It boils."),
			}
		},
		draw: func(w *walker) {
			w.h.write(w.t, "boil.sh", "until [ -e boiled ]; do sleep 0.1; done; echo The water boils.\n")
			w.asks("Boil water.")
			w.draws("question-command", "allow once")
			w.keys("a")
			w.draws("call-running", "○ Run")
			w.h.write(w.t, "boiled", "")
			w.until("It boils.")
			w.until("ready")
			w.keys("z", "R")
			w.draws("call-done", "The water boils.")
		},
	},
	{
		name: "ex command",
		answers: func(<-chan struct{}) []llmtest.Reply {
			return []llmtest.Reply{llmtest.Say(ex("lua", "vim.fn.delete('tea.go')")), llmtest.Say("As you like.")}
		},
		draw: func(w *walker) {
			w.asks("Clean up.")
			w.draws("question-ex", "allow once")
			w.keys("r")
			w.until("As you like.")
		},
	},
	{
		name: "always",
		answers: func(<-chan struct{}) []llmtest.Reply {
			return []llmtest.Reply{
				llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Done."),
			}
		},
		draw: func(w *walker) {
			w.asks("Fill a cup.")
			w.until("allow once")
			w.keys("A")
			w.draws("question-always", "yes, always")
			w.keys("1", "Enter")
			w.until("allow once")
			w.keys("a")
			w.until("Done.")
		},
	},
	{
		name: "queued and edited",
		answers: func(gate <-chan struct{}) []llmtest.Reply {
			return []llmtest.Reply{
				llmtest.Stream(llmtest.Text("I look.\n"), llmtest.Gate(gate), llmtest.Text(call("read_file", `{"path": "tea.go"}`))),
				llmtest.Say("On the shelf."),
			}
		},
		draw: func(w *walker) {
			w.asks("Where is the teapot?")
			w.until("I look.")
			w.asks("The blue one.")
			w.draws("queued", "queued")
			close(w.gate)
			w.until("On the shelf.")
			w.until("ready")
			w.keys("g", "g", "g", "e")
			w.draws("editing", "editing a message")
			w.keys(":Ptk stop", "Enter")
			w.until("ready")
		},
	},
	{
		name: "models",
		draw: func(w *walker) {
			w.keys(":Ptk model", "Enter")
			w.draws("models", "openai/test-model")
			w.keys("Escape", "Enter")
		},
	},
	{
		name: "no key",
		env:  "OPENAI_API_KEY=",
		answers: func(<-chan struct{}) []llmtest.Reply {
			return []llmtest.Reply{llmtest.Fail(401, `{"error": {"message": "You didn't provide an API key.", "type": "invalid_request_error"}}`)}
		},
		draw: func(w *walker) {
			w.asks("Where is the teapot?")
			w.until("Set OPENAI_API_KEY")
			w.draws("no-key", "ready")
		},
	},
	{
		name: "stopped",
		answers: func(gate <-chan struct{}) []llmtest.Reply {
			return []llmtest.Reply{
				llmtest.Stream(llmtest.Text("So:\n\n```go\nconst Place = \"roof\"\n"), llmtest.Gate(gate), llmtest.Text("```\n")),
				llmtest.Say("A new **answer**."),
			}
		},
		draw: func(w *walker) {
			w.asks("To the roof.")
			w.until("= \"roof\"")
			w.keys("C-c")
			w.until("stopped")
			close(w.gate)
			w.until("ready")
			w.asks("Again.")
			w.until("A new")
			w.until("ready")
			w.draws("stopped", "A new")
		},
	},
	{
		name:    "tab",
		setup:   "window = { position = 'tab' }",
		answers: func(<-chan struct{}) []llmtest.Reply { return []llmtest.Reply{llmtest.Say("On the shelf.")} },
		draw: func(w *walker) {
			w.asks("Where is the teapot?")
			w.until("On the shelf.")
			w.until("ready")
			w.matches("tab")
		},
	},
	{
		name:    "float",
		setup:   "window = { position = 'float' }",
		answers: func(<-chan struct{}) []llmtest.Reply { return []llmtest.Reply{llmtest.Say("On the shelf.")} },
		draw: func(w *walker) {
			w.asks("Where is the teapot?")
			w.until("On the shelf.")
			w.until("ready")
			w.matches("float")
		},
	},
	{
		name:    "health",
		columns: 130,
		draw: func(w *walker) {
			w.keys(":checkhealth ptk", "Enter")
			w.until("ptk: the editor")
			w.keys(":set nowrap cmdheight=1 | wincmd o | normal! gg", "Enter")
			w.drawsVersion("health", "ptk: the server")
		},
	},
	{
		name: "commands",
		draw: func(w *walker) {
			w.keys(":set wildmode=full wildoptions= | wincmd p", "Enter", ":Ptk mo", "Tab")
			w.draws("subcommands", "mode  model")
			w.keys("C-c")
			w.until("tea.go ")
			w.keys(":Ptk histroy", "Enter")
			w.draws("wrong-subcommand", "did you mean history?")
			w.keys("Enter")
		},
	},
}

// TestWalk walks through the plugin in a terminal, with the other screens in [TestScreens].
func TestWalk(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		for _, part := range walks {
			t.Run(part.name, func(t *testing.T) {
				t.Parallel()
				part.run(t, b)
			})
		}
	})
}

func (p walk) run(t *testing.T, b bed) {
	gate := make(chan struct{})
	var answers []llmtest.Reply
	if p.answers != nil {
		answers = p.answers(gate)
	}
	h := newHome(t, llmtest.New(t, answers...), map[string]string{"tea.go": file})
	if p.env != "" {
		h.env = append(h.env, p.env)
	}
	if p.setup != "" {
		h.write(t, "../init.lua", strings.Replace(h.read(t, "../init.lua"), "setup({ ", "setup({ "+p.setup+", ", 1))
	}
	columns := p.columns
	if columns == 0 {
		columns = 90
	}
	w := &walker{show(t, b, h, "tea.go", columns), b.series, gate}
	w.keys(":Ptk", "Enter")
	w.until("ready")
	p.draw(w)
}
