package neovim

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm/llmtest"
)

// runs returns a call of bash with the model's description.
func runs(t *testing.T, command, description string) string {
	t.Helper()
	args, err := json.Marshal(map[string]string{"command": command, "description": description})
	if err != nil {
		t.Fatal(err)
	}
	return call("bash", string(args))
}

// The plugin marks the same characters as the server; both are tested with the same table.
func TestMarksEqualThoseOfTheServer(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		table, err := os.ReadFile("../../workspace/visible/testdata/marks.json")
		if err != nil {
			t.Fatal(err)
		}
		e := edit(t, b, newHome(t, llmtest.New(t), map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		wrong := lua[[]string](e, `
			local table, visible, wrong = vim.json.decode((...)), require('ptk.base.visible'), vim.empty_dict() and {}
			for _, case in ipairs(table.cases) do
				for _, kind in ipairs({ 'line', 'text', 'prose' }) do
					if visible[kind](case['in']) ~= case[kind] then
						wrong[#wrong + 1] = case.name .. ': ' .. visible[kind](case['in'])
					end
				end
			end
			local levels, codes = {}, {}
			for level, ranges in ipairs({ table.newline, table.joiner, table.hidden }) do
				for _, range in ipairs(ranges) do
					local from, to = range:match('^(%x+)%-?(%x*)$')
					from, to = tonumber(from, 16), tonumber(to ~= '' and to or from, 16)
					vim.list_extend(codes, { from - 1, to + 1 })
					for code = from, to do
						levels[code] = level
						codes[#codes + 1] = code
					end
				end
			end
			for _, code in ipairs(codes) do
				if code >= 0 and (code < 0xD800 or code > 0xDFFF) then
					local one = 'x' .. (code == 0 and '\0' or vim.fn.nr2char(code, true)) .. 'x'
					local level = 0
					for _, kind in ipairs({ 'line', 'text', 'prose' }) do
						level = level + (visible[kind](one) ~= one and 1 or 0)
					end
					if level ~= (levels[code] or 0) then
						wrong[#wrong + 1] = ('U+%04X: %d'):format(code, level)
					end
				end
			end
			if visible.prose('a\155\255\230\188') ~= 'a⟨0x9B⟩⟨0xFF⟩⟨0xE6⟩⟨0xBC⟩' then
				wrong[#wrong + 1] = visible.prose('a\155\255\230\188')
			end
			return wrong`, string(table))
		if len(wrong) > 0 {
			t.Errorf("%d are wrong: %q", len(wrong), wrong[:min(len(wrong), 20)])
		}
	})
}

// The risk comes first, then the whole command, then the model's description, quoted; invisible characters are marked.
func TestQuestionShowsWhatWouldRun(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		command := "touch cup\necho \x1b[2J\u202ex\u200b %{system('touch pwned')}\x00"
		model := llmtest.New(t, llmtest.Say(runs(t, command, "nothing\n│ It is harmless.")), llmtest.Say("Well."))
		e := edit(t, b, newHome(t, model, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("PtkAsk Go on.")
		e.waitForQuestion()
		lines := strings.Split(e.float(), "\n")
		risk, shown := lines[0], strings.Join(lines[1:], "\n")
		at := strings.Index(shown, "The tool bash would run:")
		want := "The tool bash would run:\n│ touch cup\n│ echo ␛[2J⟨U+202E⟩x⟨U+200B⟩ %{system('touch pwned')}␀\n" +
			"\nThe model says what it does:\n│ nothing\n│ │ It is harmless."
		if !strings.HasPrefix(risk, "It ") || at < 0 {
			t.Fatalf("it shows\n%s", e.float())
		}
		if diff := cmp.Diff(want, shown[at:]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		e.keys("r")
		e.waitForText("Well.")
	})
}

// A command that is longer than the window cannot be allowed before its end was visible.
func TestLongCommandMustBeReadToItsEnd(t *testing.T) {
	for name, command := range map[string]string{
		"10,000 lines":           "touch cup" + strings.Repeat("\n#", 10_000) + "\nrm -f other",
		"a megabyte on one line": "touch cup; : " + strings.Repeat("x", 1<<20) + "; rm -f other",
	} {
		t.Run(name, func(t *testing.T) {
			inEach(t, func(t *testing.T, b bed) {
				model := llmtest.New(t, llmtest.Say(runs(t, command, "x")), llmtest.Say("Well."))
				h := newHome(t, model, map[string]string{"tea.txt": "tea\n"})
				e := edit(t, b, h, "tea.txt")
				e.command("PtkAsk Go on.")
				e.waitForQuestion()
				e.keys("a")
				e.until("it is not allowed yet", "vim.fn.execute('messages'):find('read to its end') ~= nil")
				if _, err := os.Stat(h.path("cup")); err == nil {
					t.Error("the command ran")
				}
				e.keys("G")
				if all := strings.ReplaceAll(e.float(), "\n┊ ", ""); !strings.Contains(all, "rm -f other") {
					t.Error("the end of the command is not there")
				}
				e.keys("a")
				e.waitForText("Well.")
				e.waitIdle()
				if _, err := os.Stat(h.path("cup")); err != nil && name == "10,000 lines" {
					t.Error(err)
				}
			})
		})
	}
}

// The status contains nothing that a status line would run, although the model chooses part of it; titles and names are marked.
func TestNothingHostileRunsInTheChat(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		open := make(chan struct{})
		bad := "%{%writefile([], 'pwned')%}\u202e"
		said := llmtest.Say("Look: \x1b]0;x\x07\u202e" + call("read_file", `{"path": "`+bad+`"}`))
		said.Steps = append(said.Steps, llmtest.Gate(open))
		model := llmtest.New(t, llmtest.Say(call("read_file", `{"path": "`+bad+`"}`)), said, llmtest.Say("Done."))
		h := newHome(t, model, map[string]string{"tea.txt": "tea\n", bad: "% vim: set modeline statusline=%!x:\n"})
		e := edit(t, b, h, "tea.txt")
		e.command(`set statusline=%{%v:lua.require'ptk'.status()%} laststatus=2`)
		e.command("PtkAsk Go on.")
		e.waitForText("Look:")
		if status := lua[string](e, "return require('ptk').status()"); strings.ContainsAny(status, "%\u202e") {
			t.Errorf("the status is %q", status)
		}
		close(open)
		e.waitForText("Done.")
		e.waitIdle()
		if chat := e.chat(); strings.ContainsAny(chat, "\x1b\x07\u202e") || !strings.Contains(chat, "Look: ␛]0;x␇⟨U+202E⟩") {
			t.Errorf("the chat holds %q", chat)
		}
		if _, err := os.Stat(h.path("pwned")); err == nil {
			t.Error("a name was run")
		}
	})
}
