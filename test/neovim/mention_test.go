package neovim

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// asks returns the last message that the model received.
func asks(e *editor, model *llmtest.Server, message string) string {
	e.t.Helper()
	before := len(model.Requests())
	e.command("PtkAsk " + message)
	e.waitForText(message)
	e.waitIdle()
	requests := model.Requests()
	if len(requests) == before {
		e.t.Fatalf("the model was not asked %q:\n%s", message, e.chat())
	}
	return requests[len(requests)-1].Last().Content
}

// has checks which texts the model received.
func has(t *testing.T, received string, wants []string, not ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(received, want) {
			t.Errorf("the model did not receive %q:\n%s", want, received)
		}
	}
	for _, no := range not {
		if strings.Contains(received, no) {
			t.Errorf("the model received %q:\n%s", no, received)
		}
	}
}

// The selection is exactly what was selected, by characters, lines or columns, in the last file window, wherever the cursor is now.
func TestSelectionIsExact(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Always(llmtest.Say("Well.")))
		h := newHome(t, model, map[string]string{
			"tea.txt": "the red pot\nthe big cup\nthe old jug\n", "tabs.txt": "a\tlong one\nab\n\tb\nlong line\n", "cup.txt": "cup\n",
		})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.command("wincmd p")

		got := asks(e, model, "Is @selection there?")
		has(t, got, nil, "Attached")
		if !strings.Contains(e.chat(), "@selection was not attached: nothing is selected") {
			t.Errorf("the user is not told that nothing is selected:\n%s", e.chat())
		}

		e.keys("gg0wvjee<Esc>") // from "red" to the end of "big cup"
		e.command("wincmd p")
		has(t, asks(e, model, "By characters: @selection?"), []string{"selection of tea.txt:1-2\nred pot\nthe big cup"}, "Attached by the user")
		e.command("wincmd p")

		e.keys("gg0w<C-v>jje<Esc>G")
		has(t, asks(e, model, "By columns: @selection?"), []string{"selection of tea.txt:1-3\nred\nbig\nold"}, "pot", "jug")

		e.keys("gg0w<C-v>jj$<Esc>G0") // to the ends of the lines
		has(t, asks(e, model, "To the ends: @selection?"), []string{"selection of tea.txt:1-3\nred pot\nbig cup\nold jug"}, "the red")
		e.keys("gg0w<C-v>jj$<Esc>G0")
		e.command("wincmd p")
		e.until("the chat has the cursor", "vim.bo.filetype == 'ptk'")
		e.keys("iIn the chat: @selection?<C-s>")
		e.waitForText("In the chat:")
		e.waitIdle()
		requests := model.Requests()
		has(t, requests[len(requests)-1].Last().Content, []string{"selection of tea.txt:1-3\nred pot\nbig cup\nold jug"}, "the red")
		e.command("wincmd p")
		if line := lua[int](e, "return vim.fn.line('.')"); line != 3 {
			t.Errorf("the cursor has moved to line %d", line)
		}

		e.keys("ggVj<Esc>G0")
		has(t, asks(e, model, "By lines: @selection?"), []string{"Attached by the user", "the red pot", "the big cup"}, "the old jug")

		e.command("edit tabs.txt")
		e.keys("4G0lll<C-v>gg$<Esc>") // from the fourth column on, within tabs
		e.command("wincmd p")
		has(t, asks(e, model, "In tabs: @selection?"), []string{"selection of tabs.txt:1-4\n     long one\n\n     b\ng line"})
		e.command("wincmd p")
		e.command("edit tea.txt")

		// From Visual mode itself, by a map.
		e.command("xnoremap X <Cmd>PtkAsk Now: @selection?<CR>")
		e.keys("G0wvey<Esc>gg0wveX")
		e.waitForText("Now: @selection?")
		e.waitIdle()
		requests = model.Requests()
		has(t, requests[len(requests)-1].Last().Content, []string{"selection of tea.txt:1-1\nred"}, "old")
	})
}

// The last file window is meant from a chat in a tab page of its own, and over floats.
func TestContextIsThatOfTheLastFileWindow(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Always(llmtest.Say("Well.")))
		h := newHome(t, model, map[string]string{"tea.txt": "one\ntwo\n", "cup.txt": "full\n", "peek.txt": "peeked\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, settings = { model = 'openai/test-model' }, " +
			"window = { position = 'tab' } })")
		e.command("Ptk")
		e.command("tabprevious")
		e.command("split cup.txt")
		e.keys("<C-w>j") // tea.txt
		e.keys("j")
		// A float shows another file, is entered and left.
		e.command("lua _G.float = vim.api.nvim_open_win(vim.fn.bufadd('peek.txt'), true, " +
			"{ relative = 'editor', row = 1, col = 1, width = 20, height = 3 })")
		e.command("edit")
		e.command("tabnext")
		e.until("the chat has the cursor", "vim.bo.filetype == 'ptk'")
		context := lua[string](e, "return vim.inspect(require('ptk.editor.context').current('utf-16'))")
		for _, want := range []string{"/tea.txt", "/cup.txt"} {
			if visible := context[strings.Index(context, "visible = "):]; !strings.Contains(visible, want) {
				t.Errorf("%s is not visible:\n%s", want, context)
			}
		}
		e.keys("iWhere am I? @buffer<Esc><CR>")
		e.waitForText("Well.")
		e.waitIdle()
		requests := model.Requests()
		has(t, requests[0].Last().Content, []string{"looking at tea.txt, line 2", "one", "two"}, "peeked", "full")
	})
}

// Buffers, lists, marks, folders and patterns can be named; what is left out is told.
func TestWhatOnlyNeovimKnowsIsMentioned(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Always(llmtest.Say("Well.")))
		h := newHome(t, model, map[string]string{
			"tea.txt": "green\nblack\n", "cup.txt": "full\n", "pots/red.txt": "r\n", "pots/blue.md": "b\n", "pot.bin": "a\x00b",
		})
		e := edit(t, b, h, "tea.txt")
		e.command("edit cup.txt")
		e.command("edit tea.txt")
		e.keys("GmaggmTAx<Esc>")
		e.command("vimgrep /full/ cup.txt")
		e.command("edit! tea.txt")
		e.command("lvimgrep /black/ tea.txt")
		e.command("Ptk")
		for message, want := range map[string][]string{
			"The @buffer?":          {"Attached by the user", "green", "black"},
			"This is @%.":           {"Attached by the user", "green"},
			"And @# too":            {"full"},
			"All @buffers, please":  {"Attached: buffers\n", "cup.txt", "tea.txt"},
			"See (@quickfix)":       {"Attached: quickfix\ncup.txt:1:1: full"},
			"See @loclist!":         {"Attached: loclist\ntea.txt:2:1: black"},
			"See @marks":            {"Attached: marks\na tea.txt:2: black", "T tea.txt:1: green"},
			"In @pots":              {"Attached: pots\npots/blue.md\npots/red.txt"},
			"In @.":                 {"Attached: .\ncup.txt\npot.bin\npots/blue.md\npots/red.txt\ntea.txt"},
			"Like @pots/*.md":       {"Attached: pots/*.md\npots/blue.md"},
			"A word: @nothing else": nil,
		} {
			got := asks(e, model, message)
			has(t, got, want)
			if want == nil {
				has(t, got, nil, "Attached")
			}
		}
		asks(e, model, "See @pot.bin and @*.none")
		for _, want := range []string{"> pot.bin was not attached: it is binary or very large", "> @*.none was not attached: no file has such a name, or git ignores it"} {
			if !strings.Contains(e.chat(), want) {
				t.Errorf("the chat does not show %q:\n%s", want, e.chat())
			}
		}

		e.command("PtkContext pots")
		e.command("PtkContext %")
		has(t, asks(e, model, "With those"), []string{"Attached: pots\npots/blue.md", "Attached by the user", "green"})

		e.command("PtkContext pots/*.md")
		e.command("PtkContext @diff")
		if got := lua[string](e, "return require('ptk.app').chat().transcript:prompt()"); got != "@pots/*.md @diff" {
			t.Errorf("the prompt is %q", got)
		}
	})
}
