package notation

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseReadsAPlainCall(t *testing.T) {
	out := Parse("I look.\n<PTK_CALL>\n{\"tool\": \"read_file\", \"args\": {\"path\": \"a\"}}\n</PTK_CALL>\n", Options{})
	if len(out.Calls) != 1 || len(out.Errors) != 0 {
		t.Fatalf("want one call, got %+v", out)
	}
	if diff := cmp.Diff(`{"path": "a"}`, string(out.Calls[0].Args)); diff != "" {
		t.Error(diff)
	}
}

// Line breaks, brackets, backquotes and the bytes inside characters of several bytes are special, no others.
func TestSpecialBytes(t *testing.T) {
	for c := range isSpecial {
		want := strings.IndexByte("\n<[`", byte(c)) >= 0 || c&0xC0 == 0x80
		if isSpecial[c] != want {
			t.Errorf("isSpecial[%#x] is %v", c, isSpecial[c])
		}
	}
}
