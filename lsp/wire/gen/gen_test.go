package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The editors' types are those that the structs give now; `go generate ./lsp/wire` mends a difference.
func TestEditorsTypesAreCurrent(t *testing.T) {
	s, err := parse("..")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"../../../editors/vscode/src/shared/protocol.ts": typeScript(s),
		"../../../editors/neovim/lua/ptk/protocol.lua":   lua(s),
	} {
		got, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(string(got), "\n")); diff != "" {
			t.Errorf("%s is out of date, run go generate ./lsp/wire (-wanted +found):\n%s", name, diff)
		}
	}
}

// What the generator makes of each thing that it knows, on a small package of its own.
func TestGenerates(t *testing.T) {
	dir := t.TempDir()
	src := "package wire\n" + `
import "encoding/json"

// Object is any object.
type Object = json.RawMessage

// Mood says how it goes.
type Mood string

// The moods.
const (
	Good Mood = "good"
	Bad  Mood = "bad" // not so good
)

// The requests of an editor to the server.
const (
	MethodAsk = "ptk/ask" // Question → null
)

// Question is asked.
type Question struct {
	// Text is what [someone]
	// asks.
	Text  string   ` + "`json:\"text\"`" + `
	Moods []Mood   ` + "`json:\"moods,omitzero\"`" + `
	Args  *Object  ` + "`json:\"args\"`" + `
}

// Event happens.
type Event interface{ event() }

// Start is one.
type Start struct {
	Kind string ` + "`json:\"kind\" is:\"start\"`" + `
}

func (Start) event() {}
`
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := parse(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"/** Mood says how it goes. */\nexport type Mood = \"good\" | \"bad\";",
		"/** text is what someone asks. */\n  text: string;\n  moods?: Mood[];\n  args: Record<string, unknown>;",
		"export type Event =\n  | Start;",
		"  kind: \"start\";",
		"  \"ptk/ask\": { params: Question; result: null };",
	} {
		if ts := typeScript(s); !strings.Contains(ts, want) {
			t.Errorf("no %q in:\n%s", want, ts)
		}
	}
	for _, want := range []string{
		"---@alias ptk.Mood \"good\"|\"bad\"",
		"---@field text string text is what someone asks.\n---@field moods? ptk.Mood[]\n---@field args table<string, any>",
		"---@alias ptk.Event\n---| ptk.Start",
		"---@field kind \"start\"",
		"M.server = {\n  ask = \"ptk/ask\",\n}",
	} {
		if l := lua(s); !strings.Contains(l, want) {
			t.Errorf("no %q in:\n%s", want, l)
		}
	}
}

func TestRefusesWhatItCannotExpress(t *testing.T) {
	for name, src := range map[string]string{
		"a map":              "type T struct {\n\tF map[string]int `json:\"f\"`\n}",
		"no tag":             "type T struct {\n\tF int\n}",
		"a func":             "type T func()",
		"undescribed method": "const MethodX = \"ptk/x\"",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package wire\n\n"+src+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := parse(dir); err == nil {
				t.Error("accepted")
			}
		})
	}
}
