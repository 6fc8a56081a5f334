package neovim

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers are the folders of the plugin's modules; a module requires only modules of its own layer and of those before it.
// The entry layer holds the modules beside the folders and the files outside of lua/.
var layers = []string{"base", "editor", "protocol", "state", "view", "commands", "entry"}

// required matches require with a constant name, also as 'foldexpr' and the like call it.
var required = regexp.MustCompile(`require\s*\(?\s*['"]([\w.-]+)['"]`)

// anyRequire matches each use of require as a function.
var anyRequire = regexp.MustCompile(`\brequire\b\s*[('"]|\bpcall\(require\b`)

// module is one Lua file of the plugin.
type module struct {
	name     string // such as "ptk.view.fold"; the path for a file that is not a module
	layer    int
	requires []string
}

func layerOf(t *testing.T, name string) int {
	t.Helper()
	parts := strings.Split(name, ".")
	if parts[0] != "ptk" || len(parts) == 2 || len(parts) == 1 {
		return len(layers) - 1
	}
	layer := slices.Index(layers, parts[1])
	if layer < 0 {
		t.Errorf("%s is in no layer; the layers are %v", name, layers)
	}
	return layer
}

// readModules reads the plugin's Lua files.
func readModules(t *testing.T) map[string]module {
	t.Helper()
	all := map[string]module{}
	err := filepath.WalkDir(plugin(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".lua" {
			return err
		}
		m, err := readModule(t, path)
		all[m.name] = m
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func readModule(t *testing.T, path string) (module, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return module{}, err
	}
	name, err := filepath.Rel(plugin(), path)
	if err != nil {
		return module{}, err
	}
	if rest, ok := strings.CutPrefix(name, "lua"+string(filepath.Separator)); ok {
		name = strings.ReplaceAll(strings.TrimSuffix(rest, ".lua"), string(filepath.Separator), ".")
		name = strings.TrimSuffix(name, ".init")
	}
	m := module{name: name, layer: len(layers) - 1}
	if strings.HasPrefix(name, "ptk.") {
		m.layer = layerOf(t, name)
	}
	for number, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "--") {
			continue
		}
		found := required.FindAllStringSubmatch(line, -1)
		if len(found) != len(anyRequire.FindAllString(line, -1)) {
			t.Errorf("%s:%d: require without a constant name: %s", path, number+1, line)
		}
		for _, match := range found {
			if match[1] != m.name { // as a module that sets 'omnifunc' to its own function
				m.requires = append(m.requires, match[1])
			}
		}
	}
	return m, nil
}

// A lazy require inside a function counts like any other.
func TestModulesRequireDownward(t *testing.T) {
	modules := readModules(t)
	if len(modules) < 40 {
		t.Fatalf("only %d modules were found", len(modules))
	}
	for _, m := range modules {
		for _, name := range m.requires {
			other, ok := modules[name]
			switch {
			case !strings.HasPrefix(name, "ptk"):
			case !ok:
				t.Errorf("%s requires %s, which does not exist", m.name, name)
			case other.layer > m.layer:
				t.Errorf("%s (%s) requires %s of the higher layer %s", m.name, layers[m.layer], name, layers[other.layer])
			}
		}
	}
	if cycle := findCycle(modules); len(cycle) > 0 {
		t.Errorf("modules require each other: %s", strings.Join(cycle, " → "))
	}
}

// findCycle returns modules that require each other in a circle, or nil.
func findCycle(modules map[string]module) []string {
	done := map[string]bool{}
	var path []string
	var visit func(name string) []string
	visit = func(name string) []string {
		if i := slices.Index(path, name); i >= 0 {
			return append(slices.Clone(path[i:]), name)
		}
		if done[name] {
			return nil
		}
		path = append(path, name)
		for _, other := range modules[name].requires {
			if cycle := visit(other); cycle != nil {
				return cycle
			}
		}
		path = path[:len(path)-1]
		done[name] = true
		return nil
	}
	for name := range modules {
		if cycle := visit(name); cycle != nil {
			return cycle
		}
	}
	return nil
}

var (
	typeDefined  = regexp.MustCompile(`^\s*---@(?:class|alias)\s+(ptk\.\w+)`)
	typeMentions = regexp.MustCompile(`\bptk\.[A-Z]\w*`)
)

// An annotation that names a type that no file declares is ignored by language servers.
func TestAnnotationsNameDeclaredTypes(t *testing.T) {
	declared, mentioned := map[string]bool{}, map[string]string{}
	err := filepath.WalkDir(plugin(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".lua" {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if match := typeDefined.FindStringSubmatch(line); match != nil {
				declared[match[1]] = true
			}
			if strings.Contains(line, "---@") || strings.Contains(line, "--[[@as") {
				for _, name := range typeMentions.FindAllString(line, -1) {
					mentioned[name] = path
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range mentioned {
		if !declared[name] {
			t.Errorf("%s names the type %s, which is not declared", path, name)
		}
	}
}
