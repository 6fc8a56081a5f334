package neovim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

func TestModelAndModeAreChosen(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Well."), llmtest.Say("Well again."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkMode ask")
		e.command("lua vim.ui.select = function(items, options, choose) _G.models = vim.tbl_map(options.format_item, items) choose(items[1]) end")
		e.command("PtkModel openai/other-model")
		e.until("an unknown model is refused, or taken", "vim.fn.execute('messages'):find('other%-model') ~= nil")
		e.command("PtkModel openai/test-model")
		e.until("the model is set", "require('ptk.commands.session').current().model == 'openai/test-model'")
		e.ask("Well?", "Well.")
		if asked := string(model.Requests()[0].Body); strings.Contains(asked, "## edit_file") {
			t.Errorf("in mode ask the model is offered tools that write:\n%s", asked)
		}
		e.until("the winbar shows them", "vim.wo[vim.fn.bufwinid('ptk://chat')].winbar:find('ask mode · openai/test%-model') ~= nil")
		e.command("PtkModel")
		e.until("models are offered", "_G.models ~= nil and #_G.models > 1")
		e.quit("qa")

		e = edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.until("they are the same after a restart", `require('ptk.commands.session').current().mode == 'ask' and `+
			`require('ptk.commands.session').current().model ~= nil`)
	})
}

func TestToolsAndContextAreShown(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say("Well."), llmtest.Say("Well again."))
		h := newHome(t, model, map[string]string{"tea.txt": "one\ntwo\nthree\n", "cup.txt": "the cup\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkTools")
		e.waitForFloat("[x] read_file", "edit, asks")
		e.keys("/x. edit_file<CR>x")
		e.waitForFloat("[ ] edit_file")
		e.keys("K")
		e.waitForFloat("Arguments", "old_string")
		e.keys("q")

		e.command("PtkContext cup.txt")
		e.command("2,3PtkContext")
		e.command("PtkContext")
		e.waitForFloat("Active file: tea.txt", "cup.txt", "tea.txt:2-3", "nothing has been asked yet")
		e.keys("/2-3<CR>d")
		e.until("one attachment is removed", "#require('ptk.commands.session').current().attachments == 1")
		e.keys("q")
		e.ask("Well?", "Well.")
		asked := string(model.Requests()[0].Body)
		if !strings.Contains(asked, "the cup") || strings.Contains(asked, "three") {
			t.Errorf("the removed attachment was sent, or another one is missing:\n%s", asked)
		}
		if strings.Contains(asked, "## edit_file") {
			t.Errorf("the model is offered a tool that is turned off:\n%s", asked)
		}
		e.command("PtkContext")
		e.waitForFloat("Context window: ", "  history ", "Last turn: ")
	})
}

func TestLogIsShown(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("PtkLog")
		e.until("there is no log yet", "vim.fn.execute('messages'):find('nothing has been logged yet') ~= nil")
		log := filepath.Join(h.dir, "state", "ptk", "ptk-lsp.log")
		if err := os.MkdirAll(filepath.Dir(log), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(log, []byte("one\nthe kettle boils\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		e.command("PtkLog server")
		e.until("the log is shown at its end", "vim.api.nvim_get_current_line() == 'the kettle boils' and not vim.bo.modifiable")
	})
}

func TestInstallBuildsTheServer(t *testing.T) {
	b := beds(t)[0]
	h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOFLAGS", "GOPROXY"} {
		h.env = append(h.env, name+"="+goEnv(t, name))
	}
	e := edit(t, b, h, "tea.txt")
	e.command("lua require('ptk').setup({})")
	e.command("lua vim.env.PATH = vim.fs.dirname(vim.fn.exepath('go'))")
	e.command("PtkAsk Hello?")
	e.waitForText(":Ptk install builds it")
	e.command("PtkInstall")
	e.until("it is built", "vim.fn.execute('messages'):find('the server is built') ~= nil")
	e.ask("Where is the tea?", "offline/search")
	exe := lua[string](e, "return require('ptk.protocol.server').find()[1]")
	if exe != filepath.Join(h.dir, "data", "nvim", "ptk", "bin", "ptk-lsp") {
		t.Errorf("the server is %s", exe)
	}
}

func TestPlugMapsAndNoOthers(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("Ptk")
		e.command("wincmd p")
		for _, mode := range []string{"n", "x", "i", "c"} {
			others := lua[[]string](e, `return vim.iter(vim.api.nvim_get_keymap(...)):filter(function(map)
				return (map.desc or ''):find('^ptk') ~= nil and
						map.lhs:find('^<Plug>') == nil end):map(function(map) return map.lhs end):totable()`, mode)
			if len(others) > 0 {
				t.Errorf("mapped in mode %s: %v", mode, others)
			}
		}
		e.command("nmap <F5> <Plug>(ptk-context)")
		e.keys("<F5>")
		e.waitForFloat("Context window")
		e.keys("q")
		e.command("xmap <F6> <Plug>(ptk-context)")
		e.keys("V<F6>")
		e.until("the line is attached", "#require('ptk.commands.session').current().attachments == 1")
	})
}

func TestEventsAreEmitted(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Say(call("write_file", `{"path": "cup.txt", "content": "full\n"}`)), llmtest.Say("Done."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("lua _G.seen = {} vim.api.nvim_create_autocmd('User', { pattern = 'Ptk*', " +
			"callback = function(a) if not a.match:find('Changed') then " +
			"table.insert(_G.seen, a.match .. ' ' .. tostring(a.data.title or a.data.success)) end end })")
		e.command("PtkAsk Fill a cup.")
		e.waitForQuestion()
		e.keys("a")
		e.waitForText("Done.")
		e.waitIdle()
		got := strings.Join(lua[[]string](e, "return _G.seen"), ", ")
		if want := "PtkTurnStart nil, PtkAsked Create cup.txt, PtkAnswered Create cup.txt, PtkToolResult true, PtkTurnEnd true"; got != want {
			t.Errorf("the events are %s, want %s", got, want)
		}
	})
}

// The status line and LspProgress show what a turn does.
func TestProgressIsReported(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		model := llmtest.New(t, llmtest.Say(call("read_file", `{"path": "tea.txt"}`)),
			llmtest.Stream(llmtest.Text("It is "), llmtest.Gate(open), llmtest.Text("green.")))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("lua _G.received = {} vim.api.nvim_create_autocmd('LspProgress', " +
			"{ callback = function(a) table.insert(_G.received, a.data.params.value.kind .. ' ' .. (a.data.params.value.message or '')) end })")
		e.command("PtkAsk Which tea?")
		e.waitForText("It is")
		if status := lua[string](e, "return require('ptk').status()"); status == "" {
			t.Error("the status is empty while an answer is written")
		}
		close(open)
		e.waitForText("green.")
		e.waitIdle()
		e.until("the end is reported", "_G.received[#_G.received]:find('^end') ~= nil")
		received := strings.Join(lua[[]string](e, "return _G.received"), "\n")
		if !strings.HasPrefix(received, "begin") || !strings.Contains(received, "read_file tea.txt") {
			t.Errorf("the progress is\n%s", received)
		}
	})
}
