package neovim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// health runs :checkhealth ptk and returns the report.
func (e *editor) health() string {
	e.t.Helper()
	e.command("checkhealth ptk")
	e.until("the report is there", "vim.bo.filetype == 'checkhealth' and vim.fn.search('ptk: the server', 'nw') > 0")
	return strings.Join(lua[[]string](e, "return vim.api.nvim_buf_get_lines(0, 0, -1, false)"), "\n")
}

func contains(t *testing.T, report string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not say %q:\n%s", want, report)
		}
	}
}

func TestHealth(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, llmtest.New(t), map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		report := e.health()
		contains(t, report, serverPath+": ", "the help tags are found", "the server runs", "plugin and server fit together",
			"the next message goes to openai/test-model", "the key of openai is set, by $OPENAI_API_KEY",
			"index: ", "sandbox: ", ":Ptk log server")
		if strings.Contains(report, "sk-test") || strings.Contains(report, "ERROR") {
			t.Errorf("the report holds the key, or errors:\n%s", report)
		}
	})
}

// Each fault is told with what to do about it.
func TestHealthTellsWhatToDo(t *testing.T) {
	b := beds(t)[0]
	t.Run("no key", func(t *testing.T) {
		h := newHome(t, llmtest.New(t), map[string]string{"tea.txt": "tea\n"})
		for i, v := range h.env {
			if strings.HasPrefix(v, "OPENAI_API_KEY=") {
				h.env[i] = "OPENAI_API_KEY="
			}
		}
		report := edit(t, b, h, "tea.txt").health()
		contains(t, report, "the key of openai is not set", "set OPENAI_API_KEY in the environment", ":Ptk model")
	})
	t.Run("no model", func(t *testing.T) {
		report := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt").health()
		contains(t, report, "no model is set up", "set the key of a provider")
	})
	t.Run("an old server", func(t *testing.T) {
		e := edit(t, b, newHome(t, llmtest.New(t), map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("lua require('ptk.protocol').server.brew = 'ptk/brew'")
		contains(t, e.health(), "the server is older than the plugin; it does not know ptk/brew", ":Ptk restart")
	})
	t.Run("no server", func(t *testing.T) {
		e := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("lua require('ptk').setup({ cmd = { '/nowhere/ptk-lsp' } })")
		contains(t, e.health(), "/nowhere/ptk-lsp", ":Ptk install")
	})
	t.Run("no folder for the draft", func(t *testing.T) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		h.write(t, "../blocked", "a file")
		e := edit(t, b, h, "tea.txt")
		e.command("lua vim.env.XDG_STATE_HOME = '" + filepath.Join(h.dir, "blocked") + "'")
		contains(t, e.health(), "the draft cannot be saved", "XDG_STATE_HOME")
	})
}

// The tags of the help are shipped, as :helptags writes them in each version: a plugin manager that runs it changes nothing.
func TestHelpTagsAreShipped(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		help, err := os.ReadFile(filepath.Join(plugin(), "doc", "ptk.txt"))
		if err != nil {
			t.Fatal(err)
		}
		h.write(t, "doc/ptk.txt", string(help)) // a copy
		e.within("helptags", func() error { return e.nvim.Command("helptags " + h.path("doc")) })
		want, shipped := h.read(t, "doc/tags"), filepath.Join(plugin(), "doc", "tags")
		if *update {
			if err := os.WriteFile(shipped, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(shipped)
		if err != nil || string(got) != want {
			t.Errorf("doc/tags is not what :helptags makes of doc/ptk.txt (-update writes it): %v", err)
		}
		e.command("help ptk-commands")
		e.until("the help is found", "vim.bo.buftype == 'help' and vim.fn.expand('%:t') == 'ptk.txt'")
	})
}
