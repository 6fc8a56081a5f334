package timeline_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/cmd/ptk-lsp/tracing/timeline"
)

var update = flag.Bool("update", false, "write what happened as what should happen")

func read(t *testing.T, id string) *timeline.Turn {
	t.Helper()
	f, err := os.Open("testdata/turn.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	turn, err := timeline.Read(f, id)
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

func TestGolden(t *testing.T) {
	for name, style := range map[string]timeline.Style{
		"wide":   {},
		"narrow": {Width: 50},
		"color":  {Width: 80, Color: true},
		"full":   {Width: 120, Full: true},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := read(t, "").Write(&b, style); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".golden", b.Bytes())
			if !style.Color && strings.ContainsRune(b.String(), '\x1b') {
				t.Error("a text of the trace steers the terminal")
			}
			for line := range strings.Lines(b.String()) {
				if w := len([]rune(strings.TrimRight(line, "\n"))); !style.Color && style.Width > 0 && w > style.Width {
					t.Errorf("a line of %d columns: %s", w, line)
				}
			}
		})
	}
	t.Run("json", func(t *testing.T) {
		data, err := json.MarshalIndent(read(t, ""), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "json.golden", append(data, '\n'))
	})
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Error(d)
	}
}

func TestATurnIsFoundByTheBeginningOfItsID(t *testing.T) {
	if turn := read(t, "AA"); turn.ID != "AAAA" || !turn.Success || len(turn.Steps) != 1 {
		t.Errorf("%+v", turn)
	}
	if _, err := timeline.Read(strings.NewReader("{}"), "X"); !errors.Is(err, timeline.ErrNoTurn) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	data, err := os.ReadFile("testdata/turn.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data), 80)
	f.Add(`{"turn":"x","kind":"turn"}`+"\n"+`{"turn":"x","kind":"result","id":"1"}`, 1)
	f.Fuzz(func(t *testing.T, trace string, width int) {
		turn, err := timeline.Read(strings.NewReader(trace), "")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := turn.Write(&b, timeline.Style{Width: width}); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsRune(b.String(), '\x1b') {
			t.Error("it steers the terminal")
		}
	})
}
