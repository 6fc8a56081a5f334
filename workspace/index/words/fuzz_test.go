package words

import (
	"bytes"
	"testing"
)

func FuzzWords(f *testing.F) {
	f.Add("parseHTTPRequest2 snake_case __x é ParsingFILE")
	f.Fuzz(func(t *testing.T, text string) {
		(&Splitter{}).Words([]byte(text), func(w []byte, _ bool) {
			if len(w) < minWord && len(w) > 0 || len(w) > MaxLen || bytes.ContainsAny(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") {
				t.Errorf("%q gives %q", text, w)
			}
		})
	})
}
