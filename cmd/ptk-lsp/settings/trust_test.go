package settings

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// Each setting that there is, set by a workspace to what its type takes, does nothing unless it is permitted.
func TestWorkspaceSetsOnlyWhatIsPermitted(t *testing.T) {
	tried := 0
	for _, set := range everySetting(reflect.TypeFor[Settings](), "") {
		key, value := set[0], set[1]
		l := Layers{Workspace: t.TempDir()}
		write(t, l.WorkspaceFile(), []byte(key+" = "+value+"\n"))
		s, problems := l.Resolve()
		harmless(t, s)
		if tried++; reflect.DeepEqual(s, Settings{}) && len(problems) == 0 {
			t.Errorf("%s = %s is dropped without a problem", key, value)
		}
	}
	if tried < 50 {
		t.Errorf("only %d settings were tried", tried)
	}
}

// everySetting returns the dotted name of every setting with a value in TOML; for numbers the largest.
func everySetting(typ reflect.Type, prefix string) (all [][2]string) {
	for f := range typ.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		key, ft := join(prefix, name), f.Type
		if ft.Kind() == reflect.Pointer {
			ft = ft.Elem()
		}
		switch {
		case ft.Kind() == reflect.Struct:
			all = append(all, everySetting(ft, key)...)
		case ft.Kind() == reflect.Map && ft.Elem().Kind() == reflect.Struct:
			all = append(all, everySetting(ft.Elem(), key+".x")...)
		case ft.Kind() == reflect.Slice && ft.Elem().Kind() == reflect.Struct:
			for _, inner := range everySetting(ft.Elem(), "") {
				all = append(all, [2]string{key, fmt.Sprintf("[{ %s = %s }]", inner[0], inner[1])})
			}
		default:
			all = append(all, [2]string{key, sample(ft, f.Tag.Get("enum"))})
		}
	}
	return all
}

func sample(t reflect.Type, enum string) string {
	switch t.Kind() {
	case reflect.Slice:
		return `["evil/x"]`
	case reflect.Map:
		return `{ evil = "x" }`
	case reflect.Bool:
		return "true"
	case reflect.String:
		first, _, _ := strings.Cut(enum, ",")
		return `"` + cmp.Or(first, "evil/x") + `"`
	}
	return "1000000000"
}

// The user's own number is what a workspace may go down from.
func TestWorkspaceOnlyLowers(t *testing.T) {
	for _, c := range []struct {
		user, workspace string
		want            int
		told            bool
	}{
		{"", "chat.maxIterations = 5", 5, false},
		{"", "chat.maxIterations = 51", 0, true},
		{"chat.maxIterations = 60", "chat.maxIterations = 55", 55, false},
		{"chat.maxIterations = 3", "chat.maxIterations = 4", 3, true},
		{"chat.maxIterations = 3", "chat.maxIterations = 1e300", 3, true},
		{"chat.maxIterations = 3", "chat.maxIterations = inf", 3, true},
		{"chat.maxIterations = 3", "chat.maxIterations = -1", 3, true},
		{"chat.maxIterations = 3", "chat.maxIterations = '1'", 3, true},
		{"chat.maxIterations = 3", "chat = 1", 3, true},
	} {
		dir := t.TempDir()
		l := Layers{UserFile: filepath.Join(dir, "user.toml"), Workspace: dir}
		write(t, l.UserFile, []byte(c.user))
		write(t, l.WorkspaceFile(), []byte(c.workspace))
		if s, problems := l.Resolve(); s.Chat.MaxIterations != c.want || (len(problems) > 0) != c.told {
			t.Errorf("%+v: %d, %v", c, s.Chat.MaxIterations, problems)
		}
	}
}

// In limits of cost and time 0 means none: a workspace may set one where the user has none, and never remove the user's.
func TestWorkspaceDoesNotRemoveLimits(t *testing.T) {
	for _, c := range []struct {
		user, workspace string
		cost            float64
		ms              int // -1 if none is set
		told            bool
	}{
		{"", "chat.maxCostUsd = 0.5", 0.5, -1, false},
		{"chat.maxCostUsd = 0", "chat.maxCostUsd = 3", 3, -1, false},
		{"chat.maxCostUsd = 1", "chat.maxCostUsd = 0.25", 0.25, -1, false},
		{"chat.maxCostUsd = 1", "chat.maxCostUsd = 2", 1, -1, true},
		{"chat.maxCostUsd = 1", "chat.maxCostUsd = 0", 1, -1, true},
		{"chat.maxCostUsd = 1", "chat.maxCostUsd = -1", 1, -1, true},
		{"", "chat.turnTimeoutMs = 1000", 0, 1000, false},
		{"", "chat.turnTimeoutMs = 0", 0, -1, true},
		{"", "chat.turnTimeoutMs = 1000000000", 0, -1, true},
		{"chat.turnTimeoutMs = 0", "chat.turnTimeoutMs = 1000000000", 0, 1000000000, false},
		{"chat.turnTimeoutMs = 5000", "chat.turnTimeoutMs = 0", 0, 5000, true},
	} {
		dir := t.TempDir()
		l := Layers{UserFile: filepath.Join(dir, "user.toml"), Workspace: dir}
		write(t, l.UserFile, []byte(c.user))
		write(t, l.WorkspaceFile(), []byte(c.workspace))
		s, problems := l.Resolve()
		ms := -1
		if s.Chat.TurnTimeoutMs != nil {
			ms = *s.Chat.TurnTimeoutMs
		}
		if s.Chat.MaxCostUSD != c.cost || ms != c.ms || (len(problems) > 0) != c.told {
			t.Errorf("%+v: %v, %d, %v", c, s.Chat.MaxCostUSD, ms, problems)
		}
	}
}

// Any workspace file is read quickly, and the number of its problems is limited.
func TestHugeFilesAreReadFast(t *testing.T) {
	rule := "[[permissions.rules]]\ntool = 'bash'\nmatch = 'x%d *'\ndecision = 'ask'\n"
	for name, file := range map[string]string{
		"20,000 rules":        many(rule, 20_000),
		"2,000 rules":         many(rule, 2000),
		"rules inline":        "permissions.rules = [" + many("{tool='a%d'},", 15_000) + "]",
		"unknown keys":        many("key%d = 1\n", 20_000),
		"a deep key":          strings.Repeat("a.", 100_000) + "a = 1",
		"a deep table":        "[chat." + strings.Repeat("a.", 100_000) + "a]\nx = 1",
		"a deep list":         "model = " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
		"a deeper list":       "model = " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"a deep inline table": "chat = " + strings.Repeat("{a=", 9000) + "1" + strings.Repeat("}", 9000),
		"deep parameters":     "[[customTools]]\nparameters = " + strings.Repeat("{a=", 9000) + "1" + strings.Repeat("}", 9000),
		"a long key":          "\"" + strings.Repeat("k", 200_000) + "\" = 1",
		"a long pattern":      "[[permissions.rules]]\ntool = '" + strings.Repeat("*a", 100_000) + "'\ndecision = 'ask'",
		"a terminal's codes":  "\"\\u001b]0;evil\\u0007\" = 1\nmodel = \"\\u001b[2J\"",
		"5 MiB":               strings.Repeat("#", 5<<20),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			l := Layers{UserFile: filepath.Join(dir, "user.toml"), Workspace: dir}
			write(t, l.WorkspaceFile(), []byte(file))
			write(t, l.UserFile, []byte(file))
			began := time.Now()
			s, problems := Layers{Workspace: dir}.Resolve()
			harmless(t, s)
			l.Resolve()
			if took := time.Since(began); took > time.Minute { // far more than it takes on a busy machine, far less than it took
				t.Errorf("it took %v", took)
			}
			said := fmt.Sprint(problems)
			if len(problems) > maxProblems+1 || len(said) > 20_000 || strings.ContainsRune(said, 0x1b) {
				t.Errorf("%d problems, %d bytes: %.500q", len(problems), len(said), said)
			}
			if n := len(s.Permissions.Rules); n > maxRules {
				t.Errorf("%d rules", n)
			}
		})
	}
}

func many(format string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// A setting of the editor that is nested beyond reason does not end the program.
func TestDeepSettingsOfTheEditor(t *testing.T) {
	deep := `{"customTools":[{"name":"x","parameters":` + strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000) + `}]}`
	s, problems := Layers{Editor: json.RawMessage(deep)}.Resolve()
	if len(problems) != 1 || len(s.CustomTools) != 1 || len(s.CustomTools[0].Parameters) != 0 {
		t.Errorf("%+v %v", s.CustomTools, problems)
	}
}

// The file is one of the workspace: a regular one that no link leads out to.
func TestWorkspaceFileIsRegular(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "config.toml")
	write(t, outside, []byte("chat.maxIterations = 2"))
	for name, plant := range map[string]func(l Layers) error{
		"a link out":    func(l Layers) error { return os.Symlink(outside, l.WorkspaceFile()) },
		"a device":      func(l Layers) error { return os.Symlink(os.DevNull, l.WorkspaceFile()) },
		"a folder":      func(l Layers) error { return os.Mkdir(l.WorkspaceFile(), 0o700) },
		"a secret":      func(l Layers) error { return link(l, ".env") },
		"several names": func(l Layers) error { return hardLink(l) },
	} {
		l := Layers{Workspace: t.TempDir()}
		err := os.Mkdir(filepath.Dir(l.WorkspaceFile()), 0o700)
		if err == nil {
			err = plant(l)
		}
		if err != nil {
			t.Fatal(err)
		}
		if s, problems := l.Resolve(); s.Chat.MaxIterations != 0 || len(problems) != 1 {
			t.Errorf("%s: %+v %v", name, s.Chat, problems)
		}
	}
}

func link(l Layers, name string) error {
	err := os.WriteFile(filepath.Join(l.Workspace, name), []byte("chat.maxIterations = 2"), 0o600)
	if err != nil {
		return err
	}
	return os.Symlink(filepath.Join("..", name), l.WorkspaceFile())
}

func hardLink(l Layers) error {
	name := filepath.Join(l.Workspace, "x")
	if err := os.WriteFile(name, []byte("chat.maxIterations = 2"), 0o600); err != nil {
		return err
	}
	return os.Link(name, l.WorkspaceFile())
}
