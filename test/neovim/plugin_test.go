package neovim

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func plugin() string { return filepath.Join(repository(), "editors", "neovim") }

func TestLuacheck(t *testing.T) {
	luacheck := exec.Command("luacheck", "--no-color", "--quiet", ".")
	luacheck.Dir = plugin()
	if out, err := luacheck.CombinedOutput(); err != nil {
		t.Errorf("luacheck, which test/beds/neovim.sh installs: %v\n%s", err, out)
	}
}

func TestFormatted(t *testing.T) {
	modules := filepath.Join(tools(), "stylua", "node_modules")
	if out, err := exec.Command("node", "format.mjs", modules, plugin()).CombinedOutput(); err != nil {
		t.Errorf("not formatted with stylua, which test/beds/neovim.sh installs: %v\n%s"+
			"node test/neovim/format.mjs %s %s --write formats it", err, out, modules, plugin())
	}
}

func TestStartLoadsOnlyTheCommands(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		h.write(t, "../init.lua", "vim.opt.rtp:prepend('"+plugin()+"')\n")
		e := edit(t, b, h, "tea.txt")
		if got := lua[int](e, "return vim.fn.exists(':PtkAsk')"); got != 2 {
			t.Errorf("there is no :PtkAsk (%d)", got)
		}
		loaded := lua[[]string](e, `return vim.tbl_filter(function(name) return vim.startswith(name, 'ptk') end,
			vim.tbl_keys(package.loaded))`)
		if diff := cmp.Diff([]string{"ptk.subcommands"}, loaded); diff != "" {
			t.Errorf("before the first use other modules are loaded than the table (-want +got):\n%s", diff)
		}
	})
}

func TestEnabledAsALanguageServer(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		if b.series == "0.10" {
			return // vim.lsp.enable came with 0.11
		}
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n", "plain": "no file type\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("lua vim.lsp.enable('ptk')")
		e.until("the server has the file", "#vim.lsp.get_clients({ name = 'ptk', bufnr = 0 }) == 1")
		e.command("edit plain")
		e.until("the server has a file without a type", "#vim.lsp.get_clients({ name = 'ptk', bufnr = 0 }) == 1")
		e.ask("Where is the teapot?", "offline/search")
		if n := lua[int](e, "return #vim.lsp.get_clients({ name = 'ptk' })"); n != 1 {
			t.Errorf("the chat started a server of its own: there are %d", n)
		}
	})
}

func TestSetupNamesWhatIsWrong(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		got := lua[string](e, `return select(2, pcall(require('ptk').setup,
			{ cmd = 'ptk-lsp', window = { size = 3 }, colour = 'red' }))`)
		for _, want := range []string{"there is no option colour", "cmd must be a list of strings", "window.size must be a number"} {
			if !strings.Contains(got, want) {
				t.Errorf("setup does not say %q: %s", want, got)
			}
		}
	})
}

func TestMissingServerIsExplained(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		h := newHome(t, nil, map[string]string{"tea.txt": "tea\n"})
		e := edit(t, b, h, "tea.txt")
		e.command("lua require('ptk').setup({ cmd = { '/nowhere/ptk-lsp' } })")
		e.ask("Hello?", "/nowhere/ptk-lsp")
		e.command("lua require('ptk').setup({ cmd = { '" + serverPath + "' }, settings = { model = 'offline/search' } })")
		e.ask("Where is the teapot?", "offline/search")
	})
}

// luaFiles returns the absolute paths of the Lua files in a folder.
func luaFiles(dir string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".lua" {
			paths = append(paths, path)
		}
		return err
	})
	return paths, err
}
