package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// takes returns the params of a didChange as decoded by the server and by a plain decoder.
func takes(t *testing.T, raw []byte) (got, want changeParams, gotErr, wantErr error) {
	t.Helper()
	small, lifted := liftTexts(raw)
	if gotErr = decode(small, &got); gotErr == nil {
		got.put(lifted)
	}
	wantErr = decode(raw, &want)
	return got, want, gotErr, wantErr
}

func TestLongTextsAreReadAsShortOnesAre(t *testing.T) {
	long := strings.Repeat("äb\t\"𝒳\"\\\r\n</a>\u2028", 4000)
	for name, texts := range map[string][]string{
		"one":             {long},
		"two and a short": {long, "x", long + "y"},
		"a mark":          {"ptk:lifted:0", long, "ptk:lifted:7", "ptk:lifted:-1"},
		"all escaped":     {strings.Repeat("\x01\x7f", longText)},
		"none":            {"x"},
	} {
		var changes []map[string]any
		for _, text := range texts {
			changes = append(changes, map[string]any{"text": text})
		}
		raw, err := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": "file:///w/a", "version": 3}, "contentChanges": changes})
		if err != nil {
			t.Fatal(err)
		}
		got, want, gotErr, wantErr := takes(t, raw)
		if gotErr != nil || wantErr != nil {
			t.Errorf("%s: %v, %v", name, gotErr, wantErr)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: (-plain +lifted)\n%.500s", name, d)
		}
		if name == "one" && got.ContentChanges[0].Text != long {
			t.Error("the text is another")
		}
	}
}

func FuzzLongTexts(f *testing.F) {
	f.Add(`{"contentChanges":[{"text":"`, `\ud834\udcb3\n\"\\`, `"}]}`)
	f.Add(`{"textDocument":{"uri":"a\"b"},"contentChanges":[{"text":"`, `\ud834x\u12`, `"},{"text":"y"}]}`)
	f.Fuzz(func(t *testing.T, before, unit, after string) {
		if strings.Contains(before+unit+after, "ptk:lifted") || len(unit) == 0 {
			t.Skip()
		}
		raw := []byte(before + strings.Repeat(unit, longText/len(unit)+1) + after)
		got, want, gotErr, wantErr := takes(t, raw)
		if wantErr == nil && gotErr != nil {
			t.Fatalf("refused: %v", gotErr)
		}
		if d := cmp.Diff(want, got); wantErr == nil && d != "" {
			t.Errorf("(-plain +lifted)\n%.500s", d)
		}
	})
}
