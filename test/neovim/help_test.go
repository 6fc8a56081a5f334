package neovim

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// helpOf returns doc/ptk.txt.
func helpOf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(plugin(), "doc", "ptk.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sorted returns the first groups of all matches, each once.
func sorted(pattern, text string) []string {
	found := map[string]bool{}
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found[match[1]] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// The help has a tag for each thing that a user can name, and for nothing else.
func TestHelpIsComplete(t *testing.T) {
	b := beds(t)[0]
	e := edit(t, b, newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
	help := helpOf(t)
	names := func(code string) []string {
		got := lua[[]string](e, code)
		slices.Sort(got)
		return got
	}
	table := "return vim.iter(require('ptk.subcommands')):map(function(each) return %s end):totable()"
	for what, lists := range map[string][2][]string{
		"subcommands":     {names(strings.Replace(table, "%s", "each.name", 1)), sorted(`\*:Ptk-([a-z-]+)\*`, help)},
		"former commands": {names(strings.Replace(table, "%s", "each.old", 1)), sorted(`\*:(Ptk[A-Z]\w+)\*`, help)},
		"functions":       {names("return vim.tbl_keys(require('ptk'))"), sorted(`\*ptk\.(\w+)\(\)\*`, help)},
		"options":         {names("return require('ptk.base.config').names()"), sorted(`\*ptk-option-([\w.]+)\*`, help)},
		"groups":          {names("return vim.tbl_keys(require('ptk.base.highlights').links)"), sorted(`\*hl-(\w+)\*`, help)},
		"events":          {emitted(t), sorted(`\*Ptk([A-Z]\w+)\*`, help)},
		"sources":         {names("return require('ptk.commands.sources').names()"), sorted(`(?m)^    ([a-z]+) +(?:the conversations, with|the models$|agent, ask|the messages that you have sent|the commands that)`, help)},
		"<Plug> maps":     {names("return vim.iter(vim.api.nvim_get_keymap('n')):map(function(map) return map.lhs:match('^<Plug>%((ptk.-)%)$') end):totable()"), sorted(`(?m)^    <Plug>\((ptk[a-z-]*)\)`, help)},
	} {
		if len(lists[0]) < 5 {
			t.Errorf("only these %s were found: %v", what, lists[0])
		}
		if diff := cmp.Diff(lists[0], lists[1]); diff != "" {
			t.Errorf("%s in the help (-in the code +in the help):\n%s", what, diff)
		}
	}
}

// emitted returns the events that the code emits; base/events.lua declares the same.
func emitted(t *testing.T) []string {
	t.Helper()
	var code strings.Builder
	paths, err := luaFiles(plugin())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	events := sorted(`events\.emit\('(\w+)'`, code.String())
	if diff := cmp.Diff(sorted(`---\| '(\w+)' (?:\{|ptk\.)`, code.String()), events); diff != "" {
		t.Errorf("the events of base/events.lua are not those that are emitted (-declared +emitted):\n%s", diff)
	}
	return events
}

// The keys, the links and the defaults of the options stand in the help as they are in the code.
func TestHelpNamesTheDefaults(t *testing.T) {
	e := edit(t, beds(t)[0], newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
	help := helpOf(t)
	e.command("lua require('ptk').setup({})")
	for name, keys := range lua[map[string]string](e, `return vim.tbl_map(function(keys)
			return type(keys) == 'table' and table.concat(keys, ' ') or keys end, require('ptk.base.config').get().keys)`) {
		plug := "<Plug>(ptk-chat-" + strings.ReplaceAll(name, "_", "-") + ")"
		if strings.HasPrefix(name, "review_") || strings.HasPrefix(name, "change_") { // of the files, not the chat
			plug = "<Plug>(ptk-" + strings.ReplaceAll(name, "_", "-") + ")"
		}
		if !regexp.MustCompile(`(?m)^ +` + name + ` +` + regexp.QuoteMeta(keys) + ` +` + regexp.QuoteMeta(plug) + `$`).MatchString(help) {
			t.Errorf("the help does not show the key %s: %s runs %s", name, keys, plug)
		}
	}
	for group, link := range lua[map[string]string](e, "return require('ptk.base.highlights').links") {
		if !regexp.MustCompile(`(?m)^` + group + ` +` + link + `\b`).MatchString(help) {
			t.Errorf("the help does not show that %s links to %s", group, link)
		}
	}
	for name, value := range lua[map[string]string](e, `local all = {}
			for _, name in ipairs(require('ptk.base.config').names()) do
				local value = vim.tbl_get(require('ptk.base.config').get(), unpack(vim.split(name, '.', { plain = true })))
				if value ~= nil and (type(value) ~= 'table' or next(value) == nil) then
					all[name] = vim.inspect(value):gsub('"', "'")
				end
			end
			return all`) {
		_, text, _ := strings.Cut(help, "*ptk-option-"+name+"*")
		text, _, _ = strings.Cut(text, "*ptk-option-")
		if !regexp.MustCompile(`Default\s+` + "`" + regexp.QuoteMeta(value) + "`").MatchString(text) {
			t.Errorf("the help does not say that the default of %s is %s", name, value)
		}
	}
}

// Each link of the help leads to a tag, of this help or of Neovim.
func TestHelpHasNoDeadLinks(t *testing.T) {
	e := edit(t, beds(t)[0], newHome(t, nil, map[string]string{"tea.txt": "tea\n"}), "tea.txt")
	for _, link := range sorted(`\|([^\s|]+)\|`, helpOf(t)) {
		found := lua[bool](e, "return vim.list_contains(vim.fn.getcompletion(..., 'help'), ...)", link)
		if !found && !lua[bool](e, "return pcall(vim.cmd.help, ...)", link) {
			t.Errorf("|%s| leads nowhere", link)
		}
	}
}
