package neovim

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
)

// A color scheme and the user win over the links, and the links stay after :colorscheme.
func TestHighlightsSurviveColorSchemes(t *testing.T) {
	inEach(t, func(t *testing.T, b bed) {
		e := edit(t, b, newHome(t, llmtest.New(t), map[string]string{"tea.txt": "tea\n"}), "tea.txt")
		e.command("highlight link PtkKey Todo")
		e.command("Ptk")
		link := func(group string) string {
			return lua[string](e, "return vim.api.nvim_get_hl(0, { name = ... }).link or 'none'", group)
		}
		if got := link("PtkKey"); got != "Todo" {
			t.Errorf("the user's link was replaced by %s", got)
		}
		for _, scheme := range []string{"default", "habamax", "blue", "default"} {
			e.command("colorscheme " + scheme)
			missing := lua[[]string](e, `local missing = {}
				for group, link in pairs(require('ptk.base.highlights').links) do
					local hl = vim.api.nvim_get_hl(0, { name = group })
					if hl.link ~= link or vim.fn.hlexists(link) == 0 then
						table.insert(missing, group .. ' → ' .. tostring(hl.link))
					end
				end
				return missing`)
			if len(missing) > 0 {
				t.Errorf("after :colorscheme %s: %v", scheme, missing)
			}
		}
		e.command("highlight! link PtkNote Todo")
		e.keys("<Esc>i<Esc>")
		if got := link("PtkNote"); got != "Todo" {
			t.Errorf("the user's link was replaced by %s", got)
		}
	})
}

var (
	// usedGroup matches a highlight group as the code names it.
	usedGroup = regexp.MustCompile(`'(Ptk[A-Z]\w+|(?:Comment|Special|Title|Error|Normal|NonText|Question|Added|Removed|Search|Todo|Underlined|` +
		`Visual|Directory|Conceal|WinBar|Diff[A-Z]\w+|Diagnostic[A-Z]\w+|Float[A-Z]\w+|\w+Msg))'`)
	// linkOf matches an entry of the table of links.
	linkOf = regexp.MustCompile(`(?m)^  (Ptk\w+) = '`)
)

// The code names only groups of the plugin, each of which has a default link and is used.
func TestHighlightGroupsAreInOnePlace(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(plugin(), "lua", "ptk", "base", "highlights.lua"))
	if err != nil {
		t.Fatal(err)
	}
	unused := map[string]bool{}
	for _, match := range linkOf.FindAllStringSubmatch(string(text), -1) {
		unused[match[1]] = true
	}
	if len(unused) < 10 {
		t.Fatalf("the links: %v", unused)
	}
	known := func(name string) bool { _, ok := unused[name]; return ok }
	err = filepath.WalkDir(plugin(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".lua" || d.Name() == "highlights.lua" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range usedGroup.FindAllStringSubmatch(string(text), -1) {
			switch name := match[1]; {
			case known(name):
				unused[name] = false
			case strings.HasPrefix(name, "Ptk") && isCommandOrEvent(string(text), name):
			default:
				t.Errorf("%s names the highlight group %s, which base/highlights.lua does not link", path, name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, is := range unused {
		if is {
			t.Errorf("the group %s is not used", name)
		}
	}
}

// isCommandOrEvent reports whether the text names the former command of a subcommand, or an event.
func isCommandOrEvent(text, name string) bool {
	return strings.Contains(text, "old = '"+name+"'") || regexp.MustCompile("pattern = .*'"+name+"'").MatchString(text)
}
