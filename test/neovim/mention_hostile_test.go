package neovim

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// What a message mentions is never expanded or run by Neovim or a shell, not even in a folder whose name is a command, and leads
// nowhere outside the workspace.
func TestMentionsRunNothing(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		model := llmtest.New(t, llmtest.Always(llmtest.Say("Well.")))
		h := newHome(t, model, nil)
		h.workspace = filepath.Join(h.dir, "`touch made`")
		for name, text := range map[string]string{
			".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "*.log\n", "tea.lua": "return 1\n", "tea.log": "x\n",
			"src/`touch made`/cup.lua": "return 2\n", "../outside.lua": "return 3\n",
		} {
			h.write(t, name, text)
		}
		e := edit(t, b, h, "tea.lua")
		e.command("Ptk")
		mentions := []string{
			"@*.lua", "@src", "@.", "@`touch${IFS}made`*", "@\"`touch made`*\"", "@`=writefile([],'made')`*", "@*'$(touch${IFS}made)'",
			"@*{$(touch${IFS}made),b}", "@{a,`touch${IFS}made`}*", "@../**", "@~/*", "@$HOME/*", "@/**/*.lua", "@src/../../*",
		}
		var received strings.Builder
		for i := 0; i < len(mentions); i += 5 { // the server attaches ten of a message
			message := "See " + strings.Join(mentions[i:min(i+5, len(mentions))], " and ")
			e.keys("i" + strings.ReplaceAll(message, "<", "<lt>") + "<Esc><CR>")
			e.waitForText(message)
			e.waitIdle()
			requests := model.Requests()
			received.WriteString(requests[len(requests)-1].Last().Content)
		}
		has(t, received.String(), []string{
			"Attached: *.lua\nsrc/`touch made`/cup.lua\ntea.lua", "Attached: src\nsrc/`touch made`/cup.lua",
			"Attached: .\n.gitignore\nsrc/`touch made`/cup.lua\ntea.lua",
		}, "outside.lua", "tea.log")
		for _, word := range []string{"../**", "~/*", "/**/*.lua", "src/../../*"} {
			if want := "@" + word + " was not attached: it is outside the folders of the workspace"; !strings.Contains(e.chat(), want) {
				t.Errorf("the user is not told %q:\n%s", want, e.chat())
			}
		}
		// The files are opened by the names that they have.
		e.command("edit src/\\`touch\\ made\\`/cup.lua")
		for _, name := range []string{"src/`touch made`/cup.lua", "`=execute(getline(1))`", "+!touch made", "$HOME.lua", "*.lua", "%", "a|b"} {
			h.write(t, name, "!touch made\n")
			got := lua[string](e, "require('ptk.commands.under_cursor').open_file(...) return vim.api.nvim_buf_get_name(0)", h.path(name))
			if got != h.path(name) {
				t.Errorf("%s was opened for %s", got, h.path(name))
			}
		}
		err := filepath.WalkDir(h.dir, func(path string, _ fs.DirEntry, err error) error {
			if strings.HasPrefix(filepath.Base(path), "made") {
				t.Errorf("a command has run: there is %s", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
