package neovim

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
)

// completions returns what the command line completes to.
func (e *editor) completions(line string) []string {
	e.t.Helper()
	return lua[[]string](e, "return vim.fn.getcompletion(..., 'cmdline')", line)
}

// messages returns Neovim's messages.
func (e *editor) messages() string {
	e.t.Helper()
	return lua[string](e, "return vim.fn.execute('messages')")
}

// said waits until a message contains the text.
func (e *editor) said(text string) {
	e.t.Helper()
	e.until("a message says "+text, "vim.fn.execute('messages'):find(..., 1, true) ~= nil", text)
}

func TestSubcommandsAreCompleted(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, llmtest.New(t), map[string]string{"tea.txt": "one\ntwo\n"}), "tea.txt")
		all := lua[[]string](e, "return vim.fn.sort(vim.tbl_map(function(each) return each.name end, require('ptk.subcommands')))")
		if len(all) < 15 {
			t.Fatalf("the subcommands: %v", all)
		}
		if diff := cmp.Diff(all, e.completions("Ptk ")); diff != "" {
			t.Errorf(":Ptk <Tab> (-want +got):\n%s", diff)
		}
		for line, want := range map[string][]string{
			"Ptk mo":            {"mode", "model"},
			"Ptk mode ":         {"agent", "ask", "plan"},
			"Ptk mode a":        {"agent", "ask"},
			"Ptk log n":         {"neovim"},
			"Ptk plan ":         {"edit"},
			"Ptk context t":     {"tea.txt"},
			"Ptk stop ":         nil,
			"Ptk nothing ":      nil,
			"silent Ptk mode p": {"plan"},
			"Ptk model openai/": {"openai/test-model"},
			"PtkMode a":         {"agent", "ask"},
			"PtkLog n":          {"neovim"},
		} {
			if diff := cmp.Diff(want, e.completions(line)); diff != "" {
				t.Errorf("%s<Tab> (-want +got):\n%s", line, diff)
			}
		}
		for line, absent := range map[string]string{"1,2Ptk ": "stop", "%Ptk ": "new", "Ptk! ": "mode"} {
			got := e.completions(line)
			if !slices.Contains(got, "ask") || slices.Contains(got, absent) {
				t.Errorf("%s<Tab> offers %v", line, got)
			}
		}
	})
}

func TestSubcommandsRun(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("First."), llmtest.Say("Second."), llmtest.Say("Third."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "one\ntwo\nthree\n", "cup.txt": "cup\n"}), "tea.txt")
		e.command("Ptk mode ask")
		e.until("the mode is set", "require('ptk.commands.session').current().mode == 'ask'")
		e.command("2Ptk ask What is this? | Really?")
		e.waitForText("First.")
		e.waitIdle()
		if asked := string(model.Requests()[0].Body); !strings.Contains(asked, "What is this? | Really?") || !strings.Contains(asked, "two") {
			t.Errorf("the message or its lines were not sent:\n%s", asked)
		}
		e.command("Ptk! ask And now?")
		e.waitForText("Second.")
		e.waitIdle()
		if chat := e.chat(); strings.Contains(chat, "First.") {
			t.Errorf("not a new conversation:\n%s", chat)
		}
		e.command("Ptk context cup.txt")
		e.command("1,2Ptk context")
		e.until("both are attached", "#require('ptk.commands.session').current().attachments == 2")
		e.command("Ptk! context cup.txt")
		e.until("the file is attached alone", "#require('ptk.commands.session').current().attachments == 1")
		e.command("Ptk! context")
		e.until("nothing is attached", "#require('ptk.commands.session').current().attachments == 0")
		e.command("PtkAsk By the former name.")
		e.waitForText("Third.")
		e.waitIdle()
		if said := e.messages(); strings.Contains(said, "deprecated") || strings.Contains(said, "former") {
			t.Errorf("a former name nags:\n%s", said)
		}
		e.command("Ptk")
		e.until("the chat has the focus or is closed", "vim.bo.filetype == 'ptk' or vim.fn.bufwinid('ptk://chat') == -1")
	})
}

func TestWrongSubcommandsAreExplained(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "one\ntwo\n"}), "tea.txt")
		for command, want := range map[string]string{
			"Ptk histroy":         "there is no :Ptk histroy; did you mean history?",
			"Ptk xyzzyxyzzy":      "there is no :Ptk xyzzyxyzzy; :Ptk <Tab> lists what there is",
			"2Ptk stop":           ":Ptk stop takes no range",
			"Ptk! retry":          ":Ptk retry takes no !",
			"Ptk undo everything": ":Ptk undo takes no arguments",
			"Ptk mode aks":        `mode: expected agent, ask, plan, got "aks"; did you mean ask?`,
			"Ptk log serve":       `name: expected server, neovim, got "serve"; did you mean server?`,
		} {
			e.command(command)
			e.said(want)
		}
	})
}

// A wrong argument of a public function is an error that names it; nothing is done.
func TestFunctionsValidateTheirArguments(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "one\ntwo\n"}), "tea.txt")
		for call, want := range map[string]string{
			"ask(3)":                            "ptk.ask: text: expected string, got number",
			"ask('Hello', { rnage = { 1, 2 }})": "ptk.ask: there is no option rnage; did you mean range?",
			"ask('Hello', { range = { 2, 1 }})": "ptk.ask: range: expected the first and the last line",
			"ask('Hello', { range = { 1, 9 }})": "ptk.ask: range: the buffer has only 2 lines",
			"ask('Hello', { new = 1 })":         "ptk.ask: new: expected boolean, got number",
			"context({})":                       "ptk.context: path: expected string, got table",
			"answer('alow_once')":               "did you mean allow_once?",
			"answer()":                          "ptk.answer: decision: expected string, got nil",
			"model(false)":                      "ptk.model: id: expected string, got boolean",
			"mode('plam')":                      "ptk.mode: mode: expected agent, ask, plan, got \"plam\"; did you mean plan?",
			"history(1)":                        "ptk.history: query: expected string, got number",
			"setup({ windo = {} })":             "there is no option windo; did you mean window?",
			"setup({ window = { sise = 1 } })":  "there is no option window.sise; did you mean window.size?",
			"setup({ keys = { clsoe = 'q' } })": "there is no option keys.clsoe; did you mean keys.close?",
		} {
			got := lua[string](e, "local ok, problem = pcall(function() require('ptk')."+call+" end) return ok and 'no error' or problem")
			if !strings.Contains(got, want) {
				t.Errorf("%s: the error is %q, want %q", call, got, want)
			}
		}
		if n := lua[int](e, "return vim.fn.bufwinid('ptk://chat')"); n != -1 {
			t.Error("a wrong call has opened the chat")
		}
	})
}
